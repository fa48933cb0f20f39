#include "core/pjrt/background.h"

#include <thread>
#include <utility>

namespace paddock::pjrt {

Background::~Background() {
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [this] { return running_ == 0; });
}

void Background::Run(std::function<void()> task) {
  // Bounds the memory of runs that are under way.
  constexpr size_t kMostTasks = 8;
  {
    const std::lock_guard lock(mutex_);
    if (running_ < kMostTasks) {
      ++running_;
      std::thread([this, task = std::move(task)]() mutable {
        task();
        // Frees what the task holds before the destructor may return.
        task = nullptr;
        const std::lock_guard end_lock(mutex_);
        --running_;
        ended_.notify_all();
      }).detach();
      return;
    }
  }
  task();
}

}  // namespace paddock::pjrt
