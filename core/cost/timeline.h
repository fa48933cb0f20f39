// Timeline: plays a schedule on a machine, and reports its duration and critical path.
#ifndef PADDOCK_CORE_COST_TIMELINE_H_
#define PADDOCK_CORE_COST_TIMELINE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/cost/collective_cost.h"
#include "core/cost/schedule.h"
#include "core/run/site.h"

namespace paddock {

// One place of the program where processes communicate.
struct CommunicationCost {
  SiteRef site;
  // Groups, or pairs of a message.
  int64_t group_count = 0;
  int64_t group_size = 0;  // the largest group's
  bool is_message = false;
  // Bytes that each member sends.
  uint64_t bytes = 0;
  // Maximum number of executions by one process.
  uint64_t times = 0;
  // Cost of one execution.
  CollectiveCost cost;
  // Seconds on the critical path, for all executions.
  double path_seconds = 0;
};

struct CostReport {
  // In the order of the program.
  std::vector<CommunicationCost> communications;
  // Totals of the process that computes most.
  double compute_seconds = 0;
  uint64_t operations = 0;
  uint64_t bytes = 0;
  // Seconds of communication of the process that ends last, including communication hidden behind
  // computation.
  double communication_seconds = 0;
  // Seconds until the last process ends, and the two parts of the critical path.
  double seconds = 0;
  double path_compute_seconds = 0;
  double path_communication_seconds = 0;
};

// Plays a schedule, with process k on chip k. Returns nothing, with a sentence in `problem`, if
// processes deadlock.
std::optional<CostReport> PlayTimeline(const Schedule& schedule, const MachineModel& machine,
                                       const Topology& topology, std::string& problem);

}  // namespace paddock

#endif  // PADDOCK_CORE_COST_TIMELINE_H_
