// Verifier: checks a program against the specification before planning.
#ifndef PADDOCK_CORE_CHECK_CHECK_H_
#define PADDOCK_CORE_CHECK_CHECK_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/diagnostics/diagnostic.h"
#include "core/ir/module.h"

namespace paddock {

struct CheckOptions {
  // Violations that upstream accepts are errors instead of warnings.
  bool strict = false;
  // Targets of custom_call for which the caller has functions.
  std::span<const std::string> custom_call_targets = {};
};

// Reports all errors of the program: uses of undefined values, symbols, and for each operation its
// operands, attributes, regions, constraints and result types. Fails if there is an error. May add
// types to the module.
Result<void> CheckModule(Module& module, DiagnosticSink& sink, const CheckOptions& options = {});

// Run-time facts about an operation, besides the types of its operands.
class RunKnowledge {
 public:
  // Returns the values of an operand; nothing if they are unknown.
  virtual std::optional<std::vector<int64_t>> IntegersOf(size_t operand) const = 0;
  // Returns the number of processes of each group of a collective operation; nothing if it is
  // unknown.
  virtual std::optional<int64_t> GroupSize() const = 0;

 protected:
  ~RunKnowledge() = default;
};

// Checks one operation whose regions hold only checked ones and whose operands have types. Without
// result types it gets the results that its operands, attributes and regions determine.
Result<void> CheckNewOperation(Operation& operation, bool has_result_types, Module& module,
                               DiagnosticSink& sink, const CheckOptions& options = {});

// Returns the result types that CheckNewOperation gives an operation with these operands,
// attributes and regions if it has no results. Fails if they do not determine the types. New types
// are made in `types`.
Result<std::vector<Type>> InferNewResultTypes(const Operation& operation, const Module& module,
                                              TypeContext& types, DiagnosticSink& sink);

// Returns the result types of `operation` for operands of the given types, one for each operand.
// They are tensors of the declared rank and element type, with more sizes known. Sizes that only
// the declared result types have come from there. Constraints apply as in CheckModule; with
// `known`, also those of a run. New types are made in `types`.
Result<std::vector<Type>> InferResultTypes(const Operation& operation,
                                           std::span<const Type> operand_types,
                                           const Module& module, TypeContext& types,
                                           DiagnosticSink& sink,
                                           const RunKnowledge* known = nullptr);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_CHECK_H_
