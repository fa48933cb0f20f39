// Comparisons of places, which JAX with 64-bit integers and PyTorch count in 64 bits.
#ifndef PADDOCK_CORE_PLAN_OPS_NARROWED_COMPARISON_H_
#define PADDOCK_CORE_PLAN_OPS_NARROWED_COMPARISON_H_

#include <optional>

#include "core/base/result.h"
#include "core/ir/operation.h"

namespace paddock {

class Lowering;

// Lowers, in level kFast, a compare of 64-bit integers that consist of iotas and constants and fit
// in 32 bits, as in jnp.tril: it compares these. Returns nothing for any other operation, or unless
// the next operation has narrower lanes.
std::optional<Result<void>> LowerNarrowedComparison(Lowering& lowering, const Operation& operation);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_OPS_NARROWED_COMPARISON_H_
