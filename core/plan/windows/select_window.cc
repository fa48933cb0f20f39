#include "core/plan/windows/select_window.h"

#include <algorithm>
#include <cstring>

#include "core/plan/bodies/body_batches.h"
#include "core/plan/bodies/element_copies.h"
#include "core/plan/bodies/scalar_loop.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/windows/select_compare.h"
#include "simd/movement/row_major.h"

namespace paddock {
namespace {

// Windows in a batch.
constexpr int64_t kSelectBatch = 512;

// Windows begin .. begin + count at cell number `cell`. Indices are -1 for padding, and if nothing
// is selected yet.
struct SelectGroup {
  int64_t cell = 0;
  int64_t begin = 0;
  int64_t count = 0;
  int64_t* selected = nullptr;
  std::byte* selected_elements = nullptr;
  int64_t* met = nullptr;
  std::byte* met_elements = nullptr;

  // Returns whether a window has two elements to choose from.
  bool HasChoice() const {
    bool has_choice = false;
    for (int64_t i = 0; i < count; ++i) has_choice |= met[i] >= 0 && selected[i] >= 0;
    return has_choice;
  }
};

// Does not change elements of cells that are padding.
template <size_t kBytes>
void LoadMet(const std::byte* operand, const int64_t* met, int64_t count, std::byte* elements) {
  for (int64_t i = 0; i < count; ++i) {
    if (met[i] < 0) continue;
    std::memcpy(elements + static_cast<size_t>(i) * kBytes,
                operand + static_cast<size_t>(met[i]) * kBytes, kBytes);
  }
}

// Selects the current elements, unless the selected one is kept.
template <size_t kBytes>
void SelectMet(const std::byte* keeps, const int64_t* met, const std::byte* met_elements,
               int64_t count, int64_t* selected, std::byte* selected_elements) {
  for (int64_t i = 0; i < count; ++i) {
    if (met[i] < 0 || (selected[i] >= 0 && keeps[i] != std::byte{0})) continue;
    selected[i] = met[i];
    std::memcpy(selected_elements + static_cast<size_t>(i) * kBytes,
                met_elements + static_cast<size_t>(i) * kBytes, kBytes);
  }
}

struct SelectFunctions {
  decltype(&LoadMet<1>) load;
  decltype(&SelectMet<1>) select;
};

template <size_t kBytes>
constexpr SelectFunctions kSelectFunctions = {&LoadMet<kBytes>, &SelectMet<kBytes>};

SelectFunctions SelectFunctionsOf(size_t bytes) {
  if (bytes == 1) return kSelectFunctions<1>;
  if (bytes == 2) return kSelectFunctions<2>;
  if (bytes == 4) return kSelectFunctions<4>;
  return bytes == 8 ? kSelectFunctions<8> : kSelectFunctions<16>;
}

// Reads: operand. Writes: selected indices. Position counts cells of groups of at_once() windows:
// all cells of the first group, then those of the next one.
class SelectApplications final : public Applications {
 public:
  SelectApplications(WindowCells cells, size_t width)
      : cells_(std::move(cells)), width_(width), functions_(SelectFunctionsOf(width)) {}

  // Holds the current indices, the current elements and the selected ones of a group.
  size_t state_bytes() const override {
    return static_cast<size_t>(at_once()) * (sizeof(int64_t) + 2 * width_);
  }

  LongChunks chunks() const override {
    LongChunks chunks{.count = group_count(), .positions = cells_.cell_count};
    chunks.position_work = (body_work() + 24) * std::min(at_once(), cells_.window_count) + 256;
    chunks.chunk_work = chunks.positions * chunks.position_work;
    return chunks;
  }

  bool IsDone(const StepContext&, const ApplicationMemory&, int64_t position) const override {
    return position == group_count() * cells_.cell_count;
  }

  Fetched Fetch(StepContext& context, const ApplicationMemory& memory, int64_t& position,
                std::byte* const* arguments) const override {
    if (IsDone(context, memory, position)) return {Fetched::Status::kDone};
    const SelectGroup group = GroupAt(memory, position);
    if (group.cell == 0) {
      std::fill_n(group.selected, group.count, -1);
      ClearElements(group);
    }
    cells_.FillIndices(group.begin, group.count, group.cell, group.met);
    functions_.load(memory.reads[0], group.met, group.count, group.met_elements);
    if (!group.HasChoice()) {
      // Nothing reads these results of the body, but they need memory for whole vectors.
      Select(group, group.met_elements);
      ++position;
      return {};
    }
    CopyElements(width_, group.selected_elements, group.count, arguments[0]);
    CopyElements(width_, group.met_elements, group.count, arguments[1]);
    return {.count = group.count};
  }

