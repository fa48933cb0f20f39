#include "core/exec/native/dead_stores.h"

#include "core/base/check.h"

namespace paddock {

template <class Decide>
void DeadStores::Resolve(uintptr_t begin, size_t bytes, Decide decide) {
  auto at = pending_.lower_bound(begin < kMostBytes ? 0 : begin - kMostBytes + 1);
  while (at != pending_.end() && at->first < begin + bytes) {
    if (at->first + at->second.bytes <= begin) {
      ++at;
      continue;
    }
    decide(at->first, at->second);
    at = pending_.erase(at);
  }
}

bool DeadStores::Store(const void* address, size_t bytes) {
  if (is_finished_) return is_needed_[next_++];
  PADDOCK_CHECK(bytes <= kMostBytes);
  const auto begin = reinterpret_cast<uintptr_t>(address);
  // A store that is overwritten in part remains needed.
  Resolve(begin, bytes, [&](uintptr_t other, const Pending& pending) {
    const bool is_covered = begin <= other && other + pending.bytes <= begin + bytes;
    is_needed_[pending.number] = !is_covered;
  });
  pending_.emplace(begin, Pending{bytes, is_needed_.size()});
  is_needed_.push_back(true);
  return true;
}

void DeadStores::Read(const void* address, size_t bytes) {
  if (is_finished_) return;
  Resolve(reinterpret_cast<uintptr_t>(address), bytes, [](uintptr_t, const Pending&) {});
}

std::vector<DeadStores::LateStore> DeadStores::Leave(const IsHeld& is_held) {
  std::vector<LateStore> late;
  if (is_finished_) {
    for (const auto& [store, number] : exits_[next_exit_++].stores) {
      if (!is_needed_[number]) late.push_back(store);
    }
    return late;
  }
  Exit& exit = exits_.emplace_back();
  std::erase_if(pending_, [&](const auto& pending) {
    const auto& [begin, store] = pending;
    const LateStore one{reinterpret_cast<const void*>(begin), store.bytes};
    const bool is_kept = is_held(one.address, one.bytes);
    if (is_kept) exit.stores.emplace_back(one, store.number);
    return !is_kept;
  });
  return late;
}

void DeadStores::Finish() {
  is_finished_ = true;
  next_ = next_exit_ = 0;
}

}  // namespace paddock
