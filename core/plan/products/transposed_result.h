// A product whose result is only transposed writes the elements in the order of the transposed
// result: kernels exchange the operands, and write rows of results at any distance.
#ifndef PADDOCK_CORE_PLAN_PRODUCTS_TRANSPOSED_RESULT_H_
#define PADDOCK_CORE_PLAN_PRODUCTS_TRANSPOSED_RESULT_H_

#include <cstdint>
#include <span>

#include "core/plan/products/gemm_step.h"

namespace paddock {

// Returns the transpose that, soon after the product, is the only operation which uses its result,
// at level kFast, or null.
const Operation* FindTranspose(const Lowering& lowering, const Operation& operation);

// Binds the product's result to a view of its elements in the order of the transpose that uses it,
// which the transpose finds in its order.
void BindTransposed(Lowering& lowering, const Operation& operation,
                    std::span<const int64_t> permutation, const Leaf& transposed);

// Emits the product of operands in memory for such an operation, and binds its result. Returns
// false if kernels cannot write that order, or only in more time than a transpose takes.
bool EmitTransposedGemm(Lowering& lowering, const Operation& operation,
                        const simd::GemmProblem& problem, const Leaf& lhs, const Leaf& rhs,
                        GemmOffsets offsets);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_PRODUCTS_TRANSPOSED_RESULT_H_
