// MachineGrid: the processes of a grid, each a Machine, run in turns on one thread or several. If
// no process can run and not all have finished, the grid reports a deadlock.
#ifndef PADDOCK_CORE_EXEC_GRID_MACHINE_GRID_H_
#define PADDOCK_CORE_EXEC_GRID_MACHINE_GRID_H_

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "core/exec/grid/run_queue.h"
#include "core/exec/machine/machine.h"
#include "core/exec/threads/thread_pool.h"
#include "core/grid/hub.h"
#include "core/grid/peer.h"
#include "core/grid/process_link.h"
#include "core/run/communication.h"

namespace paddock {

struct MachineGridOptions {
  // Options of each machine, except `link`, which is set here. One thread at a time calls its
  // functions.
  MachineOptions machine;
  Infeed infeed;
  Outfeed outfeed;
  // Called with the data that each process sends and receives; empty: nothing is recorded.
  CommunicationListener on_communication;
  // Called after each call of a step, on the process's thread. Slow.
  std::function<void(int64_t process, const StepSpan&)> on_span;
  // Called after each completed step (MachineOptions::on_step). Slow.
  std::function<void(int64_t process, const Operation*)> on_step;
  // Order of the processes: 0 for turns, otherwise random with this seed. Results do not depend on
  // it.
  uint64_t schedule_seed = 0;
  // A turn ends only when a process waits or ends, so that the order of all steps does not depend
  // on the slices of Run. Requires one thread and no peer.
  bool is_stepped = false;
  // Number of machines that run at once, each on a thread, including the caller's. A waiting
  // process yields its thread to another. Bits and diagnostics do not depend on it.
  size_t threads = 1;
  // Link to the other processes of the grid. Only the processes of its share run here. Null: all
  // run here.
  std::shared_ptr<Peer> peer;
};

class MachineGrid {
 public:
  // `plans` and `inputs` have one entry for each process that runs here, by flattened id. The plans
  // must be made for this grid size.
  static Result<std::unique_ptr<MachineGrid>> Create(
      GridSize size, std::span<const std::shared_ptr<const Plan>> plans,
      std::vector<std::vector<Tensor>> inputs, MachineGridOptions options, DiagnosticSink& sink);
  ~MachineGrid();
  MachineGrid(const MachineGrid&) = delete;
  MachineGrid& operator=(const MachineGrid&) = delete;

  // Like Machine::Run; all machines share the budget. A deadlock is a failure, unless there is a
  // peer. With a peer, kBlocked means that no process can run before the next message. The hub ends
  // the run for all peers (kBudgetSpent: it stopped the run). No machine runs when Run returns.
  StopReason Run(int64_t work_budget);

  GridSize size() const { return hub_.size(); }
  // Flattened ids of the processes that run here.
  const std::vector<int64_t>& processes() const { return processes_; }
  const Machine& machine(int64_t process) const { return *machines_[PlaceOf(process)]; }
  Machine& machine(int64_t process) { return *machines_[PlaceOf(process)]; }
  // Returns the process that ran last when Run stopped.
  int64_t current() const { return processes_[current_]; }
  // Returns the number of machines that run at once.
  size_t thread_count() const { return crew_ == nullptr ? 1 : crew_->thread_count(); }

  // --- Stepping, with MachineGridOptions::is_stepped.

  // Returns the number of steps that all machines have completed. It determines the state.
  uint64_t steps_done() const;
  // Makes Run stop, with kPaused, once this number of steps is complete.
  void PauseAt(uint64_t steps) { pause_at_ = steps; }
  void SetBreakpoints(const std::vector<const Operation*>& operations);
  // Stops before a step of this process for which the predicate returns true; empty: never.
  void StopBefore(int64_t process, std::function<bool(const Step&)> stops_before);
  void SetTrap(bool traps_non_finite);
  // The process that runs next, or ran last.
  int64_t next() const { return processes_[queue_.next().value_or(current_)]; }
  // Like Machine's functions, for the process of a grid of 1 x 1. Return null and false for larger
  // grids.
  std::shared_ptr<const MachineSnapshot> Save(std::shared_ptr<MemoryBudget> memory) const;
  bool Restore(const MachineSnapshot& snapshot);

  // Diagnostics of the failed process, or of all processes.
  const DiagnosticSink& diagnostics() const { return diagnostics_; }
  // Returns sums over the processes.
  Progress progress() const;
  Counts counts() const;

 private:
  MachineGrid(GridSize size, std::vector<int64_t> processes, uint64_t seed);
  size_t PlaceOf(int64_t process) const;
  void OnWake(int64_t process);
  void Work();
  void Turn(size_t process, std::unique_lock<std::mutex>& lock);
  void Settle(size_t process, StopReason reason);
  int64_t TurnBudget(size_t process) const;
  int64_t TimeOf(size_t process) const { return links_[process]->clock().now(); }
  void NoteFailure(size_t process);
  StopReason Conclude();
  StopReason ConcludeShare();
  StopReason Fail();
  StopReason TellStop();
  StopReason Abandon();

  std::vector<int64_t> processes_;
  std::shared_ptr<Peer> peer_;
  bool is_stepped_ = false;
  uint64_t pause_at_ = Machine::kNoPause;

  // Guards the hub or the peer, and the members below, while machines run.
  std::mutex mutex_;
  Hub hub_;
  RunQueue queue_;
  // Signals that a process can run, or that the run is over.
  std::condition_variable changed_;
  int64_t work_left_ = 0;
  int64_t work_done_ = 0;
  int64_t estimated_work_ = 0;
  bool is_over_ = false;
  size_t current_ = 0;
  std::vector<size_t> failed_;
  // The time of the earliest failure so far, past which no process runs.
  int64_t limit_ = std::numeric_limits<int64_t>::max();
  // Breakpoints and traps that Run has not reported yet.
  std::vector<std::pair<size_t, StopReason>> stops_;

  std::vector<std::unique_ptr<ProcessLink>> links_;
  std::vector<std::unique_ptr<Machine>> machines_;
  // Null: only the caller's thread runs.
  std::unique_ptr<ThreadPool> crew_;
  bool has_failed_ = false;
  DiagnosticSink diagnostics_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_GRID_MACHINE_GRID_H_
