// Steps that only choose the next step.
#ifndef PADDOCK_CORE_PLAN_CONTROL_STEPS_H_
#define PADDOCK_CORE_PLAN_CONTROL_STEPS_H_

#include <cstdint>
#include <span>

#include "core/plan/references.h"
#include "core/plan/step.h"

namespace paddock {

// Continues at the following step plus jumps[k]; `index` holds k.
struct BranchParameters {
  // The index is an i1, with the jumps for false and for true. Otherwise it is an i32; an index out
  // of range takes the last jump.
  bool is_predicate = false;
  std::span<int32_t> jumps;
};

template <class Phase>
struct BranchReferences {
  Read<Phase> index;
};

StepStatus BranchStep(StepContext& context);

// Does nothing: calls are planned in place, but stepping must stop before them.
StepStatus EnterStep(StepContext& context);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_CONTROL_STEPS_H_
