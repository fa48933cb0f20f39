// Element-wise: the same cell of every operand; a scalar feeds every cell.
#include "core/explain/body_dependence.h"
#include "core/explain/relation.h"
#include "core/ir/attribute_values.h"

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

// Corresponding cells of the operands that the body uses.
std::vector<CellBox> ExplainMap(const CellQuestion& question) {
  const std::vector<bool> used = BodyDependence(*question.operation.regions[0])[0];
  std::vector<CellBox> boxes;
  for (uint32_t i = 0; i < question.operation.operands.size(); ++i) {
    if (used[i]) boxes.push_back(OneCell(i, question.cell));
  }
  return boxes;
}

// The corresponding cell of the operand with the result's number.
std::vector<CellBox> ExplainSameOperand(const CellQuestion& question) {
  return {OneCell(question.result, question.cell)};
}

// As numpy broadcasts: dimensions are aligned at the right, unless the attribute names those of
// the operand of lower rank; one of size 1 is repeated.
std::vector<CellBox> ExplainBroadcasting(const CellQuestion& question) {
  const std::vector<int64_t> named = IntegersOf(question.operation, "broadcast_dimensions");
  std::vector<CellBox> boxes;
  for (uint32_t i = 0; i < question.operation.operands.size(); ++i) {
    const std::span<const int64_t> shape = question.operand_shape(i);
    const size_t missing = question.cell.size() - shape.size();
    const bool is_named = missing != 0 && named.size() == shape.size();
    std::vector<int64_t> indices;
    for (size_t d = 0; d < shape.size(); ++d) {
      const size_t at = is_named ? static_cast<size_t>(named[d]) : missing + d;
      indices.push_back(shape[d] == 1 ? 0 : question.cell[at]);
    }
    boxes.push_back(OneCell(i, indices));
  }
  return boxes;
}

}  // namespace paddock
