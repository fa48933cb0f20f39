#include "core/grid/shared_fold.h"

#include <utility>

namespace paddock {

void SharedFold::Share(std::vector<Tensor> made) {
  const std::lock_guard lock(mutex_);
  if (!shared_) shared_ = std::move(made);
}

const std::vector<Tensor>* SharedFold::FindShared() const {
  const std::lock_guard lock(mutex_);
  return shared_ ? &*shared_ : nullptr;
}

bool SharedFold::Offer(size_t position, std::span<std::byte* const> results, int64_t tasks) {
  const std::lock_guard lock(mutex_);
  if (!results_[position].empty()) return false;  // a repeated call
  if (claimed_.empty()) {
    claimed_ = std::vector<std::atomic<bool>>(static_cast<size_t>(tasks));
    unfinished_.store(tasks, std::memory_order_relaxed);
  }
  results_[position].assign(results.begin(), results.end());
  return missing_.fetch_sub(1, std::memory_order_acq_rel) == 1;
}

}  // namespace paddock
