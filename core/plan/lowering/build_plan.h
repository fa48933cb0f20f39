// Builds plans: of a function, with a table of Lower functions, and of the continuation after a
// suspension.
#ifndef PADDOCK_CORE_PLAN_LOWERING_BUILD_PLAN_H_
#define PADDOCK_CORE_PLAN_LOWERING_BUILD_PLAN_H_

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/diagnostics/diagnostic.h"
#include "core/ir/module.h"
#include "core/plan/lowering/lower_table.h"
#include "core/plan/plan.h"
#include "core/tensor/tensor.h"

namespace paddock {

// MakePlan (core/plan/planner/make_plan.h) with the Lower functions of `table`, which must outlive
// the plan.
Result<std::shared_ptr<const Plan>> BuildPlan(const LowerTable& table, const Module& module,
                                              const Operation& function, const PlanOptions& options,
                                              DiagnosticSink& sink, std::span<const Tensor> inputs);

// Returns a key of the continuation of `plan`, which is suspended. `live` has one tensor for each
// leaf of its live values that is no token. Continuations with equal keys are equal, so a plan can
// be cached under its key.
std::string ContinuationKey(const Plan& plan, std::span<const Tensor> live);
// Plans the continuation. Fails, with diagnostics, if something in it cannot run.
Result<std::shared_ptr<const Plan>> MakeContinuation(const std::shared_ptr<const Plan>& plan,
                                                     std::span<const Tensor> live,
                                                     DiagnosticSink& sink);
// Returns those of the live tensors that the continuation takes as inputs. The others are its
// constants.
std::vector<Tensor> ContinuationInputs(const Plan& plan, std::vector<Tensor> live);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_BUILD_PLAN_H_
