// Operations whose sizes are operands. Sizes do not feed cells. If the position of a cell depends
// on an operand's values, every possible position is listed.
#include "core/explain/indexed_slices.h"
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

// The slice sizes are an operand; the result has the sizes of the window.
std::vector<CellBox> ExplainDynamicGather(const CellQuestion& question) {
  const IndexedSlices slices = GatherSlices(question.operation);
  const std::span<const int64_t> result = question.operation.results[question.result]->type.shape();
  std::vector<int64_t> sizes = WindowPositions(slices, question.operand_shape(0).size(),
                                               [&](size_t d) { return result[d]; });
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (!slices.IsInWindow(d)) sizes[d] = 1;
  }
  return ExplainSlices(question, slices, sizes);
}

}  // namespace paddock
