// Walks nested loops in order, keeping the offsets that the loops add up to.
#ifndef PADDOCK_SIMD_MOVEMENT_OFFSET_CURSOR_H_
#define PADDOCK_SIMD_MOVEMENT_OFFSET_CURSOR_H_

#include <algorithm>
#include <cstdint>
#include <span>

#include "simd/movement/strided_copy.h"

namespace paddock::simd {

// The innermost loops are stepped by addition; when they wrap, the loops around
// them are found again by division, so that any rank works without allocation.
class OffsetCursor {
 public:
  OffsetCursor(std::span<const CopyDimension> loops, int64_t position) : loops_(loops) {
    Seek(position);
  }

  int64_t source_offset() const { return source_offset_; }
  int64_t result_offset() const { return result_offset_; }
  // Index of the loop `from_end` places before the innermost, of the last kStepped.
  int64_t index(size_t from_end) const { return index_[from_end]; }

  void Advance() {
    ++position_;
    const size_t stepped = std::min(loops_.size(), kStepped);
    for (size_t k = 0; k < stepped; ++k) {
      const CopyDimension& loop = loops_[loops_.size() - 1 - k];
      source_offset_ += loop.source_stride;
      result_offset_ += loop.result_stride;
      if (++index_[k] < loop.size) return;
      index_[k] = 0;
      source_offset_ -= loop.source_stride * loop.size;
      result_offset_ -= loop.result_stride * loop.size;
    }
    Seek(position_);
  }

  void Seek(int64_t position) {
    position_ = position;
    source_offset_ = 0;
    result_offset_ = 0;
    for (size_t k = 0; k < loops_.size(); ++k) {
      const CopyDimension& loop = loops_[loops_.size() - 1 - k];
      const int64_t index = position % loop.size;
      position /= loop.size;
      if (k < kStepped) index_[k] = index;
      source_offset_ += index * loop.source_stride;
      result_offset_ += index * loop.result_stride;
    }
  }

 private:
  static constexpr size_t kStepped = 6;

  std::span<const CopyDimension> loops_;
  int64_t index_[kStepped] = {};
  int64_t position_ = 0;
  int64_t source_offset_ = 0;
  int64_t result_offset_ = 0;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MOVEMENT_OFFSET_CURSOR_H_
