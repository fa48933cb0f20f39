// Waiting without sleep.
#ifndef PADDOCK_CORE_EXEC_THREADS_SPIN_H_
#define PADDOCK_CORE_EXEC_THREADS_SPIN_H_

#include <atomic>
#include <cstdint>

#include "core/base/clock.h"
#include "core/exec/threads/thread_place.h"

namespace paddock {

// A waiting thread spins for this time before it sleeps. Waking a thread costs the waker 5 us and
// takes 15 to 50 us. The steps between two shared kernels of a loop take less than this, and so
// does planning between two runs of a small program.
inline constexpr int64_t kSpinNanoseconds = 100'000;
inline constexpr int kPausesBetweenClocks = 16;

inline void Pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Spins, and returns whether `is_over` became true. Gives up immediately if the awaited thread,
// last seen on `processor`, needs the caller's processor.
template <class IsOver>
bool SpinUntil(const std::atomic<int>& processor, IsOver is_over) {
  if (is_over()) return true;
  const int64_t start = NowNanoseconds();
  do {
    const int own = CurrentProcessor();
    if (own >= 0 && own == processor.load(std::memory_order_relaxed)) return false;
    for (int i = 0; i < kPausesBetweenClocks; ++i) {
      Pause();
      if (is_over()) return true;
    }
  } while (NowNanoseconds() - start < kSpinNanoseconds);
  return false;
}

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_THREADS_SPIN_H_
