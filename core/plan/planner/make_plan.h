// The planner: turns a function into a plan.
#ifndef PADDOCK_CORE_PLAN_PLANNER_MAKE_PLAN_H_
#define PADDOCK_CORE_PLAN_PLANNER_MAKE_PLAN_H_

#include <memory>
#include <span>

#include "core/base/result.h"
#include "core/diagnostics/diagnostic.h"
#include "core/ir/module.h"
#include "core/plan/plan.h"
#include "core/tensor/tensor.h"

namespace paddock {

// Plans `function`, a func.func of `module` that has a body. The plan keeps pointers into
// the module, which must outlive it. Reports everything that cannot run. `inputs` has a tensor for
// each argument that is no token. They determine open sizes, and the values that sizes depend on.
// The plan is valid for inputs of these sizes and values. `inputs` may be empty if no argument
// leaves a size open.
Result<std::shared_ptr<const Plan>> MakePlan(const Module& module, const Operation& function,
                                             const PlanOptions& options, DiagnosticSink& sink,
                                             std::span<const Tensor> inputs = {});

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_PLANNER_MAKE_PLAN_H_
