// ValueSources: the operation of a run that computed what a value held at some time.
#ifndef PADDOCK_CORE_API_WHY_VALUE_SOURCES_H_
#define PADDOCK_CORE_API_WHY_VALUE_SOURCES_H_

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/api/program.h"
#include "core/api/why/run_log.h"
#include "core/ir/operation.h"

namespace paddock {

// Value of one process, when it was computed, or, where no step computes it, when it was read.
struct ValueMoment {
  const Value* value = nullptr;
  int64_t process = 0;
  uint64_t clock = 0;
};

// Returns the operation that gave a value its cells: the computation of a tile that is an argument
// of sdy.manual_computation, and for a result of async_done what async_start started.
const Operation& ComputedBy(const Value& value);
// Returns the operation that async_start starts; null if it has no body.
const Operation* StartedBy(const Operation& start);
// Returns whether a value within sdy.manual_computation is all of the one outside, not a tile of
// it.
bool IsWhole(const Value& inside, const Value& outside);

struct ValueSource {
  enum class Kind : uint8_t { kOperation, kConstant, kInput, kUnknown };
  Kind kind = Kind::kUnknown;
  ValueMoment moment;
  // The ways through loops, branches, calls and tuples from the value to its source, in words:
  // "after 3 iterations of the loop in line 7".
  std::vector<std::string> passages;
  // Values that decided the way: the predicate of an if, the condition of a loop.
  std::vector<ValueMoment> deciders;
  // For kUnknown, a sentence.
  std::string reason;
};

class ValueSources {
 public:
  // `program` and `log` must outlive it. `entry` is the function that runs.
  ValueSources(const Program& program, std::string_view entry, const RunLog& log);

  ValueSource Find(ValueMoment moment) const;
  // Returns "iteration 3 of the loop in line 7" for each loop around the operation, the innermost
  // first.
  std::vector<std::string> IterationsAround(const Operation& operation, int64_t process,
                                            uint64_t clock) const;
  // Returns whether the value at `clock` is the one of `moment`.
  bool IsUnchanged(ValueMoment moment, uint64_t clock) const;
  // Returns the time of the last evaluation of the region of a loop that has this value as an
  // argument; `clock` for other values.
  uint64_t LastTimeOf(const Value& value, int64_t process, uint64_t clock) const;
  // Returns the async_done that completed an operation after its async_start returned; null if
  // there is none.
  const Operation* CompletedBy(const Operation& started, int64_t process, uint64_t clock) const;
  // Returns when the process took the tiles of a manual computation, for its latest run at `clock`.
  uint64_t TakenAt(const Operation& manual, int64_t process, uint64_t clock) const;
  // Returns the operation of this kind whose text begins here; null if there is none.
  const Operation* OperationAt(uint32_t begin, OpKind kind) const;
  // Returns "line 7".
  std::string LineOf(const Operation& operation) const;
  // Returns the calls of a function.
  const std::vector<const Operation*>& CallsOf(const Operation& function) const;
  // Returns the function that a call or a composite runs; null for other operations.
  const Operation* CalleeOf(const Operation& call) const;

 private:
  struct Search;
  bool Step(Search& search) const;
  bool StepArgument(Search& search) const;
  bool StepParameter(Search& search, const Operation& function) const;
  bool StepCarried(Search& search, const Operation& loop, bool is_condition) const;
  bool StepResult(Search& search, const Operation& operation) const;
  bool StepLoop(Search& search, const Operation& loop) const;
  bool StepDecision(Search& search, const Operation& loop, const LoopDecision& decision) const;
  bool StepBranch(Search& search, const Operation& branch) const;
  bool StepCall(Search& search, const Operation& call) const;
  bool StepTuple(Search& search, const Operation& element) const;
  bool StepStart(Search& search, const Operation& start) const;
  bool StepTile(Search& search, const Operation& manual) const;
  bool StepJoined(Search& search, const Operation& manual) const;
  const Operation* ActiveCall(const Operation& function, int64_t process, uint64_t clock) const;
  uint64_t EndOfCall(const Operation& call, const Operation& function, ValueMoment moment) const;
  uint64_t ClockOfAlias(const Operation& operation, ValueMoment moment) const;
  bool IsUnchanged(ValueMoment moment, uint64_t clock, int depth) const;
  // Returns when an operation last gave the value, by a step of its own or as a loop or branch; 0
  // if it has none.
  uint64_t LastGiven(const Value& value, int64_t process, uint64_t clock) const;

  const Program& program_;
  const RunLog& log_;
  const Operation* entry_ = nullptr;
  std::unordered_map<const Operation*, std::vector<const Operation*>> calls_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_API_WHY_VALUE_SOURCES_H_
