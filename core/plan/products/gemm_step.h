// The step that runs a planned matrix multiplication: of dot_general and of convolution.
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

// Offsets of an operand's element with all indices 0, in elements from its beginning.
struct GemmOffsets {
  int64_t lhs = 0;
  int64_t rhs = 0;
};

// The product of operands in memory into `result`, which has the elements of the problem's
// result in its order; false if there is no kernel for the types.
bool EmitGemmStep(Lowering& lowering, const Operation& operation, const simd::GemmProblem& problem,
                  const Leaf& lhs, const Leaf& rhs, const Leaf& result, GemmOffsets offsets = {});

// A multiply-add takes about a quarter of a unit of work: vectors do several at once.
inline constexpr int64_t kMultiplyAddsOfUnit = 4;

// Row-major strides in elements; all 0 where one element stands for all.
std::vector<int64_t> OperandStrides(const Leaf& leaf);

// Calls emit(lhs, rhs, result) with the first two operands in memory; it returns whether a kernel
// exists. Operands without a common kernel are converted to the result's type, or to f32 if that is
// narrow; the result is rounded once.
using EmitProduct = std::function<bool(const Leaf& lhs, const Leaf& rhs, const Leaf& result)>;
Result<void> EmitInKernelTypes(Lowering& lowering, const Operation& operation,
                               const EmitProduct& emit);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_PRODUCTS_GEMM_STEP_H_
