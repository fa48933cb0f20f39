// What attempts to plan a function have found out.
#ifndef PADDOCK_CORE_PLAN_PLAN_KNOWLEDGE_H_
#define PADDOCK_CORE_PLAN_PLAN_KNOWLEDGE_H_

#include <cstdint>
#include <vector>

#include "core/ir/operation.h"

namespace paddock {

// What attempts to plan a function have found out for the next one.
struct PlanKnowledge {
  // Arguments whose values sizes depend on; sorted.
  std::vector<uint32_t> fixed_arguments;
  // Branches and loops whose values have sizes that differ from one run through them to
  // another: the run plans them when it comes to them. And operations with a body for elements in
  // which sizes are values of it: it is planned by itself (core/plan/late_body.h).
  std::vector<const Operation*> late;
  // Unneeded operations that level kFaithful cannot compute.
  std::vector<const Operation*> passed_over;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_PLAN_KNOWLEDGE_H_
