// Bounds of the groups of chlo.ragged_dot, from their sizes.
#ifndef PADDOCK_CORE_PLAN_PRODUCTS_GROUP_BOUNDS_H_
#define PADDOCK_CORE_PLAN_PRODUCTS_GROUP_BOUNDS_H_

#include <cstdint>

#include "core/ir/operation.h"
#include "core/plan/lowering/draft.h"

namespace paddock {

class Lowering;

// Emits the bounds of groups in a dimension of `size`: [lists of sizes, groups + 1] of i64. A
// negative size fails at run time.
Leaf EmitGroupBounds(Lowering& lowering, const Operation& operation, int64_t size);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_PRODUCTS_GROUP_BOUNDS_H_
