// Network: sums the cost of rounds of messages on the links of a topology.
#ifndef PADDOCK_CORE_COST_NETWORK_H_
#define PADDOCK_CORE_COST_NETWORK_H_

#include <algorithm>
#include <vector>

#include "core/cost/collective_cost.h"

namespace paddock {

// For each round, Add its messages, then call End. The messages are sent at the same time. The
// round takes the latency of the longest route plus the time of the most loaded link.
class Network {
 public:
  Network(const MachineModel& machine, const Topology& topology)
      : machine_(machine),
        topology_(topology),
        loads_(topology.link_count()),
        totals_(topology.link_count()) {}

  void Add(int64_t source, int64_t target, double bytes) {
    topology_.FindRoute(source, target, route_);
    longest_ = std::max(longest_, route_.size());
    for (size_t link : route_) {
      if (loads_[link] == 0) used_.push_back(link);
      loads_[link] += bytes;
    }
  }

  // Ends a round, and returns the seconds of `times` such rounds in sequence.
  double End(int64_t times = 1) {
    double transfer = 0;
    const auto factor = static_cast<double>(times);
    for (size_t link : used_) {
      transfer = std::max(transfer, loads_[link] / topology_.BandwidthOf(link));
      totals_[link] += factor * loads_[link];
      loads_[link] = 0;
    }
    used_.clear();
    const double latency = machine_.link_latency * static_cast<double>(longest_);
    longest_ = 0;
    return factor * (latency + transfer);
  }

  void CountLinks(CollectiveCost& cost) const {
    for (double total : totals_) {
      cost.total_link_bytes += total;
      cost.busiest_link_bytes = std::max(cost.busiest_link_bytes, total);
      cost.used_links += total > 0 ? 1 : 0;
    }
  }

 private:
  const MachineModel& machine_;
  const Topology& topology_;
  std::vector<double> loads_;
  std::vector<double> totals_;
  std::vector<size_t> used_;
  std::vector<size_t> route_;
  size_t longest_ = 0;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_COST_NETWORK_H_
