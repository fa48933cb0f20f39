// Runs in slices, between which a cancellation takes effect.
#ifndef PADDOCK_CORE_C_SLICES_H_
#define PADDOCK_CORE_C_SLICES_H_

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>

#include "core/c/session.h"

namespace paddock::c {

// Work of a slice, about 10 ms on one thread.
inline constexpr int64_t kSlice = int64_t{40} << 20;

// Marks a handle as running, so that a callback of the run cannot use it.
class RunningMark {
 public:
  explicit RunningMark(std::atomic<bool>& is_running) : is_running_(is_running) {
    is_running_ = true;
  }
  ~RunningMark() { is_running_ = false; }
  RunningMark(const RunningMark&) = delete;
  RunningMark& operator=(const RunningMark&) = delete;

 private:
  std::atomic<bool>& is_running_;
};

// Calls `run` with slices of `budget` units of work until it returns a stop other than
// PADDOCK_STOP_BUDGET_SPENT, the budget is spent, or `is_cancelled` is set, which is then cleared.
// `done` returns the work so far.
template <class Run, class Done>
paddock_stop RunSlices(int64_t budget, int64_t slice, std::atomic<bool>& is_cancelled,
                       const Run& run, const Done& done) {
  int64_t left = budget == 0 ? std::numeric_limits<int64_t>::max() : budget;
  paddock_stop stop = PADDOCK_STOP_BUDGET_SPENT;
  while (stop == PADDOCK_STOP_BUDGET_SPENT && left > 0) {
    if (is_cancelled.exchange(false)) return PADDOCK_STOP_CANCELLED;
    const int64_t before = done();
    stop = run(std::min(left, slice));
    left -= std::min(left, std::max<int64_t>(done() - before, 1));
  }
  return stop;
}

}  // namespace paddock::c

#endif  // PADDOCK_CORE_C_SLICES_H_
