// Slices whose start indices are operands: every possible position, and the indices.
#include <algorithm>
#include <utility>

#include "core/explain/indexed_slices.h"
#include "core/explain/relation.h"
#include "core/ir/attribute_values.h"

namespace paddock {

std::vector<CellBox> ExplainDynamicSlice(const CellQuestion& question) {
  const std::vector<int64_t> sizes = IntegersOf(question.operation, "slice_sizes");
  const std::span<const int64_t> shape = question.operand_shape(0);
  CellBox operand{0, {}};
  std::vector<CellBox> starts;
  for (size_t d = 0; d < shape.size(); ++d) {
    operand.ranges.push_back(Movable(question.cell[d], shape[d], sizes[d]));
    if (shape[d] > sizes[d]) starts.push_back(OneCell(static_cast<uint32_t>(d) + 1, {}));
  }
  std::vector<CellBox> boxes = {operand};
  boxes.insert(boxes.end(), starts.begin(), starts.end());
  return boxes;
}

// The cell itself, if the update may be elsewhere, and the cells of the update that can be written
// to it.
std::vector<CellBox> ExplainDynamicUpdateSlice(const CellQuestion& question) {
  const std::span<const int64_t> shape = question.operand_shape(0);
  const std::span<const int64_t> sizes = question.operand_shape(1);
  CellBox update{1, {}};
  std::vector<CellBox> starts;
  for (size_t d = 0; d < shape.size(); ++d) {
    const int64_t freedom = shape[d] - sizes[d];
    const int64_t first = std::max<int64_t>(0, question.cell[d] - freedom);
    const int64_t last = std::min(question.cell[d], sizes[d] - 1);
    update.ranges.push_back({first, std::max<int64_t>(0, last - first + 1)});
    if (freedom > 0) starts.push_back(OneCell(static_cast<uint32_t>(d) + 2, {}));
  }
  const bool is_empty =
      std::ranges::any_of(update.ranges, [](CellRange range) { return range.count == 0; });
  if (is_empty) return {OneCell(0, question.cell)};
  std::vector<CellBox> boxes;
  if (!starts.empty()) boxes.push_back(OneCell(0, question.cell));
  boxes.push_back(std::move(update));
  boxes.insert(boxes.end(), starts.begin(), starts.end());
  return boxes;
}

}  // namespace paddock
