// Machine: runs a plan, a slice of work at a time. Callers can inspect it between slices.
#ifndef PADDOCK_CORE_EXEC_MACHINE_MACHINE_H_
#define PADDOCK_CORE_EXEC_MACHINE_MACHINE_H_

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/diagnostics/diagnostic.h"
#include "core/exec/machine/nested_run.h"
#include "core/grid/process_link.h"
#include "core/plan/plan.h"
#include "core/run/progress.h"
#include "core/run/step_span.h"
#include "core/run/value_view.h"
#include "core/tensor/tensor.h"

namespace paddock {

class ThreadPool;

// Complete state of a machine between two steps.
class MachineSnapshot;

struct MachineOptions {
  // Budget shared with all holders of tensors; may be null.
  std::shared_ptr<MemoryBudget> memory;
  // Null: everything runs on the caller's thread. Bits do not depend on it.
  ThreadPool* pool = nullptr;
  // Link to the other processes of the grid; null: the process is alone in a grid of 1 x 1.
  ProcessLink* link = nullptr;
  // Runs interpreter.run_parallel; null: the operation fails, as outside a MachineGrid.
  StartNestedRun start_nested_run = nullptr;
  // Threads of the grids of interpreter.run_parallel (MachineGridOptions::threads).
  size_t grid_threads = 1;
  // For interpreter.print, and for interpreter.probe with the number of earlier probes of this id.
  std::function<void(const Operation&, Type, const Tensor&)> on_print;
  std::function<void(const Operation&, std::string_view id, int64_t iteration, const Tensor&)>
      on_probe;
  // Called after each step, when the values of its operation can be read; null for steps that
  // prepare constants. Slow.
  std::function<void(const Operation*)> on_step;
  // Called after each call of a step's function. Slow.
  StepListener on_span;
  // Run stops before a step of one of these operations.
  std::vector<const Operation*> breakpoints;
  // Run stops before a step for which this predicate returns true; empty: never.
  std::function<bool(const Step&)> stops_before;
  // Stop after the first operation that computes NaN or infinity. Level kFaithful reports it
  // exactly, kFast the last operation fused with it.
  bool trap_non_finite = false;
  // When tapes become machine code, if the build, the system and the processor allow it: when the
  // machine starts, and if its memory changes after work that takes as long as making the code; or
  // after at least so much work of a loop. Bits do not depend on it.
  static constexpr int64_t kNativeAtStart = -1;
  int64_t native_tape_work = kNativeAtStart;
};

class Machine {
 public:
  // `inputs`: one for each argument of the plan that is no token, with its element type and shape.
  // Fails with diagnostics in `sink` if an input does not match or memory does not suffice.
  static Result<std::unique_ptr<Machine>> Create(std::shared_ptr<const Plan> plan,
                                                 std::vector<Tensor> inputs, MachineOptions options,
                                                 DiagnosticSink& sink);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // Restarts with other inputs in the machine's own memory, because a fresh allocation can cost
  // more than a kernel. Allocates only if a caller retains results in that memory. Fails as Create
  // does, without changing the machine.
  Result<void> Restart(std::vector<Tensor> inputs, DiagnosticSink& sink);

  // Runs until `work_budget` units of work are spent, or until another reason to stop.
  StopReason Run(int64_t work_budget);
  // Runs until a reason to stop other than the budget.
  StopReason RunToEnd();

  // --- Stepping (core/api/debug/debugger.h).

  // Returns the number of completed executions of steps. It determines the state, regardless of
  // slices.
  uint64_t steps_done() const;
  // Returns false inside a step that its budget stopped.
  bool is_between_steps() const;
  // Makes Run stop, with kPaused, once this number of steps is complete.
  static constexpr uint64_t kNoPause = std::numeric_limits<uint64_t>::max();
  void PauseAt(uint64_t steps);
  void SetBreakpoints(std::vector<const Operation*> operations);
  void StopBefore(std::function<bool(const Step&)> stops_before);
  void SetTrap(bool traps_non_finite);
  // Makes the next Run pass a breakpoint at the current step.
  void PassBreakpoint();
  // Returns the operation of the last completed step; null before the first step of a plan.
  const Operation* last_operation() const;

  // Returns the next step.
  const Step& next_step() const;
  // Returns the number of executions of the next step. A function has separate steps for each call.
  uint64_t executions() const;
  // Returns the plan at the start of the run. Continuations follow it if sizes are determined at
  // run time.
  const Plan& first_plan() const;

  // Save charges the snapshot to `memory`, which may be null. Returns null if the budget does not
  // suffice, or if can_be_saved() is false: inside a step, at the end, and after communication or
  // I/O, which cannot be undone.
  bool can_be_saved() const;
  std::shared_ptr<const MachineSnapshot> Save(std::shared_ptr<MemoryBudget> memory) const;
  // Restores the snapshot. Returns false, without effect, if the machine has communicated since.
  bool Restore(const MachineSnapshot& snapshot);

  // Returns one tensor for each result of the plan, without a value for tokens. Large results stay
  // in the machine's memory, which is then not written again (Plan::lends_results). Call after
  // kFinished.
  std::vector<Tensor> Results() const;
  // Returns a copy of the current value, or of leaf `part` of a tuple. Returns nothing if the value
  // is not computed yet, is a token, or another value uses its memory (level kFast).
  std::optional<Tensor> ValueOf(const Value& value, size_t part = 0) const;
  // Passes the value to `look` without a copy; `look` must not retain it. Returns false if there is
  // no value.
  bool LookAt(const Value& value, size_t part,
              const std::function<void(const ValueView&)>& look) const;

  // Returns ValueView::executions of the value; 0 if there is no value.
  uint64_t executions_of(const Value& value) const;

  // Returns the current operation; null at the end and in steps that prepare constants.
  const Operation* current_operation() const;
  Progress progress() const;
  Counts counts() const;
  const DiagnosticSink& diagnostics() const;
  const Plan& plan() const;

 private:
  friend class MachineSnapshot;
  struct State;
  explicit Machine(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_MACHINE_MACHINE_H_
