// ProgramBuilder: programs made in C++, without a text.
//
//   ProgramBuilder program;
//   FunctionBuilder f = program.Function("main", {{"x", TensorOf(ElementType::kF32, {2, 3})}});
//   const Value zero = f.Constant(0.0f);
//   const Values sums = f.Reduce(f.argument(0), zero, {.dimensions = {1}}, [&](const Values& a) {
//     return f.Add(a[0], a[1]);
//   });
//   f.Return(sums);
//   const auto built = program.Finish();
//   if (!built) for (const auto& d : built.error()) puts(RenderText(d).c_str());
#ifndef PADDOCK_CORE_API_BUILD_BUILDER_H_
#define PADDOCK_CORE_API_BUILD_BUILDER_H_

#include <array>
#include <expected>
#include <memory>
#include <optional>
#include <source_location>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/build/attribute_value.h"
#include "core/api/build/build_diagnostic.h"
#include "core/api/build/elements.h"
#include "core/api/build/type_spec.h"
#include "core/api/build/value.h"
#include "core/api/program.h"
#include "dialect/build_attributes.inc"  // generated: enumerations, structures, attributes

namespace paddock::build {

class ProgramCore;

// Parts that any operation may have besides its own.
struct Extras {
  // Types of the results, if they differ from the inferred ones: an element type that a product
  // accumulates in, or known sizes. Empty: inferred.
  std::vector<TypeSpec> result_types = {};
  // Attributes that the op table does not list for the operation: {"mhlo.sharding",
  // "\"{replicated}\""}.
  std::vector<NamedAttributeValue> attributes = {};
};

// Parts of an operation that is made by name.
struct OperationParts {
  std::vector<NamedAttributeValue> attributes = {};
  std::vector<Region> regions = {};
  // Types of each region's arguments, if operands do not determine them.
  std::vector<std::vector<TypeSpec>> argument_types = {};
  std::vector<TypeSpec> result_types = {};
};

struct Parameter {
  std::string name;
  TypeSpec type;
  std::vector<NamedAttributeValue> attributes = {};
};

struct FunctionOptions {
  bool is_private = false;
  // Types of the results; needed only if another function calls it before it returns.
  std::optional<std::vector<TypeSpec>> result_types = std::nullopt;
  std::vector<NamedAttributeValue> attributes = {};
};

using ResultAttributes = std::vector<std::vector<NamedAttributeValue>>;
using Where = std::source_location;

// Makes the operations of one function, in order. Inside the function object of a region, the same
// builder makes the region's operations. Copies of a builder make operations of the same function.
// Each method checks its operation by the checker's rules. After a mistake, which Finish reports,
// the method returns failed values, and calls that use them do nothing.
class FunctionBuilder {
 public:
  const Values& arguments() const { return arguments_; }
  Value argument(size_t i) const { return arguments_[i]; }

  // Ends the function.
  void Return(const Values& results, const ResultAttributes& attributes = {},
              Where where = Where::current());
  // Calls a function of this program that has returned, or whose result types were given.
  Values Call(const FunctionBuilder& callee, const Values& operands, const Extras& extras = {},
              Where where = Where::current());
  // Makes any operation of the op table, by its full name.
  Values Operation(std::string_view name, const Values& operands, const OperationParts& parts = {},
                   Where where = Where::current());

  // Names a value in the program's text, without `%`. Returns the value.
  Value Named(Value value, std::string_view name, Where where = Where::current());
  // Returns the type of a value, which lives as long as its builders; null if the value is failed
  // or belongs to another builder.
  Type TypeOf(Value value) const;

  // For layers of operations on top of the builder:
  // Reports a mistake at a call. `operation` describes the operation as in BuildDiagnostic. Returns
  // a failed value.
  Value Fail(Diagnostic diagnostic, std::string operation, Where where);
  Value FailedValue() const;
  // Adds an argument of the function after the others.
  Value AddArgument(const Parameter& parameter, Where where = Where::current());

  // A method for each operation. Operands, attributes, regions and results have the table's names.
#include "dialect/build_methods.inc"

 private:
  friend class FunctionSteps;
  friend class OperationDraft;
  friend class ProgramBuilder;
  FunctionBuilder(std::shared_ptr<ProgramCore> core, size_t function, Values arguments)
      : core_(std::move(core)), function_(function), arguments_(std::move(arguments)) {}

  std::shared_ptr<ProgramCore> core_;
  size_t function_;
  Values arguments_;
};

struct FinishOptions {
  // Name of the program's text in diagnostics.
  std::string name = "program";
  // Writes the C++ file and line of each call as loc(...) of its operation.
  bool has_locations = true;
  LoadOptions load = {};
};

class ProgramBuilder {
 public:
  ProgramBuilder();

  // Begins a function. Its name must be new.
  FunctionBuilder Function(std::string_view name, const std::vector<Parameter>& parameters = {},
                           const FunctionOptions& options = {}, Where where = Where::current());
  // Declares a function without a body, which other functions call.
  FunctionBuilder Declare(std::string_view name, const std::vector<Parameter>& parameters,
                          const std::vector<TypeSpec>& result_types,
                          const FunctionOptions& options = {}, Where where = Where::current());
  // Makes an operation of the module, such as sdy.mesh.
  void Operation(std::string_view name, const OperationParts& parts,
                 Where where = Where::current());
  // Sets an attribute of the module: SetAttribute("mhlo.num_replicas", "2 : i32").
  void SetAttribute(std::string_view name, const AttributeValue& value,
                    Where where = Where::current());
  // Returns the entries of a dictionary that is written as in programs: {a = 1 : i32, b = "text"}.
  // Nothing after a mistake.
  std::optional<std::vector<NamedAttributeValue>> Entries(std::string_view dictionary,
                                                          Where where = Where::current());

  // Mistakes and warnings so far, in the order of the calls.
  const std::vector<BuildDiagnostic>& diagnostics() const;

  // Returns these diagnostics and forgets them: Finish succeeds as if the wrong calls had not been
  // made, if no other call used their results.
  std::vector<BuildDiagnostic> TakeDiagnostics();

  // Returns the pretty print of the program up to here, or all diagnostics if there is an error or
  // a function has not ended. With `has_locations` it has the C++ file and line of each call.
  std::expected<std::string, std::vector<BuildDiagnostic>> Text(bool has_locations = false) const;

  // Returns the finished program, whose source is its own pretty print, or all diagnostics if there
  // is an error.
  std::expected<std::shared_ptr<const Program>, std::vector<BuildDiagnostic>> Finish(
      const FinishOptions& options = {}, Where where = Where::current());

 private:
  FunctionBuilder MakeFunction(std::string_view name, const std::vector<Parameter>& parameters,
                               const FunctionOptions& options, bool has_body, Where where);

  std::shared_ptr<ProgramCore> core_;
};

}  // namespace paddock::build

#endif  // PADDOCK_CORE_API_BUILD_BUILDER_H_
