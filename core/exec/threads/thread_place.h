// Placement of threads: reads it from the system, and changes it temporarily.
#ifndef PADDOCK_CORE_EXEC_THREADS_THREAD_PLACE_H_
#define PADDOCK_CORE_EXEC_THREADS_THREAD_PLACE_H_

#include "core/exec/threads/has_threads.h"

#ifdef PADDOCK_HAS_THREADS
#include <pthread.h>
#endif
#ifdef __linux__
#include <sched.h>
#endif

namespace paddock {

// Returns the processor that the caller runs on; -1 if the system does not report it.
int CurrentProcessor();

#ifdef PADDOCK_HAS_THREADS

// Keeps a thread away from its waker's processor. If the scheduler sees no other free processor, it
// wakes a thread on its waker's. In virtual machines this is frequent, because a sleeping processor
// appears to be stolen. Both threads then share one processor for milliseconds. The waker therefore
// excludes its own processor, and the woken thread undoes that, so nothing stays pinned.
class ThreadPlace {
 public:
  // Makes `sleeper` wake on another processor than `processor`, if it may run on any other.
  void KeepAway(pthread_t sleeper, int processor);
  // Restores the previous placement. Called by the thread itself once it runs.
  void TakeBack();

 private:
#ifdef __linux__
  cpu_set_t before_ = {};
#endif
  bool is_kept_away_ = false;
};

#endif

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_THREADS_THREAD_PLACE_H_
