// Steps whose results are the same in every run, since they depend on constants alone: tables of
// sines, weights of a resizing, masks. They are computed once, while planning.
#ifndef PADDOCK_CORE_PLAN_LOWERING_CONSTANT_STEPS_H_
#define PADDOCK_CORE_PLAN_LOWERING_CONSTANT_STEPS_H_

#include "core/base/arena.h"
#include "core/plan/lowering/draft.h"

namespace paddock {

// Runs such steps and makes their results constants in `arena`, within limits of work and memory;
// further ones remain. A program without arguments is left as it is, for its steps to be seen.
void ComputeConstantSteps(PlanDraft& draft, Arena& arena);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_CONSTANT_STEPS_H_
