// SharedFold: the result of a collective, computed once for the members that share an address
// space.
#ifndef PADDOCK_CORE_GRID_SHARED_FOLD_H_
#define PADDOCK_CORE_GRID_SHARED_FOLD_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "core/tensor/tensor.h"

namespace paddock {

// Any thread may call any function at any time.
class SharedFold {
 public:
  // `here` is the number of the group's `members` in this address space.
  SharedFold(size_t members, size_t here)
      : is_whole_(members == here), results_(members), missing_(here) {}

  // Returns whether all members of the group are in this address space.
  bool is_whole() const { return is_whole_; }

  // --- Computed by one member, which shares the result.
  void Share(std::vector<Tensor> made);
  // Returns null if no member has shared a result yet.
  const std::vector<Tensor>* FindShared() const;

  // --- Computed by all members: a task writes its part of the result to the memory of each. A
  // member first offers its memory, which must stay valid until the work is complete. Returns true
  // for the last member, before which no task may start.
  bool Offer(size_t position, std::span<std::byte* const> results, int64_t tasks);
  bool is_complete() const { return missing_.load(std::memory_order_acquire) == 0; }
  // By position in the group; empty for members elsewhere. Valid once all have offered.
  const std::vector<std::vector<std::byte*>>& results() const { return results_; }
  // Claims a task. Returns true for the first claim of each task, whose caller must run it.
  bool Claim(int64_t task) {
    return !claimed_[static_cast<size_t>(task)].exchange(true, std::memory_order_relaxed);
  }
  // Completes a claimed task; returns true for the last one.
  bool Finish() { return unfinished_.fetch_sub(1, std::memory_order_acq_rel) == 1; }
  bool is_done() const { return unfinished_.load(std::memory_order_acquire) == 0; }

 private:
  const bool is_whole_;
  mutable std::mutex mutex_;
  std::optional<std::vector<Tensor>> shared_;
  std::vector<std::vector<std::byte*>> results_;
  std::atomic<size_t> missing_;
  std::vector<std::atomic<bool>> claimed_;
  std::atomic<int64_t> unfinished_ = 0;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_GRID_SHARED_FOLD_H_
