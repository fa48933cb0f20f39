#include "core/plan/windows/window_body.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>

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

// Windows that begin with padding and end one cell after each other, along one dimension: a running
// total, which JAX's cumlogsumexp is. Position 0 applies the body to the initial values. If it
// returns their bits, so it does for all padding, and the total of a window is that of the window
// before it, combined with one cell. Otherwise the positions from 1 on are those of WindowFold.
//
// A lane is a total; lanes of a group visit all positions, then those of the next group.
class PrefixFold final : public WindowFold {
 public:
  PrefixFold(WindowOffsets offsets, std::span<const Leaf> operands, size_t dimension)
      : WindowFold(std::move(offsets), operands),
        length_(this->offsets().windows[dimension].window),
        step_(this->offsets().strides[dimension]) {
    for (size_t d = dimension + 1; d < this->offsets().windows.size(); ++d) {
      inner_ *= this->offsets().windows[d].result_size;
    }
    lanes_ = this->offsets().window_count() / length_;
  }

  int64_t lane_count() const { return lanes_; }
  int64_t application_count() const { return lanes_ * length_ + 1; }
  size_t state_bytes() const override {
    return sizeof(State) + 16 * widths().size() + 2 * WindowFold::state_bytes();
  }
  LongChunks chunks() const override { return {}; }

  bool IsDone(const StepContext& context, const ApplicationMemory& memory,
              int64_t position) const override {
    if (position == 0) return false;
    if (!StateOf(memory).is_running) {
      return WindowFold::IsDone(context, Whole(memory), position - 1);
    }
    return position - 1 == (lanes_ + at_once() - 1) / at_once() * length_;
  }

  Fetched Fetch(StepContext& context, const ApplicationMemory& memory, int64_t& position,
                std::byte* const* arguments) const override {
    if (position == 0) return FetchInits(memory, arguments);
    if (IsDone(context, memory, position)) return {Fetched::Status::kDone};
    if (!StateOf(memory).is_running) {
      int64_t cell = position - 1;
      Fetched fetched = WindowFold::Fetch(context, Whole(memory), cell, arguments);
      position = cell + 1;
      fetched.work = WorkOf(fetched.count);
      return fetched;
    }
    const Group group = GroupAt(position);
    if (group.step == 0) FindOffsets(memory, group);
    for (size_t i = 0; i < widths().size(); ++i) {
      const auto width = static_cast<int64_t>(widths()[i]);
      if (group.step == 0) {
        simd::Fill(arguments[i], memory.reads[widths().size() + i], widths()[i], group.count);
      } else {
        CollectElements(widths()[i], memory.writes[i] + (group.step - 1) * inner_ * width,
                        TotalOffsets(memory), group.count, arguments[i]);
      }
      CollectElements(widths()[i], memory.reads[i] + group.step * step_ * width,
                      CellOffsets(memory), group.count, arguments[widths().size() + i]);
    }
    return {.count = group.count, .work = WorkOf(group.count)};
  }

  bool Store(StepContext& context, const ApplicationMemory& memory, int64_t& position,
             int64_t count, std::span<const std::byte* const> results) const override {
    if (position == 0) {
      CompareInits(memory, results);
    } else if (StateOf(memory).is_running) {
      const Group group = GroupAt(position);
      for (size_t i = 0; i < results.size(); ++i) {
        const auto width = static_cast<int64_t>(widths()[i]);
        SpreadElements(widths()[i], results[i], TotalOffsets(memory), count,
                       memory.writes[i] + group.step * inner_ * width);
      }
    } else {
      int64_t cell = position - 1;
      WindowFold::Store(context, Whole(memory), cell, count, results);
      position = cell + 1;
      return true;
    }
    ++position;
    return true;
  }

  // Results are stored from arrays.
  void Place(const ApplicationMemory&, int64_t, int64_t, std::span<std::byte*>) const override {}

