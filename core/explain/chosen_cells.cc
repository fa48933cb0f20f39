#include "core/explain/chosen_cells.h"

#include <algorithm>
#include <utility>

#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

// Question about one cell, with the answer so far.
class CellChooser {
 public:
  CellChooser(const Operation& operation, std::span<const int64_t> cell, const ReadInteger& read,
              ChosenCells& chosen)
      : operation_(operation), cell_(cell), read_(read), chosen_(chosen) {}

  void Run() {
    if (operation_.is(OpKind::kStablehloSelect)) return ChooseSide();
    if (operation_.is(OpKind::kStablehloDynamicSlice)) return ChooseSlice();
    if (operation_.is(OpKind::kStablehloDynamicUpdateSlice)) return ChooseUpdate();
    const bool is_gather =
        operation_.is(OpKind::kStablehloGather) || operation_.is(OpKind::kStablehloDynamicGather);
    if (is_gather) return ChooseGathered();
    if (operation_.is(OpKind::kStablehloPad)) return NotePadding();
    if (operation_.is(OpKind::kStablehloReduceWindow)) return NoteWindow();
  }

 private:
  std::span<const int64_t> ShapeOf(size_t operand) const {
    return operation_.operands[operand]->type.shape();
  }

  // Returns the index in 0 .. most.
  int64_t Clamp(int64_t index, int64_t most, size_t dimension) {
    const int64_t clamped = std::clamp<int64_t>(index, 0, most);
    if (clamped != index) {
      chosen_.notes.push_back("start index " + std::to_string(index) + " of dimension " +
                              std::to_string(dimension) + " is clamped to " +
                              std::to_string(clamped));
    }
    return clamped;
  }

  CellBox* BoxOf(uint32_t operand) {
    const auto found = std::ranges::find(chosen_.boxes, operand, &CellBox::operand);
    return found == chosen_.boxes.end() ? nullptr : &*found;
  }
  void RemoveBoxOf(uint32_t operand) {
    std::erase_if(chosen_.boxes, [&](const CellBox& box) { return box.operand == operand; });
  }

  void ChooseSide() {
    const auto predicate = read_(0, ShapeOf(0).empty() ? std::span<const int64_t>() : cell_);
    if (predicate) RemoveBoxOf(*predicate != 0 ? 2 : 1);
  }

  // Start indices are scalar operands from `first` on.
  std::optional<std::vector<int64_t>> ReadStarts(size_t first) const {
    std::vector<int64_t> starts;
    for (size_t i = first; i < operation_.operands.size(); ++i) {
      const auto start = read_(static_cast<uint32_t>(i), {});
      if (!start) return std::nullopt;
      starts.push_back(*start);
    }
    return starts;
  }

  void ChooseSlice() {
    const std::vector<int64_t> sizes = IntegersOf(operation_, "slice_sizes");
    const auto starts = ReadStarts(1);
    CellBox* box = BoxOf(0);
    if (!starts || box == nullptr) return;
    for (size_t d = 0; d < cell_.size(); ++d) {
      box->ranges[d] = {Clamp((*starts)[d], ShapeOf(0)[d] - sizes[d], d) + cell_[d]};
    }
  }

  void ChooseUpdate() {
    const auto starts = ReadStarts(2);
    CellBox* update = BoxOf(1);
    if (!starts || update == nullptr) return;
    std::vector<CellRange> place;
    bool is_inside = true;
    for (size_t d = 0; d < cell_.size(); ++d) {
      const int64_t size = ShapeOf(1)[d];
      const int64_t at = cell_[d] - Clamp((*starts)[d], ShapeOf(0)[d] - size, d);
      is_inside &= at >= 0 && at < size;
      place.push_back({at});
    }
    if (is_inside) update->ranges = std::move(place);
    chosen_.notes.push_back(is_inside ? "inside the update" : "outside of the update");
    RemoveBoxOf(is_inside ? 0 : 1);
  }

  // The index boxes follow the dimensions that they move.
  void ChooseGathered() {
    CellBox* operand = BoxOf(0);
    if (operand == nullptr) return;
    size_t next = 1;
    std::vector<CellRange> ranges = operand->ranges;
    for (size_t d = 0; d < ranges.size(); ++d) {
      if (ranges[d].count == 1) continue;
      if (next >= chosen_.boxes.size()) return;
      std::vector<int64_t> of_index;
      for (const CellRange range : chosen_.boxes[next++].ranges) of_index.push_back(range.start);
      const auto index = read_(1, of_index);
      if (!index) return;
      ranges[d] = {ranges[d].start + Clamp(*index, ranges[d].count - 1, d)};
    }
    operand->ranges = std::move(ranges);
  }

  void NotePadding() {
    if (BoxOf(1) != nullptr) chosen_.notes.push_back("padding: outside of the operand");
  }

  void NoteWindow() {
    const CellBox* box = BoxOf(0);
    int64_t size = 1;
    int64_t inside = box == nullptr ? 0 : 1;
    for (const int64_t dimension : IntegersOf(operation_, "window_dimensions")) size *= dimension;
    if (box != nullptr) {
      for (const CellRange range : box->ranges) inside *= range.count;
    }
    if (inside == size) return;
    chosen_.notes.push_back(std::to_string(size - inside) + " of the " + std::to_string(size) +
                            " cells of the window are padding");
  }

  const Operation& operation_;
  const std::span<const int64_t> cell_;
  const ReadInteger& read_;
  ChosenCells& chosen_;
};

}  // namespace

ChosenCells ChooseCells(const Operation& operation, std::span<const int64_t> cell,
                        std::vector<CellBox> boxes, const ReadInteger& read) {
  ChosenCells chosen{std::move(boxes), {}};
  CellChooser(operation, cell, read, chosen).Run();
  return chosen;
}

}  // namespace paddock
