#include "core/tensor/spare_memory.h"

#include <algorithm>
#include <cstdlib>

namespace paddock {

// Takes the newest block, which is most likely in a cache.
void* SpareMemory::Take(size_t bytes) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(pieces_.rbegin(), pieces_.rend(),
                                  [&](const Piece& piece) { return piece.bytes == bytes; });
  if (found == pieces_.rend()) return nullptr;
  void* data = found->data;
  kept_ -= bytes;
  pieces_.erase(std::next(found).base());
  return data;
}

void SpareMemory::Keep(void* data, size_t bytes, uint64_t most) {
  std::deque<Piece> gone;
  {
    const std::lock_guard lock(mutex_);
    most_ = std::max(most_, most);
    pieces_.push_back({data, bytes});
    kept_ += bytes;
    gone = TakeOldest(most_);
  }
  Free(gone);
}

void SpareMemory::ReleaseDownTo(uint64_t bytes) {
  std::deque<Piece> gone;
  {
    const std::lock_guard lock(mutex_);
    gone = TakeOldest(bytes);
  }
  Free(gone);
}

uint64_t SpareMemory::kept_bytes() const {
  const std::lock_guard lock(mutex_);
  return kept_;
}

std::deque<SpareMemory::Piece> SpareMemory::TakeOldest(uint64_t bytes) {
  std::deque<Piece> gone;
  while (kept_ > bytes) {
    gone.push_back(pieces_.front());
    kept_ -= pieces_.front().bytes;
    pieces_.pop_front();
  }
  return gone;
}

// Runs outside the lock, since freeing much memory takes long.
void SpareMemory::Free(const std::deque<Piece>& pieces) {
  for (const Piece& piece : pieces) std::free(piece.data);
}

}  // namespace paddock
