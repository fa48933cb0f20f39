// Debugger: runs a program one operation at a time, forward and back.
//
//   auto debugger = paddock::Debugger::Start(program, {.inputs = {...}}, diagnostics);
//   debugger->Step();
//   while (debugger->Run(1 << 24) == paddock::Debugger::Stop::kBudgetSpent) {}
//   debugger->place();   // the next operation
//   debugger->GoTo(debugger->place().clock - 1);
//
// A run is deterministic, so a state is identified by its clock: the number of steps before it. To
// go back, the debugger restores a snapshot and repeats the steps after it. Snapshots are denser
// near the current state, so one step back stays cheap, even after a million iterations.
#ifndef PADDOCK_CORE_API_DEBUG_DEBUGGER_H_
#define PADDOCK_CORE_API_DEBUG_DEBUGGER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/api/debug/condition.h"
#include "core/api/program.h"
#include "core/api/run/session.h"
#include "core/tensor/tensor.h"

namespace paddock {

class MachineSnapshot;
struct Step;

// Position of a run: before an operation.
struct DebuggerPlace {
  uint64_t clock = 0;
  // Flattened id of the process that runs the operation.
  int64_t process = 0;
  // Name of the operation; empty at the end.
  std::string_view operation;
  Span span;
  // Line of the source; 0 if unknown.
  uint32_t line = 0;
  // Number of calls and regions around the operation.
  uint32_t depth = 0;
};

// Place where the debugger stops: before an operation, or if there is a condition, after it.
struct Breakpoint {
  const Operation* operation = nullptr;
  // Stops only at the process's k-th execution, from 1. 0 means every execution.
  uint64_t execution = 0;
  // Condition on a result of the operation. A leaf of a tuple has none.
  Condition condition = {};
};

class Debugger {
 public:
  // Like Session::Start, at level kFaithful, on one thread.
  static std::unique_ptr<Debugger> Start(std::shared_ptr<const Program> program,
                                         SessionOptions options,
                                         std::vector<Diagnostic>& diagnostics);
  ~Debugger();
  Debugger(const Debugger&) = delete;
  Debugger& operator=(const Debugger&) = delete;

  // --- Breakpoints.

  // Returns the operations that begin on this line of the source. If none of them runs (constants,
  // returns), returns the next operation in the text that does. Empty if there is none.
  std::vector<const Operation*> OperationsOn(uint32_t line) const;
  // Like OperationsOn, for the innermost operation around this byte of the source.
  std::vector<const Operation*> OperationsAt(uint32_t offset) const;
  void SetBreakpoints(std::vector<Breakpoint> breakpoints);
  // Also stops after an operation that produces NaN or infinity; last_span() is its place.
  void SetTrap(bool stops_at_non_finite) { has_trap_ = stops_at_non_finite; }

  // --- Destinations. Run moves to the destination set last, and clears it.

  // Moves to the next breakpoint, or the end. A breakpoint at the next operation counts only if no
  // step was executed yet.
  void GoOn();
  // Moves to the next breakpoint or one of `once`, which apply only this time.
  void GoOnTo(std::vector<Breakpoint> once);
  // Moves to the next operation of any process.
  void Step();
  // StepOver moves past the next operation of its process, including its callee and all iterations
  // of its regions. StepOut moves out of the innermost call, loop or region. Breakpoints stop both.
  void StepOver();
  void StepOut();
  // Moves to the point right after this process has computed the value for the k-th time, from 1
  // (ValueSummary::executions). Does nothing if the value was already computed k times.
  void GoToValue(const Value& value, int64_t process, uint64_t execution);
  // Moves to a clock, back or forward; a clock past the end means the end. Ignores breakpoints and
  // repeats no listener calls: prints and outfeeds are reported only the first time.
  void GoTo(uint64_t clock);

  enum class Stop : uint8_t {
    kReached,      // at the destination, or without a destination
    kBudgetSpent,  // call Run again
    kBreakpoint,
    kTrap,
    kFinished,
    kFailed,  // diagnostics() has the reason; going back is possible
    kLost,    // out of memory on restart: only diagnostics() is left
  };
  Stop Run(int64_t work_budget);

