// Debugger: a run that goes one operation at a time, forward and back.
//
//   auto debugger = paddock::Debugger::Start(program, {.inputs = {...}}, diagnostics);
//   debugger->Step();
//   while (debugger->Run(1 << 24) == paddock::Debugger::Stop::kBudgetSpent) {}
//   debugger->place();   // the operation that is next
//   debugger->GoTo(debugger->place().clock - 1);
//
// A run is a function of its inputs, so a state is named by how many steps were done before it:
// its clock. Going back takes a copy of an earlier state and does the steps since again. Copies
// stand the denser the later they are, so that one step back costs as little in the millionth
// turn of a loop as in the first.
#ifndef PADDOCK_CORE_API_DEBUGGER_H_
#define PADDOCK_CORE_API_DEBUGGER_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/api/program.h"
#include "core/api/session.h"
#include "core/exec/machine.h"

namespace paddock {

// Where a run stands: before an operation.
struct DebuggerPlace {
  uint64_t clock = 0;
  // By its flattened id: whose operation it is.
  int64_t process = 0;
  // Empty at the end.
  std::string_view operation;
  Span span;
  // Of the source, 0 where unknown.
  uint32_t line = 0;
};

// Somewhere to stop.
struct Breakpoint {
  const Operation* operation = nullptr;
  // Only before the process does it for the k-th time, from 1; 0: every time.
  uint64_t execution = 0;
};

class Debugger {
 public:
  // As Session::Start, at level kFaithful, on one thread.
  static std::unique_ptr<Debugger> Start(std::shared_ptr<const Program> program,
                                         SessionOptions options,
                                         std::vector<Diagnostic>& diagnostics);
  ~Debugger();
  Debugger(const Debugger&) = delete;
  Debugger& operator=(const Debugger&) = delete;

  // --- Where to stop.

  // The operations that begin on this line of the source; if none of them does anything in a run
  // (constants, returns), the next one in the text that does. Empty: there is none.
  std::vector<const Operation*> OperationsOn(uint32_t line) const;
  // The same of the innermost operation around this byte of the source.
  std::vector<const Operation*> OperationsAt(uint32_t offset) const;
  void SetBreakpoints(std::vector<Breakpoint> breakpoints);
  // Also after an operation that gives NaN or infinity: it is last_span().
  void SetTrap(bool stops_at_non_finite) { has_trap_ = stops_at_non_finite; }

  // --- Where to go. Run goes there, and then there is nowhere to go.

  // To the next breakpoint, or the end. One at the operation that is next does not count, unless
  // nothing has been done yet.
  void GoOn();
  // To the next breakpoint or one of these, which are forgotten then.
  void GoOnTo(std::vector<Breakpoint> once);
  // To the next operation, of whichever process is next.
  void Step();
  // To what follows the operation that is next, in its process: past the function that it calls and
  // all turns of its regions. Or out of the innermost call, loop or region around it. Breakpoints
  // on the way stop it.
  void StepOver();
  void StepOut();
  // To right after the value has been made for the k-th time, from 1, by this process, and can be
  // seen (ValueSummary::executions). Nothing is done if it has been made as often already.
  void GoToValue(const Value& value, int64_t process, uint64_t execution);
  // To a clock, back or forward; past the end is the end. Stops nowhere else, and tells nothing
  // again: what is printed and fed out was told when it happened first.
  void GoTo(uint64_t clock);

  enum class Stop : uint8_t {
    kReached,      // there, or there was nowhere to go
    kBudgetSpent,  // Run again
    kBreakpoint,
    kTrap,
    kFinished,
    kFailed,  // diagnostics() says why; one can go back
    kLost,    // memory did not suffice to begin again: only diagnostics() is left
  };
  Stop Run(int64_t work_budget);

  // --- What there is to see.

  DebuggerPlace place() const;
  // Of the operation that was done last by the process that is next; unknown before the first.
  Span last_span() const;
  // How often the process that is next has done its next operation before.
  uint64_t executions() const;
  // The steps before this one, at most `count` and kMostHistory, the latest last.
  static constexpr size_t kMostHistory = 10'000;
  std::vector<DebuggerPlace> History(size_t count) const;
  // Values, results, grid. Another one after each Run.
  const Session& session() const { return *session_; }
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

  // Bytes of copies of earlier states, and steps that were done again to go back.
  uint64_t snapshot_bytes() const;
  uint64_t replayed_steps() const { return replayed_steps_; }

 private:
  struct Kept {
    uint64_t clock = 0;
    // What leads here from the beginning, in units of work.
    uint64_t cost = 0;
    std::shared_ptr<const Machine::Snapshot> state;
  };
  struct Done {
    const Operation* operation = nullptr;
    int64_t process = 0;
  };
  enum class Goal : uint8_t { kNone, kBreakpoint, kNextOperation, kBeyond, kValue, kClock };
  // What a step over or out goes beyond: a step, and what it is inside of, outermost first.
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

  Debugger(std::shared_ptr<const Program> program, SessionOptions options);
  bool Begin();
  void Silence();
  void SetGoal(Goal goal, uint64_t clock);
  void GoBeyond(bool is_out);
  bool IsBeyond(const paddock::Step& next) const;
  bool HasMade() const;
  void SetStops();
  bool Rewind();
  StopReason Advance(int64_t work_budget);
  bool IsThere();
  Stop End(Stop stop);
  bool IsWanted(const Operation& operation, uint64_t execution) const;
  uint64_t Cost() const;
  void KeepSnapshot();
  void ThinOut(uint64_t now);
  void Remember(int64_t process, const Operation& operation);
  DebuggerPlace PlaceOf(uint64_t clock, int64_t process, const Operation* operation) const;

  std::shared_ptr<const Program> program_;
  SessionOptions options_;
  std::unique_ptr<Session> session_;
  std::vector<Diagnostic> diagnostics_;

  std::vector<Breakpoint> breakpoints_;
  std::vector<Breakpoint> once_;
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

  // Of all runs of steps, the farthest: what lies before it was told already.
  uint64_t told_clock_ = 0;
  bool is_silent_ = false;
  // The budget ended inside a step.
  bool is_inside_step_ = false;

  std::shared_ptr<MemoryBudget> snapshot_memory_;
  // By clock.
  std::vector<Kept> kept_;
  // The steps up to now, the last at the back.
  std::deque<Done> history_;
  uint64_t replayed_steps_ = 0;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_API_DEBUGGER_H_
