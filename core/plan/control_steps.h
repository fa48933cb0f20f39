// Steps that only say which step is next.
#ifndef PADDOCK_CORE_PLAN_CONTROL_STEPS_H_
#define PADDOCK_CORE_PLAN_CONTROL_STEPS_H_

#include <cstdint>
#include <span>

#include "core/plan/step.h"

namespace paddock {

// Goes on at the following step plus jumps[k]; reference 0 says k.
struct BranchParameters {
  // It is an i1: jumps when false and when true. Otherwise an i32; out of range it takes the last.
  bool is_predicate = false;
  std::span<int32_t> jumps;
};

StepStatus BranchStep(StepContext& context);

// Calls are planned in place; whoever goes step by step stands before them all the same.
StepStatus EnterStep(StepContext& context);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_CONTROL_STEPS_H_