  bool Store(StepContext&, const ApplicationMemory& memory, int64_t& position, int64_t,
             std::span<const std::byte* const> results) const override {
    const SelectGroup group = GroupAt(memory, position);
    Select(group, results[0]);
    ++position;
    return true;
  }

 private:
  int64_t group_count() const {
    const int64_t windows = cells_.window_count;
    return is_batched() ? (windows + at_once() - 1) / at_once() : windows;
  }

  // A batch also computes on elements of padding.
  void ClearElements(const SelectGroup& group) const {
    if (!is_batched()) return;
    const size_t bytes = static_cast<size_t>(group.count) * width_;
    std::memset(group.selected_elements, 0, bytes);
    std::memset(group.met_elements, 0, bytes);
  }

  SelectGroup GroupAt(const ApplicationMemory& memory, int64_t position) const {
    SelectGroup group;
    group.cell = position % cells_.cell_count;
    group.begin = position / cells_.cell_count * at_once();
    group.count = std::min(at_once(), cells_.window_count - group.begin);
    group.selected = reinterpret_cast<int64_t*>(memory.writes[0]) + group.begin;
    const auto most = static_cast<size_t>(at_once());
    group.met = reinterpret_cast<int64_t*>(memory.state);
    group.met_elements = memory.state + most * sizeof(int64_t);
    group.selected_elements = group.met_elements + most * width_;
    return group;
  }

  void Select(const SelectGroup& group, const std::byte* keeps) const {
    functions_.select(keeps, group.met, group.met_elements, group.count, group.selected,
                      group.selected_elements);
  }

  WindowCells cells_;
  size_t width_;
  SelectFunctions functions_;
};

}  // namespace

WindowCells::WindowCells(std::span<const WindowDimension> dimensions,
                         std::span<const int64_t> shape)
    : windows(dimensions.begin(), dimensions.end()), operand_strides(simd::RowMajorStrides(shape)) {
  for (const WindowDimension& window : windows) {
    window_count *= window.result_size;
    cell_count *= window.window;
  }
}

void WindowCells::FillIndices(int64_t begin, int64_t count, int64_t cell, int64_t* indices) const {
  if (windows.empty()) {
    std::fill_n(indices, count, 0);
    return;
  }
  const WindowDimension& last = windows.back();
  const int64_t last_cell = cell % last.window;
  for (int64_t done = 0; done < count;) {
    // Windows of one row, which have the same indices in the other dimensions.
    const int64_t in_row = (begin + done) % last.result_size;
    const int64_t rows = std::min(count - done, last.result_size - in_row);
    int64_t row = (begin + done) / last.result_size;
    int64_t rest = cell / last.window;
    int64_t offset = 0;
    for (size_t i = windows.size() - 1; i-- > 0;) {
      const int64_t index =
          windows[i].IndexAt(row % windows[i].result_size, rest % windows[i].window);
      row /= windows[i].result_size;
      rest /= windows[i].window;
      offset = index < 0 || offset < 0 ? -1 : offset + index * operand_strides[i];
    }
    const int64_t first = in_row * last.stride + last_cell - last.low;
    const auto size = static_cast<uint64_t>(offset < 0 ? 0 : last.operand_size);
    for (int64_t i = 0; i < rows; ++i) {
      const int64_t index = first + i * last.stride;
      indices[done + i] = static_cast<uint64_t>(index) < size ? offset + index : -1;
    }
    done += rows;
  }
}

Result<Leaf> EmitSelect(Lowering& lowering, const Operation& operation, Block& select,
                        const Leaf& operand, WindowCells cells) {
  const int64_t shape[] = {cells.window_count};
  const Leaf indices = lowering.NewLeaf(
      ElementType::kI64, lowering.arena().CopyArray(std::span<const int64_t>(shape)));
  if (EmitCompareSelect(lowering.emitter(), operation, select, operand, cells, indices))
    return indices;
  const BatchOptions options{
      .at_once = kSelectBatch,
      .operations = static_cast<uint64_t>(cells.window_count * cells.cell_count)};
  AppliedOperation applied;
  applied.operation = &operation;
  applied.reads = {operand};
  applied.writes = {indices};
  SetApplications(applied,
                  std::make_shared<SelectApplications>(std::move(cells), operand.element_bytes()));
  if (!EmitApplications(lowering, applied, select, options)) return Failed();
  return indices;
}

}  // namespace paddock
