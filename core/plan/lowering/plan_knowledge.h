// Knowledge that an attempt to plan a function passes to the next one.
#ifndef PADDOCK_CORE_PLAN_LOWERING_PLAN_KNOWLEDGE_H_
#define PADDOCK_CORE_PLAN_LOWERING_PLAN_KNOWLEDGE_H_

#include <cstdint>
#include <vector>

#include "core/ir/operation.h"

namespace paddock {

// Findings of an attempt to plan a function, for the next attempt.
struct PlanKnowledge {
  // Sorted numbers of the arguments whose values determine sizes.
  std::vector<uint32_t> fixed_arguments;
  // Branches and loops whose sizes differ between executions, which are planned lazily, at run
  // time. Also operations with late bodies (core/plan/lowering/late_body.h).
  std::vector<const Operation*> late;
  // Unneeded operations that level kFaithful cannot compute.
  std::vector<const Operation*> passed_over;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_PLAN_KNOWLEDGE_H_
