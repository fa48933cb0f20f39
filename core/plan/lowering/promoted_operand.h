// Type promotion: converts operands to the type that a body computes in.
#ifndef PADDOCK_CORE_PLAN_LOWERING_PROMOTED_OPERAND_H_
#define PADDOCK_CORE_PLAN_LOWERING_PROMOTED_OPERAND_H_

#include "core/ir/operation.h"
#include "core/plan/lowering/draft.h"

namespace paddock {

class Lowering;

// Returns all elements of `leaf`, converted to `type`.
Leaf Converted(Lowering& lowering, const Operation& operation, Leaf leaf, ElementType type);

// Returns the leaf with every NaN replaced by the positive quiet one. Processors make different
// NaNs; numerics portable hides that where bits are visible. Does not change arguments and
// constants.
Leaf WithCanonicalNaNs(Lowering& lowering, const Operation& operation, const Leaf& leaf);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_PROMOTED_OPERAND_H_
