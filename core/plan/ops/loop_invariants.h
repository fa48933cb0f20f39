// Loop-invariant code motion: operations of a loop whose operands are the same in each iteration
// are lowered before it, in level kFast. They may then be computed although the loop has no
// iteration: only operations that cannot fail are moved.
#ifndef PADDOCK_CORE_PLAN_OPS_LOOP_INVARIANTS_H_
#define PADDOCK_CORE_PLAN_OPS_LOOP_INVARIANTS_H_

#include <span>

#include "core/plan/lowering/hoisted_operations.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {

// Lowers the loop-invariant operations of the blocks, and of the functions that they call. Argument
// i of each block is invariant if `is_carried[i]` is false; it is then `arguments[i]`. Returns the
// scope in which the blocks are to be lowered.
HoistedOperations::Scope HoistInvariants(Lowering& lowering, std::span<const Block* const> blocks,
                                         std::span<const Leaf> arguments,
                                         const std::vector<bool>& is_carried);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_OPS_LOOP_INVARIANTS_H_
