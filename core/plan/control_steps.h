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
  // It is an i1: jumps when false and when true. Otherwise an i32; out of range it takes the last.
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
