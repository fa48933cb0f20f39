// Reductions: a whole run of cells along each reduced dimension.
#include <algorithm>

#include "core/explain/relation.h"
#include "core/plan/attributes.h"

namespace paddock {

// Every input along `dimensions` at the cell's place in the others, and every initial
// value: the body may mix all of them into each result.
std::vector<CellBox> ExplainReduce(const CellQuestion& question) {
  const std::vector<int64_t> dimensions = IntegersOf(question.operation, "dimensions");
  const uint32_t inputs = static_cast<uint32_t>(question.operation.operands.size() / 2);
  std::vector<CellBox> boxes;
  for (uint32_t i = 0; i < inputs; ++i) {
    CellBox box = AllCells(question, i);
    size_t kept = 0;
    for (size_t d = 0; d < box.ranges.size(); ++d) {
      const bool is_reduced =
          std::ranges::find(dimensions, static_cast<int64_t>(d)) != dimensions.end();
      if (!is_reduced) box.ranges[d] = {question.cell[kept++]};
    }
    boxes.push_back(std::move(box));
  }
  for (uint32_t i = inputs; i < 2 * inputs; ++i) boxes.push_back(OneCell(i, {}));
  return boxes;
}

}  // namespace paddock
