// A collective operation that was begun and not yet awaited.
#ifndef PADDOCK_CORE_PLAN_LOWERING_PENDING_COLLECTIVE_H_
#define PADDOCK_CORE_PLAN_LOWERING_PENDING_COLLECTIVE_H_

#include <vector>

#include "core/plan/lowering/draft.h"
#include "core/plan/traffic.h"

namespace paddock {

struct MeetingParameters;
struct ProcessPairs;

// A collective between its giving and its taking half.
struct PendingCollective {
  const Operation* operation = nullptr;
  Leaf ticket;
  // Operands as the giving half took them.
  std::vector<Leaf> operands;
  // Owned by the plan; null for collective_permute.
  const MeetingParameters* meeting = nullptr;
  const ProcessPairs* pairs = nullptr;
  // Traffic of the taking half.
  const Traffic* taking = nullptr;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_PENDING_COLLECTIVE_H_
