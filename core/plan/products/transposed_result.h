// A product whose result is only transposed writes the elements in the order of the transposed
// result: kernels exchange the operands, and write rows of results at any distance.
#ifndef PADDOCK_CORE_PLAN_PRODUCTS_TRANSPOSED_RESULT_H_
#define PADDOCK_CORE_PLAN_PRODUCTS_TRANSPOSED_RESULT_H_

#include "core/plan/products/gemm_step.h"

namespace paddock {

// Returns whether a transpose, soon after the product, is the only operation that uses its result,
// at level kFast. Never in WebAssembly.
bool IsTransposedNext(const Lowering& lowering, const Operation& operation);

// Emits the product of operands in memory for such an operation. Binds the result to a view of the
// written elements, which the transpose finds in its order. Returns false if kernels cannot write
// that order, or only in more time than a transpose takes.
bool EmitTransposedGemm(Lowering& lowering, const Operation& operation,
                        const simd::GemmProblem& problem, const Leaf& lhs, const Leaf& rhs,
                        GemmOffsets offsets);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_PRODUCTS_TRANSPOSED_RESULT_H_
