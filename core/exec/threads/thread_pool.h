// ThreadPool: a few threads that share the chunks of one kernel at a time.
#ifndef PADDOCK_CORE_EXEC_THREADS_THREAD_POOL_H_
#define PADDOCK_CORE_EXEC_THREADS_THREAD_POOL_H_

#include <cstddef>
#include <cstdint>
#include <memory>

namespace paddock {

// In WebAssembly, the pool has only the caller's thread, except in the flavour `threads`.
class ThreadPool {
 public:
  // `threads` includes the caller; 0: UsableProcessors(). A thread starts when it is first woken.
  // When a pool ends, its threads sleep until the next pool of their number.
  explicit ThreadPool(size_t threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  size_t thread_count() const;

  using Task = void (*)(void* argument, int64_t task, size_t thread);
  // Runs tasks 0 .. count, and returns when all are complete. Helpers serve one call at a time; a
  // second caller runs its tasks alone. `work` is the sum of all tasks, in units of
  // core/plan/step.h. Below kMuchWork, sleeping threads are woken only if the durations of first
  // tasks justify it: a unit of copied memory may take a twentieth of the usual time.
  void Run(int64_t count, int64_t work, Task task, void* argument);
  static constexpr int64_t kMuchWork = 1 << 24;

 private:
  struct State;
  struct Idle;
  std::unique_ptr<State> state_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_THREADS_THREAD_POOL_H_
