// TaskParts: the tasks of a call, divided among the threads of a pool.
#ifndef PADDOCK_CORE_EXEC_THREADS_TASK_PARTS_H_
#define PADDOCK_CORE_EXEC_THREADS_TASK_PARTS_H_

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace paddock {

// A part has consecutive tasks. Threads begin with a part of their own, the same in each call, so
// that the steps of a loop find in a thread's cache what it wrote there. Then they help with the
// others. Several threads begin with one part if there are more threads than parts.
class TaskParts {
 public:
  // To look through more parts than these would cost more than they gain.
  static constexpr int64_t kMostParts = 8;
  static constexpr int64_t kMostTasks = 0xffffffff;

  explicit TaskParts(size_t threads) : threads_(static_cast<int64_t>(threads)) {}

  // Divides tasks 0 .. count, at most kMostTasks, after the end of the call of number `last`.
  // Returns the number of this call, in 1 .. 2^32.
  uint64_t Divide(int64_t count, uint64_t last) {
    // Memory that does not change stays in the caches of all threads.
    if (tasks_ != count) {
      tasks_ = count;
      count_ = std::min({threads_, kMostParts, count});
    }
    const uint64_t call = (last + 1) & 0xffffffff;
    if (call != 0) return call;
    for (Part& part : parts_) part.begun = 0;
    return 1;
  }

  int64_t count() const { return count_; }

  // Returns the part that a thread begins with.
  int64_t OwnOf(size_t thread) const { return static_cast<int64_t>(thread) * count_ / threads_; }

  // Begins a task, and returns its number, or -1 if all of the part have begun.
  int64_t Begin(int64_t part, uint64_t call) {
    std::atomic<uint64_t>& begun = parts_[static_cast<size_t>(part)].begun;
    const int64_t size = SizeOf(part);
    uint64_t now = begun.load(std::memory_order_relaxed);
    while (true) {
      const int64_t place = BegunIn(now, call);
      if (place == size) return -1;
      const uint64_t next = call << 32 | static_cast<uint64_t>(place + 1);
      if (!begun.compare_exchange_weak(now, next, std::memory_order_relaxed)) continue;
      return part * (tasks_ / count_) + std::min(part, tasks_ % count_) + place;
    }
  }

  // Begins task 0, when no other thread can begin any.
  void BeginFirst(uint64_t call) { parts_[0].begun = call << 32 | 1; }

  // Returns the number of tasks that have not begun.
  int64_t LeftOf(uint64_t call) const {
    int64_t left = tasks_;
    for (const Part& part : parts_) left -= BegunIn(part.begun.load(), call);
    return left;
  }

 private:
  // The number of a call in bits 32..63, and of its tasks that have begun. It stays when the call
  // ends: a thread that alone uses the part keeps it in its cache.
  struct alignas(64) Part {
    std::atomic<uint64_t> begun = 0;
  };

  static int64_t BegunIn(uint64_t word, uint64_t call) {
    return word >> 32 == call ? static_cast<int64_t>(word & 0xffffffff) : 0;
  }
  int64_t SizeOf(int64_t part) const { return tasks_ / count_ + (part < tasks_ % count_ ? 1 : 0); }

  const int64_t threads_;
  int64_t tasks_ = 0;
  int64_t count_ = 0;
  std::array<Part, kMostParts> parts_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_THREADS_TASK_PARTS_H_