  // --- State to look at.

  DebuggerPlace place() const;
  // Place of the operation that the next process executed last; unknown before its first.
  Span last_span() const;
  // Number of times that the next process has executed its next operation.
  uint64_t executions() const;
  // Returns the last steps, at most `count` and kMostHistory, the most recent last.
  static constexpr size_t kMostHistory = 10'000;
  std::vector<DebuggerPlace> History(size_t count) const;
  // Values, results and grid. Each Run may replace the session.
  const Session& session() const { return *session_; }
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

  // Bytes of snapshots of earlier states, and number of steps repeated to go back.
  uint64_t snapshot_bytes() const;
  uint64_t replayed_steps() const { return replayed_steps_; }

 private:
  struct Kept {
    uint64_t clock = 0;
    // Work since the start, in units of work.
    uint64_t cost = 0;
    std::shared_ptr<const MachineSnapshot> state;
  };
  struct Done {
    const Operation* operation = nullptr;
    int64_t process = 0;
    uint32_t depth = 0;
  };
  enum class Goal : uint8_t { kNone, kBreakpoint, kNextOperation, kBeyond, kValue, kClock };
  // Step that StepOver or StepOut passes, and its enclosing operations, outermost first.
  struct Bounds {
    int64_t process = 0;
    const paddock::Step* step = nullptr;
    const Operation* operation = nullptr;
    std::vector<const Operation*> around;
    bool is_out = false;
  };

  struct Making {
    const Value* value = nullptr;
    int64_t process = 0;
    uint64_t execution = 0;
  };

  // A result of one process that a breakpoint's condition is about.
  struct Watch {
    Breakpoint breakpoint;
    const Value* value = nullptr;
    int64_t process = 0;
    uint64_t executions = 0;
    // Value of that execution, for Condition::Kind::kChange.
    Tensor before;
  };

  Debugger(std::shared_ptr<const Program> program, SessionOptions options);
  bool Begin();
  void Silence();
  void SetGoal(Goal goal, uint64_t clock);
  void GoBeyond(bool is_out);
  bool IsBeyond(const paddock::Step& next) const;
  bool HasMade() const;
  void SetStops();
  void SetWatches();
  bool TakeValue(Watch& watch);
  void LookAfter(int64_t process, const Operation* operation);
  bool Rewind();
  StopReason Advance(int64_t work_budget);
  bool IsThere();
  Stop End(Stop stop);
  bool IsWanted(const Operation& operation, uint64_t execution) const;
  uint64_t Cost() const;
  void KeepSnapshot();
  void ThinOut(uint64_t now);
  DebuggerPlace PlaceOf(uint64_t clock, const Done& done) const;
  Done NextOf(int64_t process) const;

  std::shared_ptr<const Program> program_;
  SessionOptions options_;
  std::unique_ptr<Session> session_;
  std::vector<Diagnostic> diagnostics_;

  std::vector<Breakpoint> breakpoints_;
  std::vector<Breakpoint> once_;
  std::vector<Watch> watches_;
  // A condition held after the last step.
  bool has_met_ = false;
  bool has_trap_ = false;
  Goal goal_ = Goal::kNone;
  uint64_t goal_clock_ = 0;
  Bounds bounds_;
  Making making_;
  bool is_going_back_ = false;
  bool must_rewind_ = false;
  bool passes_ = false;
  bool is_at_breakpoint_ = false;
  bool has_ended_ = false;
  bool has_failed_ = false;
  bool is_lost_ = false;

  // Maximum clock of all runs. Earlier events are already reported.
  uint64_t told_clock_ = 0;
  bool is_silent_ = false;
  // The budget ended inside a step.
  bool is_inside_step_ = false;

  std::shared_ptr<MemoryBudget> snapshot_memory_;
  // Ordered by clock.
  std::vector<Kept> kept_;
  // Steps up to the current one, the last at the back: at least kMostHistory, if there are as many.
  std::vector<Done> history_;
  uint64_t replayed_steps_ = 0;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_API_DEBUG_DEBUGGER_H_
