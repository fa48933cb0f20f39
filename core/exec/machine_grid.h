// MachineGrid: the processes of a grid, each a Machine, run on one thread in turns. When none
// can go on and not all have finished, that is a deadlock, found by logic and explained.
#ifndef PADDOCK_CORE_EXEC_MACHINE_GRID_H_
#define PADDOCK_CORE_EXEC_MACHINE_GRID_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/exec/machine.h"
#include "core/grid/communication.h"
#include "core/grid/hub.h"
#include "core/grid/process_link.h"

namespace paddock {

struct MachineGridOptions {
  // Of each machine; `link` is set here.
  MachineOptions machine;
  Infeed infeed;
  Outfeed outfeed;
  // Told what each process gives and gets; empty: nothing is recorded.
  CommunicationListener on_communication;
  // Told of each call of a step, on the thread that runs the process. Slow.
  std::function<void(int64_t process, const StepSpan&)> on_span;
  // Which process is next: 0 in turns, otherwise drawn by chance from this seed. Results do
  // not depend on it.
  uint64_t schedule_seed = 0;
};

class MachineGrid {
 public:
  // One plan and the inputs of one machine a process, by flattened id. The plans were made
  // for this size of grid.
  static Result<std::unique_ptr<MachineGrid>> Create(
      GridSize size, std::span<const std::shared_ptr<const Plan>> plans,
      std::vector<std::vector<Tensor>> inputs, MachineGridOptions options, DiagnosticSink& sink);

  // As Machine's. kBlocked is not among its reasons: that nobody can go on is a failure.
  StopReason Run(int64_t work_budget);

  GridSize size() const { return hub_.size(); }
  const Machine& machine(int64_t process) const { return *machines_[static_cast<size_t>(process)]; }
  Machine& machine(int64_t process) { return *machines_[static_cast<size_t>(process)]; }
  // Whose turn it was when Run stopped.
  int64_t current() const { return static_cast<int64_t>(current_); }
  // Of the process that failed, or of all of them.
  const DiagnosticSink& diagnostics() const { return diagnostics_; }
  // Together.
  Progress progress() const;
  Counts counts() const;

 private:
  explicit MachineGrid(GridSize size) : hub_(size) {}
  void Next();
  void Finish();
  StopReason Fail();
  StopReason Abandon();
  uint64_t Draw();

  Hub hub_;
  std::vector<std::unique_ptr<ProcessLink>> links_;
  std::vector<std::unique_ptr<Machine>> machines_;
  // Those that have not finished, and which of them is next.
  std::vector<size_t> running_;
  size_t turn_ = 0;
  size_t current_ = 0;
  // Turns since something happened that could let others go on.
  size_t idle_turns_ = 0;
  std::vector<bool> is_idle_;
  bool has_failed_ = false;
  uint64_t random_ = 0;
  DiagnosticSink diagnostics_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_MACHINE_GRID_H_
