// CollectiveCost: the bytes on each link and the time of a collective operation, from the messages
// of its algorithm (docs/machine-model.md).
#ifndef PADDOCK_CORE_COST_COLLECTIVE_COST_H_
#define PADDOCK_CORE_COST_COLLECTIVE_COST_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/cost/machine_model.h"
#include "core/cost/topology.h"

namespace paddock {

struct CollectiveCost {
  Algorithm algorithm = Algorithm::kDirect;
  double seconds = 0;
  // Bytes over all rounds: on the busiest link, and on all links together.
  double busiest_link_bytes = 0;
  double total_link_bytes = 0;
  // Number of links that carry bytes.
  int64_t used_links = 0;
  // Number of successive messages.
  int64_t rounds = 0;
};

// All `groups` communicate at once and share the links. Members are chips in group order, and each
// sends `bytes`. `operation` is a collective's name without dialect.
CollectiveCost CostOfCollective(const MachineModel& machine, const Topology& topology,
                                std::string_view operation,
                                std::span<const std::vector<int64_t>> groups, double bytes);

// One of several messages that are sent at once, from one chip to another.
struct ChipPair {
  int64_t source;
  int64_t target;
};
CollectiveCost CostOfMessages(const MachineModel& machine, const Topology& topology,
                              std::span<const ChipPair> pairs, double bytes);

}  // namespace paddock

#endif  // PADDOCK_CORE_COST_COLLECTIVE_COST_H_
