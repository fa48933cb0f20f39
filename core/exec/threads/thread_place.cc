#include "core/exec/threads/thread_place.h"

namespace paddock {

#ifdef __linux__

int CurrentProcessor() { return sched_getcpu(); }

void ThreadPlace::KeepAway(pthread_t sleeper, int processor) {
  if (processor < 0 || processor >= CPU_SETSIZE) return;
  if (!is_kept_away_ && pthread_getaffinity_np(sleeper, sizeof(before_), &before_) != 0) return;
  cpu_set_t others = before_;
  CPU_CLR(static_cast<size_t>(processor), &others);
  if (CPU_COUNT(&others) == 0) return;
  if (pthread_setaffinity_np(sleeper, sizeof(others), &others) == 0) is_kept_away_ = true;
}

void ThreadPlace::TakeBack() {
  if (!is_kept_away_) return;
  is_kept_away_ = false;
  pthread_setaffinity_np(pthread_self(), sizeof(before_), &before_);
}

#else

int CurrentProcessor() { return -1; }

#ifdef PADDOCK_HAS_THREADS
void ThreadPlace::KeepAway(pthread_t, int) {}
void ThreadPlace::TakeBack() {}
#endif

#endif

}  // namespace paddock
