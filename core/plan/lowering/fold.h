// Constant folding: operations on constants are computed while planning, in programs that leave
// sizes open. An operation can then use sizes that result from arithmetic. Folding runs the same
// steps as a run, with the same bits.
#ifndef PADDOCK_CORE_PLAN_LOWERING_FOLD_H_
#define PADDOCK_CORE_PLAN_LOWERING_FOLD_H_

#include "core/base/result.h"
#include "core/ir/operation.h"
#include "core/plan/lowering/lower_table.h"

namespace paddock {

// Returns whether the operation is pure, its operands are constants, and its results are small.
bool IsFoldable(const Lowering& lowering, const Operation& operation);

// Lowers a foldable operation by `lower`, runs the steps, and binds the results to constants.
Result<void> Fold(Lowering& lowering, const Operation& operation, LowerFunction lower);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_FOLD_H_
