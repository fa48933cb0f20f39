// reduce with any body, over any number of operands.
#ifndef PADDOCK_CORE_PLAN_BODIES_PAIRWISE_REDUCE_H_
#define PADDOCK_CORE_PLAN_BODIES_PAIRWISE_REDUCE_H_

#include <cstdint>
#include <span>

#include "core/base/result.h"
#include "core/ir/operation.h"
#include "core/plan/lowering/draft.h"

namespace paddock {

class Lowering;

// Elements in each array of a body: the arrays of a few operands fit into the first-level cache.
inline constexpr int64_t kBodyBlock = 1024;

// `operands` and `inits` are dense and have the body's argument types.
Result<void> EmitPairwiseReduce(Lowering& lowering, const Operation& operation, Block& body,
                                std::span<const Leaf> operands, std::span<const Leaf> inits,
                                std::span<const int64_t> dimensions);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_BODIES_PAIRWISE_REDUCE_H_
