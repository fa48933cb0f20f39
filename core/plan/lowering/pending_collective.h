// A collective operation that has begun and is not yet awaited.
#ifndef PADDOCK_CORE_PLAN_LOWERING_PENDING_COLLECTIVE_H_
#define PADDOCK_CORE_PLAN_LOWERING_PENDING_COLLECTIVE_H_

#include <vector>

#include "core/plan/lowering/draft.h"
#include "core/plan/traffic.h"

namespace paddock {

struct MeetingParameters;
struct ProcessPairs;

// A collective between its two steps: the one that contributes operands and the one that takes
// results.
struct PendingCollective {
  const Operation* operation = nullptr;
  Leaf ticket;
  // The contributed operands.
  std::vector<Leaf> operands;
  // Owned by the plan; null for collective_permute.
  const MeetingParameters* meeting = nullptr;
  const ProcessPairs* pairs = nullptr;
  // Traffic of the step that takes the results.
  const Traffic* taking = nullptr;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_PENDING_COLLECTIVE_H_
