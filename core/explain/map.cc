// Map: the same cell of every operand that the body uses.
#include "core/explain/body_dependence.h"
#include "core/explain/relation.h"

namespace paddock {

// Corresponding cells of the operands that the body uses.
std::vector<CellBox> ExplainMap(const CellQuestion& question) {
  const std::vector<bool> used = BodyDependence(*question.operation.regions[0])[0];
  std::vector<CellBox> boxes;
  for (uint32_t i = 0; i < question.operation.operands.size(); ++i) {
    if (used[i]) boxes.push_back(OneCell(i, question.cell));
  }
  return boxes;
}

}  // namespace paddock
