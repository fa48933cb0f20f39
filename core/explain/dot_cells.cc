#include "core/explain/dot_cells.h"

#include "core/base/contains.h"

namespace paddock {

CellBox DotSide(const CellQuestion& question, uint32_t operand,
                const std::vector<int64_t>& batching, const std::vector<int64_t>& contracting,
                size_t free_at) {
  CellBox box = AllCells(question, operand);
  for (size_t b = 0; b < batching.size(); ++b) {
    box.ranges[static_cast<size_t>(batching[b])] = {question.cell[b]};
  }
  for (size_t d = 0; d < box.ranges.size(); ++d) {
    if (Contains(batching, d) || Contains(contracting, d)) continue;
    box.ranges[d] = {question.cell[free_at++]};
  }
  return box;
}

}  // namespace paddock
