#include "core/exec/thread_pool.h"

#ifndef __EMSCRIPTEN__
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>
#endif

namespace paddock {

#ifdef __EMSCRIPTEN__

struct ThreadPool::State {};

ThreadPool::ThreadPool(size_t) {}
ThreadPool::~ThreadPool() = default;
size_t ThreadPool::thread_count() const { return 1; }
size_t ThreadPool::HardwareThreads() { return 1; }
void ThreadPool::Run(int64_t count, Task task, void* argument) {
  for (int64_t i = 0; i < count; ++i) task(argument, i, 0);
}

#else

struct ThreadPool::State {
  std::mutex mutex;
  std::condition_variable work_ready;
  std::condition_variable work_done;
  // Guarded by mutex; `generation` counts the calls of Run.
  uint64_t generation = 0;
  size_t running = 0;
  bool is_ending = false;
  Task task = nullptr;
  void* argument = nullptr;
  int64_t count = 0;
  std::atomic<int64_t> next = 0;
  std::atomic<bool> is_taken = false;
  std::vector<std::thread> threads;

  void RunShare(size_t thread) {
    for (int64_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) {
      task(argument, i, thread);
    }
  }

  void Serve(size_t thread) {
    uint64_t seen = 0;
    std::unique_lock lock(mutex);
    while (true) {
      work_ready.wait(lock, [&] { return is_ending || generation != seen; });
      if (is_ending) return;
      seen = generation;
      lock.unlock();
      RunShare(thread);
      lock.lock();
      if (--running == 0) work_done.notify_one();
    }
  }
};

ThreadPool::ThreadPool(size_t threads) : state_(std::make_unique<State>()) {
  if (threads == 0) threads = HardwareThreads();
  for (size_t i = 1; i < threads; ++i) {
    state_->threads.emplace_back([state = state_.get(), i] { state->Serve(i); });
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->is_ending = true;
  }
  state_->work_ready.notify_all();
  for (std::thread& thread : state_->threads) thread.join();
}

size_t ThreadPool::thread_count() const { return state_->threads.size() + 1; }

size_t ThreadPool::HardwareThreads() {
  return std::max<size_t>(1, std::thread::hardware_concurrency());
}

void ThreadPool::Run(int64_t count, Task task, void* argument) {
  const bool is_alone = state_->threads.empty() || count == 1 || state_->is_taken.exchange(true);
  if (is_alone) {
    for (int64_t i = 0; i < count; ++i) task(argument, i, 0);
    return;
  }
  {
    const std::lock_guard lock(state_->mutex);
    state_->task = task;
    state_->argument = argument;
    state_->count = count;
    state_->next = 0;
    state_->running = state_->threads.size();
    ++state_->generation;
  }
  state_->work_ready.notify_all();
  state_->RunShare(0);
  {
    std::unique_lock lock(state_->mutex);
    state_->work_done.wait(lock, [&] { return state_->running == 0; });
  }
  state_->is_taken = false;
}

#endif

}  // namespace paddock
