// Reductions of integers in fewer bits: the low bits of a sum or product are those of the low bits
// of its elements.
#ifndef PADDOCK_CORE_PLAN_OPS_NARROWED_REDUCTION_H_
#define PADDOCK_CORE_PLAN_OPS_NARROWED_REDUCTION_H_

#include <optional>

#include "core/base/result.h"
#include "core/ir/operation.h"

namespace paddock {

class Lowering;

// Lowers, in level kFast, a reduce whose elements were converted from an integer type, and whose
// only user converts the totals to another of fewer bits than the sums, as in jnp.packbits: the
// reduction computes in that type. Returns nothing for any other operation.
std::optional<Result<void>> LowerNarrowedReduction(Lowering& lowering, const Operation& operation,
                                                   const Block& body);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_OPS_NARROWED_REDUCTION_H_
