// OperationDraft: an unfinished operation, which collects its parts. Private to core/api/build.
#ifndef PADDOCK_CORE_API_BUILD_OPERATION_DRAFT_H_
#define PADDOCK_CORE_API_BUILD_OPERATION_DRAFT_H_

#include <source_location>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/api/build/builder.h"
#include "core/api/build/program_core.h"

namespace paddock::build {

// Operands are added row by row of the op table, then attributes, then regions. A draft with a
// mistake or a failed operand is failed: it makes no operation, and its results are failed values.
class OperationDraft {
 public:
  OperationDraft(const FunctionBuilder& builder, std::string_view name, std::source_location where)
      : OperationDraft(builder, name, where, Scope::kInside) {}
  OperationDraft(const FunctionBuilder& builder, OpKind kind, std::source_location where)
      : OperationDraft(builder, Info(kind).name, where) {}
  // Returns a draft of the operation that ends the function.
  static OperationDraft Return(const FunctionBuilder& builder, std::source_location where);
  // A draft of an operation of the module itself.
  OperationDraft(ProgramCore& core, std::string_view name, std::source_location where);

  void AddOperand(Value value) {
    rows_.push_back(operands_.size());
    Use(value);
  }
  void AddOperands(const Values& values);
  // Adds the operands of all rows, and sets the attributes that divide them.
  void AddAllOperands(const Values& values);

  // Adds attribute `row` of the table.
  template <class Attributed>
  void Set(size_t row, const Attributed& value) {
    if (!is_usable_) return;
    const AttributeInfo& info = operation_->info->attributes[row];
    if constexpr (requires { value.empty(); }) {
      if (value.empty() && info.is_optional) return;
    }
    Set(info.name, core_.attributes().Make(info, value));
  }
  void Set(std::string_view name, const paddock::Attribute* value) {
    attributes_.push_back({name, value, {}});
  }
  void Set(const std::vector<NamedAttributeValue>& attributes);
  // Sets an attribute in the form that the table has for its name, if it has one.
  void SetValue(std::string_view name, const AttributeValue& value);
  void SetIntegers(std::string_view name, std::span<const int64_t> integers);

  // Adds a region for row `row` of the table. `given` has the types of its arguments if operands do
  // not determine them.
  void AddRegion(size_t row, const Region& region, const std::vector<TypeSpec>& given = {});
  // Begins a region, to which the function's operations are then appended. Returns its arguments,
  // or failed values.
  Values BeginRegion(size_t row, const std::vector<TypeSpec>& given);
  // Ends the region that was begun last.
  void EndRegion(const Values& returned);
  // Drops the operation, and with it the region that has not ended.
  void Cancel();
  bool is_in_region() const { return outer_ != nullptr; }
  size_t region_count() const { return regions_.size(); }

  Values Finish(const std::vector<TypeSpec>& result_types);
  Values Finish(const Extras& extras) {
    Set(extras.attributes);
    return Finish(extras.result_types);
  }
  // Finishes an operation with result types from the program.
  Values Finish(const std::vector<TypeSpec>& result_types, const Extras& extras) {
    Set(extras.attributes);
    return Finish(extras.result_types.empty() ? result_types : extras.result_types);
  }

  // Finishes an operation with results of these types.
  Values FinishWith(std::span<const Type> result_types);

  void Fail(std::string message);
  bool is_failed() const { return is_failed_; }
  size_t operand_row_count() const {
    return operation_->info == nullptr ? 0 : operation_->info->operands.size();
  }
  const std::vector<paddock::Value*>& operands() const { return operands_; }

 private:
  enum class Scope : uint8_t { kInside, kEnd };
  OperationDraft(const FunctionBuilder& builder, std::string_view name, std::source_location where,
                 Scope scope);
  // Returns false after a diagnostic if this operation cannot be made here.
  bool CheckUsable(const ProgramCore::Function& function, Scope scope);
  // Returns "stablehlo.add (tensor<2xf32>, tensor<3xf32>)".
  std::string Describe() const;
  // Returns whether the attribute can be set; reports one that is set already.
  bool CheckNew(std::string_view name);
  void FailRule(Constraint rule, std::string message);
  void Use(Value value);
  void CheckScope(const paddock::Value& value);
  std::vector<paddock::Value*> RowOf(size_t row) const;
  std::vector<Type> ArgumentTypes(const RegionInfo& info, const std::vector<TypeSpec>& given);
  // Begins the block of a region with its arguments.
  Values MakeArguments(const std::vector<Type>& types);
  void AddSegments();
  // Moves the collected parts into the operation.
  void Assemble();
  // Returns false after a diagnostic.
  bool ResolveTypes(const std::vector<TypeSpec>& specs, std::vector<Type>& types);
  void GiveResults(std::span<const Type> types);
  Values Register();

  ProgramCore& core_;
  // The block to which the operation is appended, of the function or of the module.
  Block*& block_;
  // Block around the region that has begun; null outside of regions.
  Block* outer_ = nullptr;
  const std::source_location where_;
  Operation* operation_ = nullptr;
  bool is_failed_ = false;
  // Whether operations can be made.
  bool is_usable_ = true;
  std::vector<paddock::Value*> operands_;
  // First operand of each row.
  std::vector<size_t> rows_;
  std::vector<NamedAttribute> attributes_;
  std::vector<paddock::Region*> regions_;
};

}  // namespace paddock::build

#endif  // PADDOCK_CORE_API_BUILD_OPERATION_DRAFT_H_
