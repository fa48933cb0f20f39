// Checks a program against the specification before it is planned.
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
  // What upstream accepts against the specification is an error, not a warning.
  bool strict = false;
  // Targets of custom_call that the program around has functions for.
  std::span<const std::string> custom_call_targets = {};
};

// Reports everything that is wrong with the program: values used where they are not
// defined, symbols, and for each operation its operands, attributes, regions, constraints
// and result types. Failure if any of it is an error. The module's types may grow.
Result<void> CheckModule(Module& module, DiagnosticSink& sink, const CheckOptions& options = {});

// What a run knows of an operation, beside the types of its operands.
class RunKnowledge {
 public:
  // The values of an operand.
  virtual std::optional<std::vector<int64_t>> IntegersOf(size_t operand) const = 0;
  // The number of processes of each group of a collective operation.
  virtual std::optional<int64_t> GroupSize() const = 0;

 protected:
  ~RunKnowledge() = default;
};

// The result types of `operation`, were its operands of the given types (as many as it has;
// tensors of the same rank and element type, with more sizes known). Sizes that only the
// declared result types know are taken from there. Constraints are judged as by CheckModule,
// with `known` those of a run too. New types are made in `types`.
Result<std::vector<Type>> InferResultTypes(const Operation& operation,
                                           std::span<const Type> operand_types,
                                           const Module& module, TypeContext& types,
                                           DiagnosticSink& sink,
                                           const RunKnowledge* known = nullptr);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_CHECK_H_
