// Element-wise functions in chlo whose operands broadcast to one shape.
#include "core/explain/relation.h"
#include "core/ir/attribute_values.h"

namespace paddock {

// Broadcasts like numpy: dimensions are aligned at the last one, unless the attribute lists those
// of the operand of lower rank. A dimension of size 1 is repeated.
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
