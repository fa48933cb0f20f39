// MachineGrid: the processes of a grid, each a Machine, run in turns on one thread or several.
// When none can go on and not all have finished, that is a deadlock, found by logic and
// explained.
#ifndef PADDOCK_CORE_EXEC_MACHINE_GRID_H_
#define PADDOCK_CORE_EXEC_MACHINE_GRID_H_

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "core/exec/machine.h"
#include "core/exec/run_queue.h"
#include "core/exec/thread_pool.h"
#include "core/grid/communication.h"
#include "core/grid/hub.h"
#include "core/grid/peer.h"
#include "core/grid/process_link.h"

namespace paddock {

struct MachineGridOptions {
  // Options of each machine, except `link`, which is set here. One thread at a time calls its
  // functions.
  MachineOptions machine;
  Infeed infeed;
  Outfeed outfeed;
  // Called with the data that each process gives and gets; empty: nothing is recorded.
  CommunicationListener on_communication;
  // Called after each call of a step, on the thread that runs the process. Slow.
  std::function<void(int64_t process, const StepSpan&)> on_span;
  // Called after each completed step (MachineOptions::on_step). Slow.
  std::function<void(int64_t process, const Operation*)> on_step;
  // Which process is next: 0 in turns, otherwise drawn by chance from this seed. Results do
  // not depend on it.
  uint64_t schedule_seed = 0;
  // A turn ends only where a process waits or ends, so that the order of all steps does not depend
  // on how Run was sliced. With one thread and no peer.
  bool is_stepped = false;
  // How many machines run at once, each on a thread, the caller's among them; with fewer
  // threads than processes, one that waits gives its thread to another. Bits, and what a
  // failure says, do not depend on it.
  size_t threads = 1;
  // Where the other processes of the grid are met: those of its share alone run here. Null: all
  // run here.
  std::shared_ptr<Peer> peer;
};

class MachineGrid {
 public:
  // One plan and the inputs of one machine a process that runs here, by flattened id. The plans
  // were made for this size of grid.
  static Result<std::unique_ptr<MachineGrid>> Create(
      GridSize size, std::span<const std::shared_ptr<const Plan>> plans,
      std::vector<std::vector<Tensor>> inputs, MachineGridOptions options, DiagnosticSink& sink);
  ~MachineGrid();
  MachineGrid(const MachineGrid&) = delete;
  MachineGrid& operator=(const MachineGrid&) = delete;

  // As Machine's; the budget is of all together. That nobody can go on is a failure, unless there
  // is a peer: then kBlocked says that nobody can before the next message, and the run is over, the
  // same for all, once the hub says so (kBudgetSpent: somebody stopped it). When it returns no
  // machine runs.
  StopReason Run(int64_t work_budget);

  GridSize size() const { return hub_.size(); }
  // That run here, by flattened id.
  const std::vector<int64_t>& processes() const { return processes_; }
  const Machine& machine(int64_t process) const { return *machines_[PlaceOf(process)]; }
  Machine& machine(int64_t process) { return *machines_[PlaceOf(process)]; }
  // Returns the process that ran last when Run stopped.
  int64_t current() const { return processes_[current_]; }
  // Returns how many machines run at once.
  size_t thread_count() const { return crew_ == nullptr ? 1 : crew_->thread_count(); }

  // --- Going step by step, with MachineGridOptions::is_stepped.

  // Steps that all machines together have done: equal numbers are equal states.
  uint64_t steps_done() const;
  // Run stops, with kPaused, once so many are done.
  void PauseAt(uint64_t steps) { pause_at_ = steps; }
  void SetBreakpoints(const std::vector<const Operation*>& operations);
  // Before a step of this process of which it says so; empty: never.
  void StopBefore(int64_t process, std::function<bool(const Step&)> stops_before);
  void SetTrap(bool traps_non_finite);
  // The process that runs next, or ran last.
  int64_t next() const { return processes_[queue_.next().value_or(current_)]; }
  // As Machine's, of the one process of a grid of 1 x 1; null and false for larger ones.
  std::shared_ptr<const Machine::Snapshot> Save(std::shared_ptr<MemoryBudget> memory) const;
  bool Restore(const Machine::Snapshot& snapshot);

  // Diagnostics of the process that failed, or of all of them.
  const DiagnosticSink& diagnostics() const { return diagnostics_; }
  // Sums over the processes.
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

  // Guards the hub (or the peer) and what follows while machines run.
  std::mutex mutex_;
  Hub hub_;
  RunQueue queue_;
  // A process can be run, or the run is over.
  std::condition_variable changed_;
  int64_t work_left_ = 0;
  int64_t work_done_ = 0;
  int64_t estimated_work_ = 0;
  bool is_over_ = false;
  size_t current_ = 0;
  std::vector<size_t> failed_;
  // The time of the first failure so far: nobody goes further.
  int64_t limit_ = std::numeric_limits<int64_t>::max();
  // Breakpoints and traps that Run has not told of yet.
  std::vector<std::pair<size_t, StopReason>> stops_;

  std::vector<std::unique_ptr<ProcessLink>> links_;
  std::vector<std::unique_ptr<Machine>> machines_;
  // Null: the caller's thread alone.
  std::unique_ptr<ThreadPool> crew_;
  bool has_failed_ = false;
  DiagnosticSink diagnostics_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_MACHINE_GRID_H_
