// A monotonic clock, for recording times of events.
#ifndef PADDOCK_CORE_BASE_CLOCK_H_
#define PADDOCK_CORE_BASE_CLOCK_H_

#include <chrono>
#include <cstdint>

namespace paddock {

using Clock = int64_t (*)();

// Returns nanoseconds since a point in time that is the same for all threads.
inline int64_t NowNanoseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

}  // namespace paddock

#endif  // PADDOCK_CORE_BASE_CLOCK_H_
