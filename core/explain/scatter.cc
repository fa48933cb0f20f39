// Scatter: the cell itself, the updates that can be combined into it, and their indices.
#include <algorithm>
#include <utility>

#include "core/base/contains.h"
#include "core/explain/body_dependence.h"
#include "core/explain/indexed_slices.h"
#include "core/explain/relation.h"

namespace paddock {

// The cell of every input that the body combines into this result, all elements of their updates
// that can be combined into it, and the indices that determine whether they are.
std::vector<CellBox> ExplainScatter(const CellQuestion& question) {
  const auto inputs = static_cast<uint32_t>(question.operation.operands.size() / 2);
  const IndexedSlices slices = ScatterSlices(question.operation);
  const std::span<const int64_t> shape = question.operand_shape(0);
  CellBox indices = AllCells(question, inputs);
  CellBox update = AllCells(question, inputs + 1);
  std::vector<size_t> batch_dimensions;
  for (size_t d = 0; d < update.ranges.size(); ++d) {
    if (!Contains(slices.window, d)) batch_dimensions.push_back(d);
  }
  bool is_reached = true;
  size_t next_window = 0;
  for (size_t d = 0; d < shape.size(); ++d) {
    const CellRange here = {question.cell[d]};
    if (Contains(slices.batching, d)) {
      const auto of_indices =
          static_cast<size_t>(slices.indices_batching[PlaceIn(slices.batching, d)]);
      indices.ranges[of_indices] = here;
      update.ranges[batch_dimensions[BatchPlace(slices, of_indices)]] = here;
    } else if (slices.IsInWindow(d)) {
      CellRange& range = update.ranges[static_cast<size_t>(slices.window[next_window++])];
      // A slice that no index moves along this dimension starts at 0.
      if (!Contains(slices.index_map, d)) range = here.start < range.count ? here : CellRange{0, 0};
    } else if (!Contains(slices.index_map, d) && here.start > 0) {
      is_reached = false;
    }
  }
  const std::vector<uint32_t> used =
      CombinedWith(*question.operation.regions[0], question.result, inputs);
  const bool has_updates = is_reached && std::ranges::none_of(update.ranges, [](CellRange range) {
                             return range.count == 0;
                           });
  if (!has_updates) return {OneCell(question.result, question.cell)};
  std::vector<CellBox> boxes;
  for (uint32_t i : used) boxes.push_back(OneCell(i, question.cell));
  boxes.push_back(std::move(indices));
  for (uint32_t i : used) {
    boxes.push_back(update);
    boxes.back().operand = inputs + 1 + i;
  }
  return boxes;
}

}  // namespace paddock
