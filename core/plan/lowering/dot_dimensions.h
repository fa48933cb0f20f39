// Dimensions that dot_general and dot contract and batch.
#ifndef PADDOCK_CORE_PLAN_LOWERING_DOT_DIMENSIONS_H_
#define PADDOCK_CORE_PLAN_LOWERING_DOT_DIMENSIONS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/ir/operation.h"

namespace paddock {

// Pairs of dimensions of lhs and rhs in dot_general or dot.
struct DotDimensions {
  std::vector<int64_t> lhs_batching, rhs_batching, lhs_contracting, rhs_contracting;
};
DotDimensions DotDimensionsOf(const Operation& operation, size_t lhs_rank);

// Returns whether the operation is dot, or dot_general without an algorithm.
bool IsPlainDot(const Operation& operation);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_DOT_DIMENSIONS_H_
