// Knowledge that attempts to plan a function pass on.
#ifndef PADDOCK_CORE_PLAN_LOWERING_PLAN_KNOWLEDGE_H_
#define PADDOCK_CORE_PLAN_LOWERING_PLAN_KNOWLEDGE_H_

#include <cstdint>
#include <vector>

#include "core/ir/operation.h"

namespace paddock {

// Results of an attempt to plan a function that the next attempt uses.
struct PlanKnowledge {
  // Arguments whose values sizes depend on; sorted.
  std::vector<uint32_t> fixed_arguments;
  // Branches and loops whose sizes differ between executions, which are planned lazily, at run
  // time. Also operations with a body for elements in which sizes are values: they are planned by
  // themselves (core/plan/lowering/late_body.h).
  std::vector<const Operation*> late;
  // Unneeded operations that level kFaithful cannot compute.
  std::vector<const Operation*> passed_over;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_PLAN_KNOWLEDGE_H_
