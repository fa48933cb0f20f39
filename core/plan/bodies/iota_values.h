// Iotas that need no memory: values whose elements are their own indices.
#ifndef PADDOCK_CORE_PLAN_BODIES_IOTA_VALUES_H_
#define PADDOCK_CORE_PLAN_BODIES_IOTA_VALUES_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/ir/attribute_values.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {

// Returns whether each element is its index in `dimension`: an iota, or a broadcast of one.
inline bool CountsAlong(const Lowering& lowering, const Value& value, int64_t dimension) {
  const Operation* operation = value.operation;
  if (operation == nullptr || value.type.is_quantized()) return false;
  if (operation->is(OpKind::kStablehloIota) || operation->is(OpKind::kStablehloDynamicIota)) {
    return IntegerOf(*operation, "iota_dimension", -1) == dimension;
  }
  if (!operation->is(OpKind::kStablehloBroadcastInDim)) return false;
  const Value& operand = *operation->operands[0];
  const std::vector<int64_t> dimensions = IntegersOf(*operation, "broadcast_dimensions");
  const auto found = std::ranges::find(dimensions, dimension);
  if (found == dimensions.end()) return false;
  const auto from = static_cast<size_t>(found - dimensions.begin());
  const Type type = lowering.TypeOf(operand);
  const auto to = static_cast<size_t>(dimension);
  return type.shape()[from] == lowering.TypeOf(value).shape()[to] &&
         CountsAlong(lowering, operand, static_cast<int64_t>(from));
}

// Call before lowering an operation that does not read its operand `index`, which is such a value.
// Otherwise the value would be computed along with the other operands.
inline void DoWithoutOperand(Lowering& lowering, const Operation& operation, size_t index) {
  // An operation in another block may use the value more than once.
  const Operation* const made_by = operation.operands[index]->operation;
  if (made_by == nullptr || made_by->parent != operation.parent) return;
  lowering.elementwise().DoWithout(lowering.Operand(operation, index));
}

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_BODIES_IOTA_VALUES_H_
