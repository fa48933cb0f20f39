#include "core/explain/chosen_cells.h"

#include <algorithm>
#include <utility>

#include "core/explain/cell_box.h"
#include "core/explain/landing_updates.h"
#include "core/explain/selected_windows.h"
#include "core/ir/attribute_values.h"
#include "core/plan/lowering/window_attributes.h"

namespace paddock {
namespace {

// Start indices beyond are asked for here, so that sums with sizes do not overflow.
constexpr int64_t kFarAway = int64_t{1} << 52;
// Boxes of one operand. More are one region around them.
constexpr size_t kMostBoxes = 32;

int64_t Near(int64_t index) { return std::clamp(index, -kFarAway, kFarAway); }

// Question about one cell, with the answer so far.
class CellChooser {
 public:
  CellChooser(const Operation& operation, uint32_t result, std::span<const int64_t> cell,
              const ReadInteger& read, const ReadFloat& number, ChosenCells& chosen)
      : operation_(operation),
        result_(result),
        cell_(cell),
        read_(read),
        number_(number),
        chosen_(chosen) {}

  void Run() {
    if (operation_.is(OpKind::kStablehloSelect)) return ChooseSide();
    if (operation_.is(OpKind::kStablehloDynamicSlice)) return ChooseSlice();
    if (operation_.is(OpKind::kStablehloDynamicUpdateSlice)) return ChooseUpdate();
    const bool is_gather =
        operation_.is(OpKind::kStablehloGather) || operation_.is(OpKind::kStablehloDynamicGather);
    if (is_gather) return ChooseGathered();
    if (operation_.is(OpKind::kStablehloTorchIndexSelect)) return ChooseSelected();
    if (operation_.is(OpKind::kStablehloScatter)) return ChooseScattered();
    if (operation_.is(OpKind::kStablehloSelectAndScatter)) return ChooseWindows();
    if (operation_.is(OpKind::kStablehloPad)) return NotePadding();
    if (operation_.is(OpKind::kStablehloReduceWindow)) return NoteWindow();
    if (operation_.is(OpKind::kStablehloConvolution)) return AskForKernel();
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

  // Keeps these ranges of operand 0 if some lie outside of it.
  void Ask(std::vector<CellRange> ranges) {
    bool is_outside = false;
    for (size_t d = 0; d < ranges.size(); ++d) {
      const int64_t last = ranges[d].start + (ranges[d].count - 1) * ranges[d].stride;
      is_outside |= ranges[d].start < 0 || last >= ShapeOf(0)[d];
    }
    if (is_outside) chosen_.asked = CellBox{0, std::move(ranges)};
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
    std::vector<CellRange> asked;
    for (size_t d = 0; d < cell_.size(); ++d) {
      asked.push_back({Near((*starts)[d]) + cell_[d]});
      box->ranges[d] = {Clamp((*starts)[d], ShapeOf(0)[d] - sizes[d], d) + cell_[d]};
    }
    Ask(std::move(asked));
  }

  void ChooseUpdate() {
    const auto starts = ReadStarts(2);
    CellBox* update = BoxOf(1);
    if (!starts || update == nullptr) return;
    std::vector<CellRange> place, asked;
    bool is_inside = true;
    for (size_t d = 0; d < cell_.size(); ++d) {
      const int64_t size = ShapeOf(1)[d];
      const int64_t at = cell_[d] - Clamp((*starts)[d], ShapeOf(0)[d] - size, d);
      is_inside &= at >= 0 && at < size;
      place.push_back({at});
      asked.push_back({Near((*starts)[d]), size});
    }
    Ask(std::move(asked));
    if (is_inside) update->ranges = std::move(place);
    chosen_.notes.push_back(is_inside ? "inside the update" : "outside of the update");
    RemoveBoxOf(is_inside ? 0 : 1);
  }

  // The index boxes follow the dimensions that they move.
  void ChooseGathered() {
    CellBox* operand = BoxOf(0);
    if (operand == nullptr) return;
    size_t next = 1;
    std::vector<CellRange> ranges = operand->ranges, asked = ranges;
    for (size_t d = 0; d < ranges.size(); ++d) {
      if (ranges[d].count == 1) continue;
      if (next >= chosen_.boxes.size()) return;
      std::vector<int64_t> of_index;
      for (const CellRange range : chosen_.boxes[next++].ranges) of_index.push_back(range.start);
      const auto index = read_(1, of_index);
      if (!index) return;
      asked[d] = {ranges[d].start + Near(*index)};
      ranges[d] = {ranges[d].start + Clamp(*index, ranges[d].count - 1, d)};
    }
    operand->ranges = std::move(ranges);
    Ask(std::move(asked));
  }

  // Only the range along the dimension of the indices is open.
  void ChooseSelected() {
    CellBox* operand = BoxOf(0);
    const CellBox* index = BoxOf(1);
    if (operand == nullptr || index == nullptr) return;
    std::vector<int64_t> of_index;
    for (const CellRange range : index->ranges) of_index.push_back(range.start);
    const auto value = read_(1, of_index);
    if (!value) return;
    int64_t dimension = IntegerOf(operation_, "dim", 0);
    if (dimension < 0) dimension += static_cast<int64_t>(operand->ranges.size());
    const auto d = static_cast<size_t>(dimension);
    std::vector<CellRange> asked = operand->ranges;
    asked[d] = {Near(*value)};
    operand->ranges[d] = {Clamp(*value, ShapeOf(0)[d] - 1, d)};
    Ask(std::move(asked));
  }

  // The indices stay: others would let other updates land here.
  void ChooseScattered() {
    const auto inputs = static_cast<uint32_t>(operation_.operands.size() / 2);
    const CellBox* indices = BoxOf(inputs);
    if (indices == nullptr) return;
    auto landing = LandingUpdates(operation_, cell_, *indices, read_);
    if (!landing) return;
    std::vector<uint32_t> used;
    for (const CellBox& box : chosen_.boxes) {
      if (box.operand < inputs) used.push_back(box.operand);
    }
    std::erase_if(chosen_.boxes, [&](const CellBox& box) { return box.operand > inputs; });
    if (landing->empty()) {
      chosen_.notes.push_back("no update lands here");
      std::erase_if(chosen_.boxes, [&](const CellBox& box) {
        return box.operand < inputs && box.operand != result_;
      });
    } else if (!KeepsEarlier(operation_, used)) {
      if (landing->size() > 1) {
        chosen_.notes.push_back("the last of " + std::to_string(landing->size()) +
                                " updates that land here");
      }
      landing->erase(landing->begin(), landing->end() - 1);
      std::erase_if(chosen_.boxes, [&](const CellBox& box) { return box.operand < inputs; });
    }
    for (const uint32_t input : used) AddCells(inputs + 1 + input, *landing);
  }

  void AddCells(uint32_t operand, std::span<const std::vector<int64_t>> cells) {
    std::vector<CellBox> boxes = JoinedCells(operand, cells);
    if (boxes.size() > kMostBoxes) {
      chosen_.notes.push_back("only " + std::to_string(cells.size()) +
                              " cells of the region are used");
      boxes = {RegionAround(operand, cells)};
    }
    chosen_.boxes.insert(chosen_.boxes.end(), boxes.begin(), boxes.end());
  }

  static CellBox RegionAround(uint32_t operand, std::span<const std::vector<int64_t>> cells) {
    CellBox region{operand, {}};
    for (size_t d = 0; d < cells[0].size(); ++d) {
      const auto index = [d](const std::vector<int64_t>& cell) { return cell[d]; };
      const int64_t first = std::ranges::min(cells, {}, index)[d];
      region.ranges.push_back({first, std::ranges::max(cells, {}, index)[d] - first + 1});
    }
    return region;
  }

  // The operand's cells stay: others would be selected.
  void ChooseWindows() {
    const CellBox* source = BoxOf(1);
    if (source == nullptr) return;
    const auto windows = SelectedWindows(operation_, cell_, *source, read_, number_);
    if (!windows) return;
    RemoveBoxOf(1);
    if (windows->empty()) chosen_.notes.push_back("no window selects it");
    const auto is_later = [](const CellBox& box) { return box.operand > 1; };
    const auto at = std::ranges::find_if(chosen_.boxes, is_later) - chosen_.boxes.begin();
    const auto added = static_cast<ptrdiff_t>(chosen_.boxes.size());
    AddCells(1, *windows);
    // In the order of the operands.
    const auto begin = chosen_.boxes.begin();
    std::rotate(begin + at, begin + added, chosen_.boxes.end());
  }

  void NotePadding() {
    if (BoxOf(1) == nullptr) return;
    chosen_.notes.push_back("padding: outside of the operand");
    const std::vector<int64_t> low = IntegersOf(operation_, "edge_padding_low");
    const std::vector<int64_t> interior = IntegersOf(operation_, "interior_padding");
    std::vector<CellRange> asked;
    for (size_t d = 0; d < cell_.size(); ++d) {
      const int64_t at = cell_[d] - low[d], step = interior[d] + 1;
      // Between two elements there is no cell to ask for.
      if (at % step != 0) return;
      asked.push_back({at / step});
    }
    Ask(std::move(asked));
  }

  // Returns the indices that a window asks for; nothing if some lie between two elements.
  static std::optional<CellRange> AskedBy(const WindowDimension& window, int64_t at) {
    if (window.base_dilation != 1) return std::nullopt;
    return CellRange{at * window.stride - window.low, window.window, window.window_dilation};
  }

  void AskForWindow() {
    const auto windows = WindowsOf(operation_, ShapeOf(0), operation_.results[0]->type.shape());
    std::vector<CellRange> asked;
    for (size_t d = 0; d < windows.size(); ++d) {
      const auto range = AskedBy(windows[d], cell_[d]);
      if (!range) return;
      asked.push_back(*range);
    }
    Ask(std::move(asked));
  }

  // The kernel's place over lhs.
  void AskForKernel() {
    const CellBox* lhs = BoxOf(0);
    if (lhs == nullptr) return;
    const ConvolutionAttributes attributes = ConvolutionAttributesOf(operation_);
    std::vector<CellRange> asked = lhs->ranges;
    for (size_t i = 0; i < attributes.input_spatial.size(); ++i) {
      const WindowDimension window =
          attributes.WindowAlong(i, ShapeOf(0), ShapeOf(1), operation_.results[0]->type.shape());
      const auto at = cell_[static_cast<size_t>(attributes.output_spatial[i])];
      const auto range = AskedBy(window, at);
      if (!range) return;
      asked[static_cast<size_t>(attributes.input_spatial[i])] = *range;
    }
    Ask(std::move(asked));
  }

  void NoteWindow() {
    const CellBox* box = BoxOf(0);
    int64_t size = 1;
    const int64_t inside = box == nullptr ? 0 : CellCount(*box);
    for (const int64_t dimension : IntegersOf(operation_, "window_dimensions")) size *= dimension;
    if (inside == size) return;
    AskForWindow();
    chosen_.notes.push_back(std::to_string(size - inside) + " of the " + std::to_string(size) +
                            " cells of the window are padding");
  }

  const Operation& operation_;
  const uint32_t result_;
  const std::span<const int64_t> cell_;
  const ReadInteger& read_;
  const ReadFloat& number_;
  ChosenCells& chosen_;
};

}  // namespace

ChosenCells ChooseCells(const Operation& operation, uint32_t result, std::span<const int64_t> cell,
                        std::vector<CellBox> boxes, const ReadInteger& read,
                        const ReadFloat& number) {
  ChosenCells chosen{std::move(boxes), {}};
  CellChooser(operation, result, cell, read, number, chosen).Run();
  return chosen;
}

}  // namespace paddock
