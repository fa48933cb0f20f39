// Type promotion of bodies: operands in the type that the body computes in.
#ifndef PADDOCK_CORE_PLAN_LOWERING_PROMOTED_OPERAND_H_
#define PADDOCK_CORE_PLAN_LOWERING_PROMOTED_OPERAND_H_

#include "core/ir/operation.h"
#include "core/plan/lowering/draft.h"

namespace paddock {

class Lowering;

// `leaf` in full, as elements of `type`.
Leaf Converted(Lowering& lowering, const Operation& operation, Leaf leaf, ElementType type);

// The leaf with every NaN the positive quiet one: machines make different ones, and numerics
// portable hides that where bits can be seen. Arguments and constants are left as they are.
Leaf WithCanonicalNaNs(Lowering& lowering, const Operation& operation, const Leaf& leaf);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_PROMOTED_OPERAND_H_
