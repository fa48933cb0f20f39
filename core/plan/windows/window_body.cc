#include "core/plan/windows/window_body.h"

#include <algorithm>

#include "core/base/overflow.h"
#include "core/plan/bodies/body_batches.h"
#include "core/plan/bodies/element_copies.h"
#include "core/plan/bodies/scalar_loop.h"
#include "core/plan/lowering/lowering.h"
#include "simd/movement/copy_kernels.h"

namespace paddock {
namespace {

// Windows in a batch: the arrays of a few operands fit into the first-level cache.
constexpr int64_t kWindowBatch = 512;

// Limit for windows x cells, far above what can be run, so that work is counted without overflow.
constexpr int64_t kMostCells = int64_t{1} << 44;

// total = init; for each cell of the window in row-major order: total = body(total, cell). Reads:
// padded operands, inits. Writes: results, which hold the totals meanwhile. Position counts cells
// of groups of at_once() windows: all cells of the first group, then those of the next one.
class WindowFold final : public Applications {
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
    int64_t element_work = body_work();
    for (size_t width : widths_) element_work += 8 + 3 * static_cast<int64_t>(width);
    chunks.position_work = element_work * std::min(at_once(), windows_) + 256;
    chunks.chunk_work = chunks.positions * chunks.position_work;
    return chunks;
  }

  bool IsDone(const StepContext&, const ApplicationMemory&, int64_t position) const override {
    return position == group_count() * cells_;
  }

  Fetched Fetch(StepContext& context, const ApplicationMemory& memory, int64_t& position,
                std::byte* const* arguments) const override {
    if (IsDone(context, memory, position)) return {Fetched::Status::kDone};
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

 private:
  int64_t group_count() const { return (windows_ + at_once() - 1) / at_once(); }
  // Returns the first window of a position's group.
  int64_t BeginOf(int64_t position) const { return position / cells_ * at_once(); }
  std::byte* TotalsAt(const ApplicationMemory& memory, size_t operand, int64_t window) const {
    return memory.writes[operand] + static_cast<size_t>(window) * widths_[operand];
  }

  WindowOffsets offsets_;
  int64_t windows_;
  int64_t cells_;
  // By operand.
  std::vector<size_t> widths_;
};

}  // namespace

int64_t WindowOffsets::window_count() const {
  int64_t count = 1;
  for (const WindowDimension& window : windows) count *= window.result_size;
  return count;
}

int64_t WindowOffsets::cell_count() const {
  int64_t count = 1;
  for (const WindowDimension& window : windows) count *= window.window;
  return count;
}

int64_t WindowOffsets::CellOffset(int64_t cell) const {
  int64_t offset = 0;
  for (size_t i = windows.size(); i-- > 0;) {
    offset += cell % windows[i].window * windows[i].window_dilation * strides[i];
    cell /= windows[i].window;
  }
  return offset;
}

void WindowOffsets::FillStarts(int64_t begin, int64_t count, int64_t* starts) const {
  // Runs along the last dimension.
  const WindowDimension last = windows.empty() ? WindowDimension() : windows.back();
  const int64_t step = windows.empty() ? 0 : last.stride * strides.back();
  for (int64_t done = 0; done < count;) {
    int64_t rest = begin + done;
    const int64_t in_row = rest % last.result_size;
    int64_t offset = first;
    for (size_t i = windows.size(); i-- > 0;) {
      offset += rest % windows[i].result_size * windows[i].stride * strides[i];
      rest /= windows[i].result_size;
    }
    const int64_t end = std::min(count, done + last.result_size - in_row);
    for (; done < end; ++done, offset += step) starts[done] = offset;
  }
}

Result<void> EmitWindowBody(Lowering& lowering, const Operation& operation, Block& body,
                            std::span<const Leaf> operands, std::span<const Leaf> inits,
                            WindowOffsets offsets) {
  const auto cells = CheckedMultiply(offsets.window_count(), offsets.cell_count());
  if (!cells || *cells > kMostCells) {
    return lowering.Fail(operation, "memory", "the windows of this body have too many cells");
  }
  const std::vector<Leaf> results = NewResults(lowering, operation);
  AppliedOperation applied;
  applied.operation = &operation;
  applied.reads.assign(operands.begin(), operands.end());
  applied.reads.insert(applied.reads.end(), inits.begin(), inits.end());
  applied.writes = results;
  applied.returned_count = operands.size();
  SetApplications(applied, std::make_shared<WindowFold>(std::move(offsets), operands));
  const BatchOptions options{.at_once = kWindowBatch,
                             .has_result_arrays = false,
                             .operations = static_cast<uint64_t>(*cells)};
  if (!EmitApplications(lowering, applied, body, options)) return Failed();
  BindResults(lowering, operation, results);
  return {};
}

}  // namespace paddock
