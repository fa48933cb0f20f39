// The tables of Lower functions, which the op table names.
#include "core/plan/planner/make_plan.h"

#include <string>

#include "core/plan/lowering/build_plan.h"
#include "core/plan/lowering/custom_call_targets.h"
#include "core/plan/lowering/failure.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/quantized/quantized_form.h"

namespace paddock {
namespace {

constexpr LowerFunction kOperations[] = {
#include "dialect/lower_table.inc"
};

constexpr LowerFunction kCustomCalls[] = {
#include "dialect/call_lower_table.inc"
};

// Emits a step that fails when the run reaches it.
Result<void> LowerUnknown(Lowering& lowering, const Operation& operation) {
  return EmitFailure(lowering, operation, "unknown-operation",
                     "the operation '" + std::string(operation.name) + "' is unknown");
}

LowerFunction FindLower(const Operation& operation) {
  if (operation.info == nullptr) return &LowerUnknown;
  const OpKind kind = operation.info->kind;
  if (FindQuantized(kind) != nullptr && HasQuantized(operation)) return &LowerQuantized;
  return kOperations[static_cast<size_t>(kind)];
}

constexpr LowerTable kTable = {&FindLower, kCustomCalls};

}  // namespace

Result<std::shared_ptr<const Plan>> MakePlan(const Module& module, const Operation& function,
                                             const PlanOptions& options, DiagnosticSink& sink,
                                             std::span<const Tensor> inputs) {
  return BuildPlan(kTable, module, function, options, sink, inputs);
}

}  // namespace paddock
