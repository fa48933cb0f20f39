// Where threads run: asked of the system, and for a moment told to it.
#ifndef PADDOCK_CORE_EXEC_THREAD_PLACE_H_
#define PADDOCK_CORE_EXEC_THREAD_PLACE_H_

#ifndef __EMSCRIPTEN__
#include <thread>
#endif
#ifdef __linux__
#include <pthread.h>
#include <sched.h>
#endif

namespace paddock {

// The processor that the caller is on; -1 where the system does not tell.
int CurrentProcessor();

#ifndef __EMSCRIPTEN__

// A sleeping thread is mostly woken on the processor of who wakes it if the system believes that
// no other one is free, which those of virtual machines often do: a processor that sleeps looks
// taken away to them. Both then share one, and nobody parts them for milliseconds. So the waker
// forbids its own processor, and what wakes takes that back: nothing stays pinned.
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

#endif  // PADDOCK_CORE_EXEC_THREAD_PLACE_H_
