// Estimated cost of a program on a machine of many chips (docs/machine-model.md).
#ifndef PADDOCK_CORE_API_OBSERVE_COST_H_
#define PADDOCK_CORE_API_OBSERVE_COST_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/api/program.h"
#include "core/api/run/session.h"
#include "core/cost/machine_model.h"
#include "core/cost/schedule.h"
#include "core/cost/timeline.h"

namespace paddock {

// Collects the work of each process: from the plan if it is complete, otherwise from listeners of a
// run, which the caller starts.
class CostEstimator {
 public:
  // Returns `nullptr`, with the reasons in `diagnostics`, if no grid fits the program.
  static std::unique_ptr<CostEstimator> Start(std::shared_ptr<const Program> program,
                                              const SessionOptions& options, MachineModel machine,
                                              std::vector<Diagnostic>& diagnostics);

  // Returns whether loops, branches or sizes depend on values.
  bool needs_run() const { return !is_planned_; }
  // Sets listeners in the run's options. The estimator must outlive the session.
  void Listen(SessionOptions& options);

  // Estimates the cost. Call it after the run if one is needed. Returns nothing, with a sentence in
  // `problem`, if the machine does not match the grid or processes deadlock.
  std::optional<CostReport> Estimate(std::string& problem);

  GridSize grid() const { return schedule_.grid(); }
  const MachineModel& machine() const { return machine_; }
  // Topology, such as "torus 8 x 8", and number of chips. Set by Estimate.
  const std::string& topology() const { return topology_; }
  int64_t chip_count() const { return chip_count_; }

 private:
  CostEstimator(MachineModel machine, GridSize grid)
      : machine_(std::move(machine)), schedule_(grid, machine_) {}

  MachineModel machine_;
  Schedule schedule_;
  bool is_planned_ = false;
  std::string topology_;
  int64_t chip_count_ = 0;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_API_OBSERVE_COST_H_
