// reduce that finds the greatest or least element along a dimension, and its place.
#ifndef PADDOCK_CORE_PLAN_EXTREME_REDUCE_H_
#define PADDOCK_CORE_PLAN_EXTREME_REDUCE_H_

#include "core/plan/lowering.h"

namespace paddock {

// Emits the reduction and binds its results; false, and nothing is done, if `operation` is no such
// reduction: its body does something else, or its second operand, or first, does not count along
// the one reduced dimension. What counts is not read.
bool LowerExtremeReduce(Lowering& lowering, const Operation& operation, const Block& body);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_EXTREME_REDUCE_H_
