// RunLog: when each operation of a run was executed, and with whom it communicated.
#ifndef PADDOCK_CORE_API_WHY_RUN_LOG_H_
#define PADDOCK_CORE_API_WHY_RUN_LOG_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ir/operation.h"
#include "core/run/communication.h"

namespace paddock {

struct Step;

// Evaluation of the condition of a loop. Its body follows, or the end of the loop.
struct LoopDecision {
  // Clocks of the move that gave the carried values, 0 without one, and of the decision.
  uint64_t boundary = 0;
  uint64_t branch = 0;
  // From 1, within one execution of the loop.
  uint64_t iteration = 1;
};

// Meeting or message, as one process took part in it.
struct Exchanged {
  uint64_t clock = 0;
  CommunicationKind kind = CommunicationKind::kMeeting;
  int64_t channel = 0;
  uint64_t occurrence = 0;
  std::vector<int64_t> members;
  std::vector<size_t> roots;
};

// Times are clocks: the number of steps that all processes have completed (Debugger).
class RunLog {
 public:
  // Entries that are kept; the oldest are forgotten, but the last execution of each operation.
  static constexpr size_t kMostEntries = size_t{1} << 24;

  // Adds a completed step. `step` is its entry in the plan.
  void Add(int64_t process, const Operation& operation, const Step& step, uint64_t clock);
  // Adds a communication of the step that its process completes next.
  void Add(const Communication& event);

  // Returns the clock after the last execution that was complete at `clock`; nothing if there is
  // none, and for operations that need no step.
  std::optional<uint64_t> LastAt(int64_t process, const Operation& operation, uint64_t clock) const;
  // Returns the clock after the next execution; nothing if there is none.
  std::optional<uint64_t> NextAfter(int64_t process, const Operation& operation,
                                    uint64_t clock) const;
  // Returns the number of executions that were complete at `clock`.
  uint64_t ExecutionsAt(int64_t process, const Operation& operation, uint64_t clock) const;
  // Returns the clock after the k-th execution, from 1.
  std::optional<uint64_t> ClockOf(int64_t process, const Operation& operation,
                                  uint64_t execution) const;

  // Returns the last decision at `clock`; null if there is none.
  const LoopDecision* LastDecision(int64_t process, const Operation& loop, uint64_t clock) const;
  // Returns the first decision from `clock` on, whose condition was evaluated then; null if there
  // is none.
  const LoopDecision* NextDecision(int64_t process, const Operation& loop, uint64_t clock) const;

  // Returns the end of the last execution of an if or a case that was complete at `clock`, and the
  // region that ran; null if there is none.
  struct Branched {
    uint64_t clock = 0;
    size_t region = 0;
  };
  const Branched* BranchedAt(int64_t process, const Operation& branch, uint64_t clock) const;

  // Returns the meeting, or the message received, of the execution that ended at `clock`; null if
  // there is none.
  const Exchanged* ExchangeAt(int64_t process, const Operation& operation, uint64_t clock) const;
  // Returns the message that the process sent in the execution of the operation after `begin` and
  // until `end`; null if there is none.
  const Exchanged* SentBetween(int64_t process, const Operation& operation, uint64_t begin,
                               uint64_t end) const;
  // Returns the part of another process in the same meeting or message, and its operation's span.
  struct Counterpart {
    const Exchanged* event = nullptr;
    Span span;
  };
  Counterpart CounterpartOf(const Exchanged& event, int64_t process) const;

  uint64_t last_clock() const { return last_clock_; }

 private:
  struct Executions {
    // Ascending clocks; `forgotten` earlier ones are not kept.
    std::vector<uint64_t> clocks;
    uint64_t forgotten = 0;
  };
  struct Loop {
    std::vector<LoopDecision> decisions;
    // Moves since the last decision.
    std::vector<std::pair<uint64_t, const Step*>> moves;
    LoopDecision open;
    bool has_open = false;
  };
  struct Branches {
    std::vector<Branched> ends;
    // Decision without an end.
    const Step* open = nullptr;
  };
  using Key = std::pair<int64_t, const Operation*>;

  const Executions* Find(int64_t process, const Operation& operation) const;
  void AddExchanges(int64_t process, uint64_t clock);
  static void AddToBranches(Branches& branches, const Step& step, uint64_t clock);
  void AddToLoop(Loop& loop, const Step& step, uint64_t clock);
  void Forget();

  std::map<Key, Executions> executions_;
  std::map<Key, Loop> loops_;
  std::map<Key, Branches> branches_;
  // By process, then by the begin of the operation's span.
  std::map<std::pair<int64_t, uint32_t>, std::vector<Exchanged>> exchanges_;
  // By process: communications of its current step.
  std::map<int64_t, std::vector<std::pair<uint32_t, Exchanged>>> pending_;
  // By process: its last step.
  std::map<int64_t, std::pair<const Operation*, const Step*>> last_;
  size_t entries_ = 0;
  uint64_t last_clock_ = 0;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_API_WHY_RUN_LOG_H_
