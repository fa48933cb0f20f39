// The step that runs a planned matrix multiplication, for dot_general and convolution.
#ifndef PADDOCK_CORE_PLAN_PRODUCTS_GEMM_STEP_H_
#define PADDOCK_CORE_PLAN_PRODUCTS_GEMM_STEP_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/result.h"
#include "core/ir/operation.h"
#include "core/plan/lowering/draft.h"
#include "simd/gemm/gemm.h"

namespace paddock {

class Lowering;

// Offset of the element with all indices 0 from the start of each operand, in elements.
struct GemmOffsets {
  int64_t lhs = 0;
  int64_t rhs = 0;
};

// Emits the product of operands in memory into `result`, whose elements are in the order of the
// problem's result. Returns false if there is no kernel for the types.
bool EmitGemmStep(Lowering& lowering, const Operation& operation, const simd::GemmProblem& problem,
                  const Leaf& lhs, const Leaf& rhs, const Leaf& result, GemmOffsets offsets = {});

// A multiply-add takes about a quarter of a unit of work, because vectors compute several at once.
inline constexpr int64_t kMultiplyAddsOfUnit = 4;

// Returns row-major strides in elements; all 0 for a splat.
std::vector<int64_t> OperandStrides(const Leaf& leaf);

// Returns the type in which a product without a kernel for its types is computed: complex if an
// operand is, else a float if an operand is.
ElementType SumTypeFor(ElementType lhs, ElementType rhs, ElementType result);

// Calls emit(sums) with memory for sums of `type`, which become the operation's result. `emit`
// returns whether a kernel exists.
Result<void> EmitSums(Lowering& lowering, const Operation& operation, ElementType type,
                      const std::function<bool(const Leaf& sums)>& emit);

// Calls emit(lhs, rhs, result) with the first two operands in memory; it returns whether a kernel
// exists. Operands without a common kernel are converted to SumTypeFor; the sum is converted once.
using EmitProduct = std::function<bool(const Leaf& lhs, const Leaf& rhs, const Leaf& result)>;
Result<void> EmitInKernelTypes(Lowering& lowering, const Operation& operation,
                               const EmitProduct& emit);
// Emits the product of the operands converted to `type`, converted to the result's type.
Result<void> EmitConvertedProduct(Lowering& lowering, const Operation& operation, ElementType type,
                                  const EmitProduct& emit);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_PRODUCTS_GEMM_STEP_H_
