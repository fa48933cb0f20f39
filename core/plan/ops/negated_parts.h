// Concatenations of which some operands are negated, as in rotary embeddings, which rotate halves
// of a row: concatenate(-b, a).
#ifndef PADDOCK_CORE_PLAN_OPS_NEGATED_PARTS_H_
#define PADDOCK_CORE_PLAN_OPS_NEGATED_PARTS_H_

#include <optional>

#include "core/base/result.h"
#include "core/ir/operation.h"

namespace paddock {

class Lowering;

// Lowers, in level kFast, a concatenate along the last dimension of operands that other operations
// only move, some of which are negated for it: the concatenation of what they negate is loaded by
// tile programs, and negated at these places there. Returns nothing for any other operation.
std::optional<Result<void>> LowerNegatedParts(Lowering& lowering, const Operation& operation,
                                              int64_t dimension);

// Lowers, in level kFast, a pad of a tensor that is negated for it and also read by others: the
// tensor is padded with the negated value, and then negated. Returns nothing for any other one.
std::optional<Result<void>> LowerNegatedPad(Lowering& lowering, const Operation& operation);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_OPS_NEGATED_PARTS_H_
