// Threads that share the tasks of a piece of a factorization.
#ifndef PADDOCK_SIMD_FACTOR_TEAM_H_
#define PADDOCK_SIMD_FACTOR_TEAM_H_

#include <algorithm>
#include <cstdint>

#include "simd/linalg/interleaved.h"

namespace paddock::simd {

// A team without `run` is the caller's thread. In WebAssembly there is no other.
struct Team {
  using Task = void (*)(void* argument, int64_t task);
  // Runs tasks 0 .. count of `work` multiply-adds in all, each once, in any order, and returns when
  // all are done.
  void (*run)(void* host, int64_t count, int64_t work, Task task, void* argument) = nullptr;
  void* host = nullptr;
  int64_t size = 1;

  // Less work is not shared: another thread barely begins in its time.
  static constexpr int64_t kLeastWork = 1 << 17;
  // Work of each thread in a piece: a few milliseconds.
  static constexpr int64_t kPieceWork = 1 << 24;

  // Calls run_task(task) for tasks `next` .. `count`, or for the first of these: as many as a piece
  // has. Each takes `task_work` multiply-adds. Sets `next` to the first that is left, and returns
  // the work done.
  template <class RunTask>
  int64_t Share(int64_t& next, int64_t count, int64_t task_work, RunTask run_task) const {
    const int64_t first = next;
    if (!kHasInterleaved || size == 1) {
      run_task(next++);
      return task_work;
    }
    struct Batch {
      RunTask& run_task;
      int64_t first;
    };
    const int64_t of_piece = size * std::max<int64_t>(1, kPieceWork / task_work);
    next = std::min(count, first + of_piece);
    const int64_t work = (next - first) * task_work;
    if (next - first == 1 || work < kLeastWork) {
      for (int64_t task = first; task < next; ++task) run_task(task);
      return work;
    }
    Batch batch{run_task, first};
    run(
        host, next - first, work,
        [](void* argument, int64_t task) {
          const Batch& whole = *static_cast<const Batch*>(argument);
          whole.run_task(whole.first + task);
        },
        &batch);
    return work;
  }

  // The tile that a thread takes as task `task` of `count`. A thread begins with the same tiles
  // each time, which are in its cache: every size-th, so that it has some of those that are left.
  int64_t TileOf(int64_t task, int64_t count) const {
    if (!kHasInterleaved) return task;
    int64_t owner = 0;
    for (int64_t own = (count + size - 1) / size; task >= own && owner + 1 < size;) {
      task -= own;
      ++owner;
      own = (count - owner + size - 1) / size;
    }
    return owner + task * size;
  }

  // Calls run_range(begin, end) for ranges that cover 0 .. count, each number of `work`: for
  // multiples of `step` numbers, or for all at once.
  template <class RunRange>
  void ShareRange(int64_t count, int64_t step, int64_t work, RunRange run_range) const {
    if (!kHasInterleaved || size == 1 || count * work < kLeastWork) return run_range(0, count);
    const int64_t part = (count + 2 * size - 1) / (2 * size);
    const int64_t range = (part + step - 1) / step * step, ranges = (count + range - 1) / range;
    for (int64_t next = 0; next < ranges;) {
      Share(next, ranges, range * work,
            [&](int64_t i) { run_range(i * range, std::min(count, (i + 1) * range)); });
    }
  }
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FACTOR_TEAM_H_
