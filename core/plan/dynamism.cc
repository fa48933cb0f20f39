// Lowering of operations over sizes that only a run may know; here, where they are known.
#include "core/plan/attributes.h"
#include "core/plan/lowering.h"

namespace paddock {

// The size is a constant: shapes are static when a plan is made.
Result<void> LowerGetDimensionSize(Lowering& lowering, const Operation& operation) {
  const std::span<const int64_t> shape = operation.operands[0]->type.shape();
  const auto dimension = static_cast<size_t>(IntegerOf(operation, "dimension", 0));
  if (dimension >= shape.size()) {
    return lowering.Fail(operation, "run", "the operand has no such dimension");
  }
  if (shape[dimension] > std::numeric_limits<int32_t>::max()) {
    return lowering.Fail(operation, "run", "the size does not fit 32 bits");
  }
  Leaf leaf = lowering.LeavesOf(operation.results[0]->type, operation.name_span)->front();
  leaf.where = Leaf::Where::kConstant;
  leaf.address = reinterpret_cast<const std::byte*>(
      lowering.arena().Make<int32_t>(static_cast<int32_t>(shape[dimension])));
  lowering.Bind(*operation.results[0], leaf);
  return {};
}

}  // namespace paddock
