// A clock that never goes back, for recording what happened when.
#ifndef PADDOCK_CORE_BASE_CLOCK_H_
#define PADDOCK_CORE_BASE_CLOCK_H_

#include <chrono>
#include <cstdint>

namespace paddock {

using Clock = int64_t (*)();

// Nanoseconds since some moment, the same for all threads.
inline int64_t NowNanoseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

}  // namespace paddock

#endif  // PADDOCK_CORE_BASE_CLOCK_H_
