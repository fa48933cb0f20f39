// Element-wise operations whose result is one of their operands: because another one is a known
// constant, as in the code of a function that was called with that constant, or because one operand
// implies the other.
#ifndef PADDOCK_CORE_PLAN_LOWERING_UNCHANGED_OPERAND_H_
#define PADDOCK_CORE_PLAN_LOWERING_UNCHANGED_OPERAND_H_

#include <cstddef>
#include <optional>
#include <span>

#include "core/plan/lowering/draft.h"
#include "simd/elementwise/elementwise_kernel.h"

namespace paddock {

// Relations of two numbers, a bit each.
enum NumberRelation : unsigned { kLess = 1, kEqual = 2, kGreater = 4, kUnordered = 8 };
// Returns the relations with which a comparison holds.
unsigned RelationsOf(simd::ComparisonDirection direction);

// Returns whether all elements are zero, of integers and booleans, and known when planning.
bool IsZero(const Leaf& leaf);

// Returns whether the type is f16, bf16, f32 or f64.
bool IsUsualFloat(ElementType type);

// Returns the index of the operand that has the result's bits: of booleans and integers, x or 0,
// x and all ones, x + 0, x * 1, a shift by 0, a conversion to its own type; of usual floats, x * 1,
// x / 1, x - 0, x + -0; of all types, a select by a constant.
std::optional<size_t> UnchangedOperand(const simd::ElementwiseKernel& kernel,
                                       std::span<const Leaf> operands);

// Returns the index, 0 or 1, of the comparison whose bits `kernel`, an operation on booleans, has:
// x < y and x != y is x < y. jnp.remainder has it. Both must compare the same nodes.
std::optional<size_t> UnchangedComparison(const simd::ElementwiseKernel& kernel,
                                          const TileNode& first, const TileNode& second);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_UNCHANGED_OPERAND_H_
