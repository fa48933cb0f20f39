// ProcessClock: the progress of a process in units of work (core/plan/step.h), as if all processes
// ran at one speed and messages took no time. It depends only on the program and its inputs, not on
// the mode or the schedule.
#ifndef PADDOCK_CORE_GRID_PROCESS_CLOCK_H_
#define PADDOCK_CORE_GRID_PROCESS_CLOCK_H_

#include <algorithm>
#include <cstdint>

namespace paddock {

class ProcessClock {
 public:
  // The maximum time, for which sums of a few times do not overflow.
  static constexpr int64_t kLatest = int64_t{1} << 60;

  int64_t now() const { return std::min(work_ + waited_, kLatest); }
  // Sets the work of the process itself since its start.
  void set_work(int64_t work) { work_ = work; }
  // Waits for data that is available at `time`.
  void WaitUntil(int64_t time) { waited_ = std::max(waited_, time - work_); }

 private:
  int64_t work_ = 0;
  int64_t waited_ = 0;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_GRID_PROCESS_CLOCK_H_
