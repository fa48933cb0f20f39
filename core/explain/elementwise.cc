// Element-wise: the same cell of every operand; a scalar feeds every cell.
#include "core/explain/relation.h"

namespace paddock {

std::vector<CellBox> ExplainElementwise(const CellQuestion& question) {
  std::vector<CellBox> boxes;
  for (uint32_t i = 0; i < question.operation.operands.size(); ++i) {
    const bool is_scalar = question.operand_shape(i).empty();
    boxes.push_back(OneCell(i, is_scalar ? std::span<const int64_t>() : question.cell));
  }
  return boxes;
}

// The imaginary part of a real number is 0.
std::vector<CellBox> ExplainImag(const CellQuestion& question) {
  const auto type = question.operation.operands[0]->type.element_type();
  if (type && !IsComplex(*type)) return {};
  return {OneCell(0, question.cell)};
}

}  // namespace paddock
