// Teamwork: what those members of a meeting that share an address space make together, since all of
// them would make the same of what the group gave.
#ifndef PADDOCK_CORE_GRID_TEAMWORK_H_
#define PADDOCK_CORE_GRID_TEAMWORK_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "core/tensor/tensor.h"

namespace paddock {

// Any thread may call any of it at any time.
class Teamwork {
 public:
  // `here` of the `members` of the group make up the team.
  Teamwork(size_t members, size_t here)
      : is_whole_(members == here), results_(members), missing_(here) {}

  // Returns whether all members of the group are here.
  bool is_whole() const { return is_whole_; }

  // --- One makes it: the first to have it gives it to the others.
  void Share(std::vector<Tensor> made);
  // Returns null if no member has shared a result yet.
  const std::vector<Tensor>* FindShared() const;

  // --- All make it: a task writes its part of the result into the memory of every member. Each
  // offers that first, and keeps it where it is until the work is done. Gives true to the one who
  // completes the team; before, nobody begins.
  bool Offer(size_t position, std::span<std::byte* const> results, int64_t tasks);
  bool is_complete() const { return missing_.load(std::memory_order_acquire) == 0; }
  // By position in the group; empty for members elsewhere. Of a complete team.
  const std::vector<std::vector<std::byte*>>& results() const { return results_; }
  // Claims a task. Returns true once for each, to the member that must do it.
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

#endif  // PADDOCK_CORE_GRID_TEAMWORK_H_
