// Traffic: data that a step gives to or takes from other processes, determined while planning.
#ifndef PADDOCK_CORE_PLAN_TRAFFIC_H_
#define PADDOCK_CORE_PLAN_TRAFFIC_H_

#include <cstdint>

#include "core/grid/groups.h"
#include "core/grid/hub.h"

namespace paddock {

struct ProcessPairs;

enum class TrafficRole : uint8_t {
  kGive,  // gives to a meeting; it never waits
  kTake,  // from that meeting
  kSend,
  kReceive,
  kOutside,  // infeed and outfeed
};

// Lives as long as the plan.
struct Traffic {
  TrafficRole role = TrafficRole::kOutside;
  SiteRef site;
  // Groups of a meeting; equal for the giving and the taking step.
  const ProcessGroups* groups = nullptr;
  // Pairs of a message, with its kind; null: matched by the channel alone.
  const ProcessPairs* pairs = nullptr;
  MailboxKey::Kind mailbox = MailboxKey::Kind::kChannel;
  // Bytes that each member gives, or that the message holds.
  uint64_t bytes = 0;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_TRAFFIC_H_
