// Tensors of zeros, or of another constant, beside a diagonal: jnp.diag.
#ifndef PADDOCK_CORE_PLAN_OPS_DIAGONAL_H_
#define PADDOCK_CORE_PLAN_OPS_DIAGONAL_H_

#include "core/plan/lowering/lowering.h"

namespace paddock {

// Lowers a select of a broadcast tensor where a row's index plus a constant is that of the column,
// and of one element elsewhere. In row-major order this is the diagonal with an interior padding.
// Returns false for any other operation.
bool LowerDiagonal(Lowering& lowering, const Operation& operation);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_OPS_DIAGONAL_H_
