// The window of one step of a scatter, and its elements inside the operand.
#ifndef PADDOCK_SIMD_REDUCE_SCATTER_WINDOW_H_
#define PADDOCK_SIMD_REDUCE_SCATTER_WINDOW_H_

#include <algorithm>
#include <cstdint>

#include "simd/movement/index_loops.h"
#include "simd/reduce/scatter.h"

namespace paddock::simd {

class ScatterWindow {
 public:
  ScatterWindow(const ScatterPlan& plan, const void* scatter_indices)
      : plan_(plan), indices_(static_cast<const uint8_t*>(scatter_indices)) {}

  // Reads the index vector. Returns false if no element of the window is inside.
  bool Find(const IndexCursor& step) {
    vector_ = indices_ + step.offset(0) * static_cast<int64_t>(plan_.index_bytes);
    target_ = step.offset(1);
    source_ = step.offset(2);
    const int64_t piece = step.position() % plan_.row_pieces;
    const int64_t before = piece * plan_.row_length;
    first_ = 0;
    last_ = std::min(plan_.row_length, plan_.row_total - before);
    rows_may_leave_ = false;
    for (const Component& component : plan_.components) {
      const int64_t start = ReadStart(component);
      if (!MoveTo(component, start, step.position(), before)) return false;
      target_ += start * component.operand_stride;
    }
    return true;
  }

  // Whether elements first .. last of the row are inside; otherwise none is.
  bool HasRow(int64_t row) const {
    if (!rows_may_leave_) return true;
    for (const Component& component : plan_.components) {
      if (component.place != Component::Place::kRow) continue;
      const int64_t index = row / component.divisor % component.window_size;
      if (!IsInside(component, ReadStart(component), index)) return false;
    }
    return true;
  }

  // Offsets of the first element of row 0, in the operand and in the updates.
  int64_t target() const { return target_; }
  int64_t source() const { return source_; }
  // The inside elements of each row.
  int64_t first() const { return first_; }
  int64_t last() const { return last_; }

 private:
  using Component = ScatterPlan::Component;

  int64_t ReadStart(const Component& component) const {
    return plan_.read_index(vector_ +
                            component.index_offset * static_cast<int64_t>(plan_.index_bytes));
  }

  // A start may be any number, an index is less than a dimension's size.
  static bool IsInside(const Component& component, int64_t start, int64_t index) {
    return start >= -index && start < component.dimension_size - index;
  }

  bool MoveTo(const Component& component, int64_t start, int64_t step, int64_t before) {
    using Place = Component::Place;
    const int64_t size = component.dimension_size;
    if (component.place == Place::kNowhere) return IsInside(component, start, 0);
    if (component.place == Place::kStep) {
      return IsInside(component, start, step / component.divisor % component.window_size);
    }
    if (component.place == Place::kRow) {
      rows_may_leave_ |= start < 0 || start > size - component.window_size;
      return start > -component.window_size && start < size;
    }
    if (start <= -(before + last_) || start >= size - before) return false;
    first_ = std::max<int64_t>(0, -(start + before));
    last_ = std::min(last_, size - before - start);
    return true;
  }

  const ScatterPlan& plan_;
  const uint8_t* indices_;
  const uint8_t* vector_ = nullptr;
  int64_t target_ = 0;
  int64_t source_ = 0;
  int64_t first_ = 0;
  int64_t last_ = 0;
  bool rows_may_leave_ = false;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_REDUCE_SCATTER_WINDOW_H_