 private:
  // Then the inits, the offsets of totals by lane of the group, and those of first cells.
  struct State {
    int64_t is_running;
  };
  static State& StateOf(const ApplicationMemory& memory) {
    return *reinterpret_cast<State*>(memory.state);
  }
  static std::byte* Inits(const ApplicationMemory& memory) { return memory.state + sizeof(State); }
  int64_t* TotalOffsets(const ApplicationMemory& memory) const {
    return reinterpret_cast<int64_t*>(Inits(memory) + 16 * widths().size());
  }
  int64_t* CellOffsets(const ApplicationMemory& memory) const {
    return TotalOffsets(memory) + at_once();
  }
  ApplicationMemory Whole(ApplicationMemory memory) const {
    memory.state = reinterpret_cast<std::byte*>(TotalOffsets(memory));
    return memory;
  }

  // Steps of a scalar loop charge their own work.
  int64_t WorkOf(int64_t count) const { return is_batched() ? element_work() * count + 256 : 0; }

  Fetched FetchInits(const ApplicationMemory& memory, std::byte* const* arguments) const {
    for (size_t i = 0; i < widths().size(); ++i) {
      const std::byte* init = memory.reads[widths().size() + i];
      CopyElement(widths()[i], init, Inits(memory) + 16 * i);
      CopyElement(widths()[i], init, arguments[i]);
      CopyElement(widths()[i], init, arguments[widths().size() + i]);
    }
    return {.count = 1, .work = WorkOf(1)};
  }

  void CompareInits(const ApplicationMemory& memory,
                    std::span<const std::byte* const> results) const {
    bool are_same = true;
    for (size_t i = 0; i < results.size(); ++i) {
      are_same &= std::memcmp(results[i], Inits(memory) + 16 * i, widths()[i]) == 0;
    }
    StateOf(memory).is_running = are_same ? 1 : 0;
  }

  struct Group {
    int64_t begin, count, step;
  };
  Group GroupAt(int64_t position) const {
    const int64_t begin = (position - 1) / length_ * at_once();
    return {begin, std::min(at_once(), lanes_ - begin), (position - 1) % length_};
  }

  void FindOffsets(const ApplicationMemory& memory, const Group& group) const {
    const int64_t last_cell = offsets().CellOffset(length_ - 1);
    for (int64_t i = 0; i < group.count; ++i) {
      const int64_t lane = group.begin + i;
      const int64_t window = lane / inner_ * length_ * inner_ + lane % inner_;
      int64_t start = 0;
      offsets().FillStarts(window, 1, &start);
      TotalOffsets(memory)[i] = window;
      CellOffsets(memory)[i] = start + last_cell;
    }
  }

  // Totals of a lane, and the distance of its cells.
  int64_t length_, step_;
  int64_t inner_ = 1;
  int64_t lanes_ = 1;
};

// Returns the only dimension with windows if they are prefixes.
std::optional<size_t> PrefixDimension(std::span<const WindowDimension> windows) {
  const auto dimension = simd::OnlyWindowed(windows);
  return dimension && windows[*dimension].is_prefix() ? dimension : std::nullopt;
}

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
  BatchOptions options{.at_once = kWindowBatch,
                       .has_result_arrays = false,
                       .operations = static_cast<uint64_t>(*cells)};
  const auto dimension = PrefixDimension(offsets.windows);
  if (dimension) {
    auto fold = std::make_shared<PrefixFold>(std::move(offsets), operands, *dimension);
    options.has_result_arrays = true;
    options.at_once = std::min(options.at_once, fold->lane_count());
    options.applications = fold->application_count();
    options.operations = static_cast<uint64_t>(fold->application_count());
    SetApplications(applied, std::move(fold));
  } else {
    SetApplications(applied, std::make_shared<WindowCellFold>(std::move(offsets), operands));
  }
  if (!EmitApplications(lowering, applied, body, options)) return Failed();
  BindResults(lowering, operation, results);
  return {};
}

}  // namespace paddock
