// Applications of the body of reduce_window, window by window.
#ifndef PADDOCK_CORE_PLAN_WINDOWS_WINDOW_FOLD_H_
#define PADDOCK_CORE_PLAN_WINDOWS_WINDOW_FOLD_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/plan/bodies/applications.h"
#include "core/plan/bodies/element_copies.h"
#include "core/plan/windows/window_body.h"
#include "simd/movement/copy_kernels.h"

namespace paddock {

// total = init; for each cell of the window in row-major order: total = body(total, cell). Reads:
// padded operands, inits. Writes: results, which hold the totals meanwhile. Position counts cells
// of groups of at_once() windows: all cells of the first group, then those of the next one.
class WindowFold : public Applications {
 public:
  WindowFold(WindowOffsets offsets, std::span<const Leaf> operands)
      : offsets_(std::move(offsets)),
        windows_(offsets_.window_count()),
        cells_(offsets_.cell_count()),
        widths_(WidthsOf(operands)) {}

  // Holds the offsets of the first cells of a group.
  size_t state_bytes() const override { return static_cast<size_t>(at_once()) * sizeof(int64_t); }

  LongChunks chunks() const override {
    LongChunks chunks{.count = group_count(), .positions = cells_};
    chunks.position_work = element_work() * std::min(at_once(), windows_) + 256;
    chunks.chunk_work = chunks.positions * chunks.position_work;
    return chunks;
  }

  bool IsDone(const StepContext&, const ApplicationMemory&, int64_t position) const override {
    return position == group_count() * cells_;
  }

  Fetched Fetch(StepContext& context, const ApplicationMemory& memory, int64_t& position,
                std::byte* const* arguments) const override {
    if (WindowFold::IsDone(context, memory, position)) return {Fetched::Status::kDone};
    const int64_t cell = position % cells_, begin = BeginOf(position);
    const int64_t count = std::min(at_once(), windows_ - begin);
    auto* const starts = reinterpret_cast<int64_t*>(memory.state);
    if (cell == 0) offsets_.FillStarts(begin, count, starts);
    const int64_t offset = offsets_.CellOffset(cell);
    for (size_t i = 0; i < widths_.size(); ++i) {
      const size_t width = widths_[i];
      if (cell == 0) {
        simd::Fill(arguments[i], memory.reads[widths_.size() + i], width, count);
      } else {
        CopyElements(width, TotalsAt(memory, i, begin), count, arguments[i]);
      }
      CollectElements(width, memory.reads[i] + offset * static_cast<int64_t>(width), starts, count,
                      arguments[widths_.size() + i]);
    }
    return {.count = count};
  }

  void Place(const ApplicationMemory& memory, int64_t position, int64_t,
             std::span<std::byte*> results) const override {
    for (size_t i = 0; i < results.size(); ++i) {
      results[i] = TotalsAt(memory, i, BeginOf(position));
    }
  }

  bool Store(StepContext&, const ApplicationMemory& memory, int64_t& position, int64_t count,
             std::span<const std::byte* const> results) const override {
    for (size_t i = 0; i < results.size(); ++i) {
      std::byte* const totals = TotalsAt(memory, i, BeginOf(position));
      if (results[i] != totals) CopyElements(widths_[i], results[i], count, totals);
    }
    ++position;
    return true;
  }

 protected:
  std::byte* TotalsAt(const ApplicationMemory& memory, size_t operand, int64_t window) const {
    return memory.writes[operand] + static_cast<size_t>(window) * widths_[operand];
  }
  // Work of an application and its copies.
  int64_t element_work() const {
    int64_t work = body_work();
    for (size_t width : widths_) work += 8 + 3 * static_cast<int64_t>(width);
    return work;
  }
  const WindowOffsets& offsets() const { return offsets_; }
  // By operand.
  std::span<const size_t> widths() const { return widths_; }

 private:
  int64_t group_count() const { return (windows_ + at_once() - 1) / at_once(); }
  // Returns the first window of a position's group.
  int64_t BeginOf(int64_t position) const { return position / cells_ * at_once(); }

  WindowOffsets offsets_;
  int64_t windows_;
  int64_t cells_;
  std::vector<size_t> widths_;
};

// Without other positions than those of the cells.
class WindowCellFold final : public WindowFold {
 public:
  using WindowFold::WindowFold;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_WINDOWS_WINDOW_FOLD_H_
