#include "core/plan/lowering/dot_dimensions.h"

#include "core/ir/attribute_values.h"

namespace paddock {

DotDimensions DotDimensionsOf(const Operation& operation, size_t lhs_rank) {
  DotDimensions dimensions;
  if (operation.is(OpKind::kStablehloDot)) {
    dimensions.lhs_contracting = {static_cast<int64_t>(lhs_rank) - 1};
    dimensions.rhs_contracting = {0};
    return dimensions;
  }
  const Attribute* numbers = operation.Find("dot_dimension_numbers");
  dimensions.lhs_batching = IntegersOf(numbers, "lhs_batching_dimensions");
  dimensions.rhs_batching = IntegersOf(numbers, "rhs_batching_dimensions");
  dimensions.lhs_contracting = IntegersOf(numbers, "lhs_contracting_dimensions");
  dimensions.rhs_contracting = IntegersOf(numbers, "rhs_contracting_dimensions");
  return dimensions;
}

bool IsPlainDot(const Operation& operation) {
  if (operation.is(OpKind::kStablehloDot)) return true;
  return operation.is(OpKind::kStablehloDotGeneral) && operation.Find("algorithm") == nullptr;
}

}  // namespace paddock
