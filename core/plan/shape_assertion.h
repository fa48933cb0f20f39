// custom_call @shape_assertion: what JAX asks of the sizes that stand for symbolic dimensions.
#ifndef PADDOCK_CORE_PLAN_SHAPE_ASSERTION_H_
#define PADDOCK_CORE_PLAN_SHAPE_ASSERTION_H_

#include "core/plan/lowering.h"

namespace paddock {

// Fails with the attribute error_message where the first operand is false; `{0}`, `{1}` in it
// are the values of the operands after it.
Result<void> LowerShapeAssertion(Lowering& lowering, const Operation& operation);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_SHAPE_ASSERTION_H_
