// Element-wise operations whose result is one of their operands, because another one is a known
// constant: the code of a function that was called with that constant.
#ifndef PADDOCK_CORE_PLAN_LOWERING_UNCHANGED_OPERAND_H_
#define PADDOCK_CORE_PLAN_LOWERING_UNCHANGED_OPERAND_H_

#include <cstddef>
#include <optional>
#include <span>

#include "core/plan/lowering/draft.h"
#include "simd/elementwise/elementwise_kernel.h"

namespace paddock {

// Returns the index of the operand that has the result's bits: of booleans and integers, x or 0,
// x and all ones, x + 0, x * 1, a shift by 0; of all types, a select by a constant.
std::optional<size_t> UnchangedOperand(const simd::ElementwiseKernel& kernel,
                                       std::span<const Leaf> operands);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_UNCHANGED_OPERAND_H_
