// Sorts: the whole dimension that is sorted.
#include "core/explain/body_dependence.h"
#include "core/explain/relation.h"
#include "core/ir/attribute_values.h"

namespace paddock {

// Any element of the slice can move to any position; the operands that the comparator reads
// determine it.
std::vector<CellBox> ExplainSort(const CellQuestion& question) {
  int64_t dimension = IntegerOf(question.operation, "dimension", -1);
  if (dimension < 0) dimension += static_cast<int64_t>(question.cell.size());
  const std::vector<bool> compared = BodyDependence(*question.operation.regions[0])[0];
  std::vector<CellBox> boxes;
  for (uint32_t i = 0; i < question.operation.operands.size(); ++i) {
    if (i != question.result && !compared[2 * i] && !compared[2 * i + 1]) continue;
    CellBox box = OneCell(i, question.cell);
    const auto d = static_cast<size_t>(dimension);
    box.ranges[d] = {0, question.operand_shape(i)[d]};
    boxes.push_back(std::move(box));
  }
  return boxes;
}

// Both results depend on the whole last dimension.
std::vector<CellBox> ExplainTopK(const CellQuestion& question) {
  CellBox box = OneCell(0, question.cell);
  box.ranges.back() = {0, question.operand_shape(0).back()};
  return {box};
}

}  // namespace paddock
