// Operations whose sizes are operands. Sizes do not feed cells. If the place of a cell depends on
// an operand's values, every possible place is listed.
#include "core/explain/relation.h"

namespace paddock {

std::vector<CellBox> ExplainEverything(const CellQuestion& question) {
  std::vector<CellBox> boxes;
  for (uint32_t i = 0; i < question.operation.operands.size(); ++i) {
    boxes.push_back(AllCells(question, i));
  }
  return boxes;
}

// operand[start_indices + cell * strides].
std::vector<CellBox> ExplainRealDynamicSlice(const CellQuestion& question) {
  std::vector<CellBox> boxes = {AllCells(question, 0)};
  if (!question.cell.empty())
    boxes.insert(boxes.end(), {AllCells(question, 1), AllCells(question, 3)});
  return boxes;
}

// Operand 0 has the cell itself; the other operands are sizes.
std::vector<CellBox> ExplainSameCell(const CellQuestion& question) {
  return {OneCell(0, question.cell)};
}

}  // namespace paddock
