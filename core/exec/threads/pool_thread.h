// A thread that begins later, and whose beginning may fail.
#ifndef PADDOCK_CORE_EXEC_THREADS_POOL_THREAD_H_
#define PADDOCK_CORE_EXEC_THREADS_POOL_THREAD_H_

#include "core/exec/threads/has_threads.h"

#ifdef PADDOCK_HAS_THREADS
#include <pthread.h>

#include <functional>
#include <utility>

namespace paddock {

// Unlike std::thread, whose constructor throws if the system gives no thread.
class PoolThread {
 public:
  PoolThread() = default;
  ~PoolThread() { Join(); }
  PoolThread(const PoolThread&) = delete;
  PoolThread& operator=(const PoolThread&) = delete;

  bool has_begun() const { return has_begun_; }
  pthread_t handle() const { return handle_; }

  // Runs `body` on a new thread. Returns false if the system gives none. At most one beginning
  // succeeds.
  bool Begin(std::function<void()> body) {
    body_ = std::move(body);
    has_begun_ = pthread_create(&handle_, nullptr, &Run, this) == 0;
    return has_begun_;
  }

  // Waits for the end of `body`, if it has begun.
  void Join() {
    if (has_begun_) pthread_join(handle_, nullptr);
    has_begun_ = false;
  }

 private:
  static void* Run(void* own) {
    static_cast<PoolThread*>(own)->body_();
    return nullptr;
  }

  std::function<void()> body_;
  pthread_t handle_ = {};
  bool has_begun_ = false;
};

}  // namespace paddock

#endif

#endif  // PADDOCK_CORE_EXEC_THREADS_POOL_THREAD_H_
