// Makes the tapes of a plan (core/plan/tape.h).
#ifndef PADDOCK_CORE_PLAN_FUSION_TAPE_PLAN_H_
#define PADDOCK_CORE_PLAN_FUSION_TAPE_PLAN_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/arena.h"
#include "core/plan/step.h"
#include "core/plan/tape.h"

namespace paddock {

// Steps begin .. end (inclusive) are a loop.
struct StepLoop {
  uint32_t begin = 0;
  uint32_t end = 0;
};

// Returns null if no loop has a step on single elements. `arena` lives as long as the plan.
std::shared_ptr<const TapePlan> MakeTapePlan(std::span<const Step> steps,
                                             std::vector<StepLoop> loops, Arena& arena);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_TAPE_PLAN_H_
