// Reductions: a whole run of cells along each reduced dimension.
#include <algorithm>

#include "core/explain/body_dependence.h"
#include "core/explain/relation.h"
#include "core/ir/attribute_values.h"

namespace paddock {

// All cells along `dimensions`, at the cell's index in the others, of every input that the body
// combines into this result, and their initial values.
std::vector<CellBox> ExplainReduce(const CellQuestion& question) {
  const std::vector<int64_t> dimensions = IntegersOf(question.operation, "dimensions");
  const auto inputs = static_cast<uint32_t>(question.operation.operands.size() / 2);
  const std::vector<uint32_t> used =
      CombinedWith(*question.operation.regions[0], question.result, inputs);
  std::vector<CellBox> boxes;
  for (uint32_t i : used) {
    CellBox box = AllCells(question, i);
    size_t kept = 0;
    for (size_t d = 0; d < box.ranges.size(); ++d) {
      const bool is_reduced =
          std::ranges::find(dimensions, static_cast<int64_t>(d)) != dimensions.end();
      if (!is_reduced) box.ranges[d] = {question.cell[kept++]};
    }
    boxes.push_back(std::move(box));
  }
  for (uint32_t i : used) boxes.push_back(OneCell(inputs + i, {}));
  return boxes;
}

}  // namespace paddock
