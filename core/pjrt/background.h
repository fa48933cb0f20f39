// Background: threads for runs that take long.
#ifndef PADDOCK_CORE_PJRT_BACKGROUND_H_
#define PADDOCK_CORE_PJRT_BACKGROUND_H_

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>

namespace paddock::pjrt {

// Thread-safe. Each task has its own thread, because a task may wait for another one: a function of
// the host that it calls can start runs itself.
class Background {
 public:
  Background() = default;
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;
  // Waits for all tasks.
  ~Background();

  // Runs `task` on a thread. If there are many tasks already, runs it here, before this returns.
  void Run(std::function<void()> task);

 private:
  std::mutex mutex_;
  std::condition_variable ended_;
  size_t running_ = 0;
};

}  // namespace paddock::pjrt

#endif  // PADDOCK_CORE_PJRT_BACKGROUND_H_
