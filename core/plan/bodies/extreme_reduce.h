// reduce that finds the greatest or least element along a dimension, and its index.
#ifndef PADDOCK_CORE_PLAN_BODIES_EXTREME_REDUCE_H_
#define PADDOCK_CORE_PLAN_BODIES_EXTREME_REDUCE_H_

#include "core/base/result.h"
#include "core/ir/operation.h"

namespace paddock {

class Lowering;

// Emits the reduction and binds its results. Returns false, without effect, if the body differs, or
// if neither operand is an iota along the single reduced dimension. The iota is not read.
Result<bool> LowerExtremeReduce(Lowering& lowering, const Operation& operation, const Block& body);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_BODIES_EXTREME_REDUCE_H_
