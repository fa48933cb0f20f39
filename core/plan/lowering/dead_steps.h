// Steps whose results nothing reads, as those of a concatenation's operand if a slice of another
// operand is read, or of a function of whose results one is used.
#ifndef PADDOCK_CORE_PLAN_LOWERING_DEAD_STEPS_H_
#define PADDOCK_CORE_PLAN_LOWERING_DEAD_STEPS_H_

#include "core/plan/lowering/draft.h"

namespace paddock {

// Makes steps do nothing whose results are neither read nor kept, and that have no other effect, in
// a plan without loops and branches. Their values cannot be inspected.
void DropDeadSteps(PlanDraft& draft);

// Makes a step do nothing, so that the numbers of the others remain.
void LeaveOut(DraftStep& step);
bool IsLeftOut(const DraftStep& step);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_DEAD_STEPS_H_
