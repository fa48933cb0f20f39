// Timeline: plays a schedule on a machine, and says how long it takes and why.
#ifndef PADDOCK_CORE_COST_TIMELINE_H_
#define PADDOCK_CORE_COST_TIMELINE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/cost/collective_cost.h"
#include "core/cost/schedule.h"

namespace paddock {

// One place of the program where processes communicate.
struct CommunicationCost {
  SiteRef site;
  // Groups, or pairs of a message.
  int64_t group_count = 0;
  int64_t group_size = 0;  // of the largest
  bool is_message = false;
  // What each member gives.
  uint64_t bytes = 0;
  // How often the process that does it most comes here.
  uint64_t times = 0;
  // Of one time.
  CollectiveCost cost;
  // On the critical path, of all times.
  double path_seconds = 0;
};

struct CostReport {
  // In the order of the program.
  std::vector<CommunicationCost> communications;
  // Of the process that computes most.
  double compute_seconds = 0;
  uint64_t operations = 0;
  uint64_t bytes = 0;
  // Of the process that ends last: what it takes part in, however much of it is hidden
  // behind computation.
  double communication_seconds = 0;
  // Until the last process ends; the two parts of the longest chain of what waits for what.
  double seconds = 0;
  double path_compute_seconds = 0;
  double path_communication_seconds = 0;
};

// Process k runs on chip k. Nothing, and a sentence in `problem`, if processes wait for what
// never comes.
std::optional<CostReport> PlayTimeline(const Schedule& schedule, const MachineModel& machine,
                                       const Topology& topology, std::string& problem);

}  // namespace paddock

#endif  // PADDOCK_CORE_COST_TIMELINE_H_
