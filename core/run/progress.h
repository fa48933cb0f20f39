// Progress of a run, its reason to stop, and its counts.
#ifndef PADDOCK_CORE_RUN_PROGRESS_H_
#define PADDOCK_CORE_RUN_PROGRESS_H_

#include <cstdint>

namespace paddock {

enum class StopReason : uint8_t {
  kFinished,
  kBlocked,      // waits for another process; call Run again when that has made progress
  kBudgetSpent,  // call Run again to continue
  kBreakpoint,   // at a breakpoint before the operation current_operation()
  kTrap,         // an operation computed the first NaN or infinity, if the trap is set
  kPaused,       // the step count of PauseAt is reached
  kFailed,       // see diagnostics()
};

struct Progress {
  uint32_t step = 0;
  uint32_t step_count = 0;
  // In units of work (core/plan/step.h). The estimate counts every step once, so a run with a loop
  // exceeds it.
  int64_t work_done = 0;
  int64_t estimated_work = 0;
};

// Work of a run: the executions of each step times the work of one.
struct Counts {
  // Arithmetic operations on elements: a multiply-add is two, a tanh is one.
  uint64_t operations = 0;
  // Bytes that steps read from operands and write to results; bytes that stay in a tile do not
  // count.
  uint64_t bytes = 0;
  // Executions of steps.
  uint64_t steps = 0;

  Counts& operator+=(const Counts& other) {
    operations += other.operations;
    bytes += other.bytes;
    steps += other.steps;
    return *this;
  }
};

}  // namespace paddock

#endif  // PADDOCK_CORE_RUN_PROGRESS_H_
