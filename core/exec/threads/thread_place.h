// Placement of threads: read from the system, and changed for a moment.
#ifndef PADDOCK_CORE_EXEC_THREADS_THREAD_PLACE_H_
#define PADDOCK_CORE_EXEC_THREADS_THREAD_PLACE_H_

#ifndef __EMSCRIPTEN__
#include <thread>
#endif
#ifdef __linux__
#include <pthread.h>
#include <sched.h>
#endif

namespace paddock {

// Returns the processor that the caller runs on; -1 if the system does not report it.
int CurrentProcessor();

#ifndef __EMSCRIPTEN__

// Keeps a thread away from its waker's processor. A system that believes that no other processor is
// free wakes a thread on its waker's. Virtual machines often do: a sleeping processor looks taken
// away to them. Both threads then share one processor for milliseconds. So the waker forbids its
// own processor, and the woken thread takes that back: nothing stays pinned.
class ThreadPlace {
 public:
  // `sleeper` will wake elsewhere than on `processor`, if it may run anywhere else.
  void KeepAway(std::thread& sleeper, int processor);
  // Called by the thread itself when it runs: everything is as it was.
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
