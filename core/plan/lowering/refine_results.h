// Sizes of results. Where the program writes `?`, the functions that check programs infer the
// result types from operand types with the sizes of this run, and check the constraints again.
#ifndef PADDOCK_CORE_PLAN_LOWERING_REFINE_RESULTS_H_
#define PADDOCK_CORE_PLAN_LOWERING_REFINE_RESULTS_H_

#include "core/base/result.h"
#include "core/ir/operation.h"

namespace paddock {

class Lowering;

// Sets the types that the results of `operation` have in this run, and checks its constraints on
// them. Called before `operation` is lowered, unless it passes values on. Suspends if a type
// depends on an unknown value.
Result<void> RefineResults(Lowering& lowering, const Operation& operation);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_REFINE_RESULTS_H_
