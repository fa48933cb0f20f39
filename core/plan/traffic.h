// Traffic: data that a step sends to or receives from other processes, determined while planning.
#ifndef PADDOCK_CORE_PLAN_TRAFFIC_H_
#define PADDOCK_CORE_PLAN_TRAFFIC_H_

#include <cstdint>

#include "core/grid/groups.h"
#include "core/grid/hub.h"

namespace paddock {

struct ProcessPairs;

enum class TrafficRole : uint8_t {
  kGive,  // contributes to a meeting; never waits
  kTake,  // takes the results of that meeting
  kSend,
  kReceive,
  kOutside,  // infeed and outfeed
};

// Lives as long as the plan.
struct Traffic {
  TrafficRole role = TrafficRole::kOutside;
  SiteRef site;
  // Groups of a meeting; the same for both of its steps.
  const ProcessGroups* groups = nullptr;
  // Pairs and kind of a message; null: matched by the channel alone.
  const ProcessPairs* pairs = nullptr;
  MailboxKey::Kind mailbox = MailboxKey::Kind::kChannel;
  // Bytes that each member contributes, or that the message holds.
  uint64_t bytes = 0;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_TRAFFIC_H_
