// CheckContext: the operation that a check function reads, and functions to report diagnostics.
#ifndef PADDOCK_CORE_CHECK_CONTEXT_H_
#define PADDOCK_CORE_CHECK_CONTEXT_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/check/check.h"
#include "core/check/say.h"
#include "core/check/tensor_type.h"
#include "core/diagnostics/diagnostic.h"
#include "core/dialect/op_info.h"
#include "core/ir/module.h"

namespace paddock {

// Part of an operation at which a diagnostic points.
struct At {
  enum class Kind : uint8_t {
    kOperation,
    kOperand,
    kAttribute,
    kResult,
    kRegion
  } kind = Kind::kOperation;
  size_t index = 0;
  std::string_view name;

  static At Operand(size_t index) { return {Kind::kOperand, index, {}}; }
  static At Attribute(std::string_view name) { return {Kind::kAttribute, 0, name}; }
  static At Result(size_t index) { return {Kind::kResult, index, {}}; }
  static At Region(size_t index) { return {Kind::kRegion, index, {}}; }
};

// Result type that the operands and attributes imply, and the rules that imply it.
struct InferredType {
  Type type;
  const ConstraintInfo* shape_rule = nullptr;
  const ConstraintInfo* element_rule = nullptr;
  // Values are passed on in stored form, so scales and zero points must also be equal.
  bool is_as_stored = false;

  InferredType AsStored() const { return {type, shape_rule, element_rule, true}; }
};

using InferredTypes = std::vector<InferredType>;
using CheckResult = Result<InferredTypes>;

class CheckContext {
 public:
  // Range of operands or results: one row of the table.
  struct Group {
    size_t first = 0;
    size_t count = 0;
  };

  CheckContext(const Operation& operation, std::span<const Type> operand_types,
               const Module& module, TypeContext& types, DiagnosticSink& sink,
               const CheckOptions& options);

  const Operation& operation() const { return operation_; }
  const OpInfo& info() const { return *operation_.info; }
  const Module& module() const { return module_; }
  TypeContext& types() const { return types_; }
  // Returns the program's text; empty if it was not read from text.
  std::string_view source_text() const;
  const CheckOptions& options() const { return options_; }
  // Run-time facts. If set, operand types are actual ones, and constraints of `run` are checked
  // where operands are known.
  void set_known(const RunKnowledge* known) { known_ = known; }
  const RunKnowledge* known() const { return known_; }
  bool is_run() const { return known_ != nullptr; }
  bool has_cause() const { return cause_.has_value(); }
  // Marks all later reports as consequences of this earlier error, if there is one.
  void set_cause(std::optional<DiagnosticCause> cause) { cause_ = std::move(cause); }

  size_t operand_count() const { return operand_types_.size(); }
  Type operand_type(size_t i) const { return operand_types_[i]; }
  // Returns the type of operand i, which is a tensor by the table.
  TensorType operand(size_t i) const { return TensorType::Of(operand_types_[i]); }
  std::vector<TensorType> operands() const;
  size_t result_count() const { return operation_.results.size(); }
  // Returns the declared type.
  Type result_type(size_t i) const { return operation_.results[i]->type; }
  TensorType result(size_t i) const { return TensorType::Of(result_type(i)); }

  // Returns the operands or results of row `row` of the table. Returns nothing if the number of
  // values does not divide among the rows.
  std::optional<Group> OperandGroup(size_t row) const;
  std::optional<Group> ResultGroup(size_t row) const;
  // Returns the operand types of a row whose count is already checked.
  std::vector<Type> operand_types(size_t row) const;

  const Attribute* attribute(std::string_view name) const { return operation_.Find(name); }
  std::vector<int64_t> i64_array(std::string_view name) const;
  // Returns `absent` if there is no such attribute.
  int64_t i64(std::string_view name, int64_t absent = 0) const;
  bool boolean(std::string_view name, bool absent = false) const;
  // Returns the case of an enum, or the text of a string or symbol; empty if it is absent.
  std::string_view text(std::string_view name) const;
  // Returns the integers of operand i if it is a constant or the run has them.
  std::optional<std::vector<int64_t>> ConstantOperand(size_t i) const;

  // Returns the only block of region i, which has one and ends in its terminator.
  const Block& block(size_t i) const { return *operation_.regions[i]->first; }
  std::vector<Type> argument_types(size_t i) const;
  std::vector<Type> returned_types(size_t i) const;

  // Returns the operation's constraint with this label, which must exist.
  const ConstraintInfo& rule(std::string_view label) const;
  bool has_rule(std::string_view label) const;

  // Reports a violation of `rule`: "pad (C3): <formula>, but <detail>".
  std::unexpected<Failure> Fail(const ConstraintInfo& rule, At at, std::string_view detail);
  std::unexpected<Failure> Fail(Constraint rule, At at, std::string_view detail) {
    return Fail(Info(rule), at, detail);
  }
  // Like Fail, with a second place in a note.
  std::unexpected<Failure> Fail(const ConstraintInfo& rule, At at, At other,
                                std::string_view detail);
  std::unexpected<Failure> Fail(Constraint rule, At at, At other, std::string_view detail) {
    return Fail(Info(rule), at, other, detail);
  }
  // Like Fail, but as a warning, after which the check continues. With `strict` it is an error,
  // unless only upstream has the rule.
  Result<void> Warn(const ConstraintInfo& rule, At at, std::string_view detail);
  Result<void> Warn(Constraint rule, At at, std::string_view detail) {
    return Warn(Info(rule), at, detail);
  }
  Diagnostic& Report(const ConstraintInfo& rule, Severity severity, At at, std::string_view detail);
  Span SpanOf(At at) const;
  std::string NameOf(At at) const;

  // Returns an inferred result type, with the rules that a different declared type violates.
  InferredType Infer(const TensorType& type, const ConstraintInfo& shape_rule,
                     const ConstraintInfo& element_rule) const;
  InferredType Infer(const TensorType& type, Constraint shape_rule, Constraint element_rule) const {
    return Infer(type, Info(shape_rule), Info(element_rule));
  }
  InferredType Infer(Type type, const ConstraintInfo& rule) const { return {type, &rule, &rule}; }
  InferredType Infer(Type type, Constraint rule) const { return Infer(type, Info(rule)); }
  // Returns the declared result types, for functions that checked them or need no check of them.
  InferredTypes Declared() const;

  // See DiagnosticSink.
  bool MaySuggest(size_t candidates) { return sink_.MaySuggest(candidates); }

 private:
  const Operation& operation_;
  std::span<const Type> operand_types_;
  const Module& module_;
  TypeContext& types_;
  DiagnosticSink& sink_;
  const CheckOptions& options_;
  const RunKnowledge* known_ = nullptr;
  std::optional<DiagnosticCause> cause_;
};

// Returns the values of row `row` among `count` values. `segments` has the length of each row if
// the table leaves it open. Returns nothing if `count` does not match the rows.
std::optional<CheckContext::Group> GroupOf(std::span<const OperandInfo> rows, size_t count,
                                           const Attribute* segments, size_t row);

// Check function: checks the operation's numbered constraints, then returns its result types.
using CheckFunction = CheckResult (*)(CheckContext&);

#define PADDOCK_HANDLER(name) CheckResult name(CheckContext& context);
#include "dialect/check_handlers.inc"
#undef PADDOCK_HANDLER

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_CONTEXT_H_
