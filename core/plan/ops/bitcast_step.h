// The step of a bitcast_convert to elements of another width, with spare bits.
#ifndef PADDOCK_CORE_PLAN_OPS_BITCAST_STEP_H_
#define PADDOCK_CORE_PLAN_OPS_BITCAST_STEP_H_

#include "core/plan/lowering/lowering.h"

namespace paddock {

// Emits the step for an operand in memory and a result of this type and shape.
void EmitBitcast(Lowering& lowering, const Operation& operation, const Leaf& operand,
                 const Leaf& shape);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_OPS_BITCAST_STEP_H_
