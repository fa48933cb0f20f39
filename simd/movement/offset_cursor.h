// Iterates over nested loops in order and maintains the sums of their offsets.
#ifndef PADDOCK_SIMD_MOVEMENT_OFFSET_CURSOR_H_
#define PADDOCK_SIMD_MOVEMENT_OFFSET_CURSOR_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "simd/movement/strided_copy.h"

namespace paddock::simd {

// `Loop` has a size and several strides, each for one offset. The innermost loops advance by
// addition. When they wrap, the outer loops are recomputed by division, so that any rank works
// without allocation.
template <class Loop, int64_t Loop::*... kStrides>
class LoopCursor {
 public:
  LoopCursor(std::span<const Loop> loops, int64_t position) : loops_(loops) { Seek(position); }

  int64_t position() const { return position_; }
  // Returns the i-th of kStrides offsets.
  int64_t offset(size_t i) const { return offsets_[i]; }
  // Returns the index of the loop `from_end` places before the innermost, of the last kStepped.
  int64_t index(size_t from_end) const { return index_[from_end]; }

  void Advance() {
    ++position_;
    const size_t stepped = std::min(loops_.size(), kStepped);
    for (size_t k = 0; k < stepped; ++k) {
      const Loop& loop = loops_[loops_.size() - 1 - k];
      AddOffsets(loop, 1);
      if (++index_[k] < loop.size) return;
      index_[k] = 0;
      AddOffsets(loop, -loop.size);
    }
    Seek(position_);
  }

  // Advances by `count`, at most to the end of the innermost loop.
  void AdvanceInner(int64_t count) {
    if (count == 1 || loops_.empty()) return Advance();
    index_[0] += count - 1;
    position_ += count - 1;
    AddOffsets(loops_.back(), count - 1);
    Advance();
  }

  void Seek(int64_t position) {
    position_ = position;
    std::fill(std::begin(offsets_), std::end(offsets_), 0);
    for (size_t k = 0; k < loops_.size(); ++k) {
      const Loop& loop = loops_[loops_.size() - 1 - k];
      // Divisions take long, and the outermost loop needs none.
      const bool is_outermost = k + 1 == loops_.size();
      const int64_t index = is_outermost ? position : position % loop.size;
      if (!is_outermost) position /= loop.size;
      if (k < kStepped) index_[k] = index;
      AddOffsets(loop, index);
    }
  }

 private:
  static constexpr size_t kStepped = 6;

  void AddOffsets(const Loop& loop, int64_t times) {
    size_t i = 0;
    ((offsets_[i++] += times * loop.*kStrides), ...);
  }

  std::span<const Loop> loops_;
  int64_t index_[kStepped] = {};
  int64_t position_ = 0;
  int64_t offsets_[sizeof...(kStrides)] = {};
};

class OffsetCursor : public LoopCursor<CopyDimension, &CopyDimension::source_stride,
                                       &CopyDimension::result_stride> {
 public:
  using LoopCursor::LoopCursor;
  int64_t source_offset() const { return offset(0); }
  int64_t result_offset() const { return offset(1); }
};

// Returns the offset in the source at a position of nested loops.
inline int64_t SourceOffsetAt(std::span<const CopyDimension> loops, int64_t position) {
  int64_t offset = 0;
  for (size_t i = loops.size(); i-- > 1; position /= loops[i].size) {
    offset += position % loops[i].size * loops[i].source_stride;
  }
  return loops.empty() ? 0 : offset + position * loops[0].source_stride;
}

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MOVEMENT_OFFSET_CURSOR_H_
