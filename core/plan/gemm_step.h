// The step that runs a planned matrix multiplication: of dot_general and of convolution.
#ifndef PADDOCK_CORE_PLAN_GEMM_STEP_H_
#define PADDOCK_CORE_PLAN_GEMM_STEP_H_

#include <cstdint>

#include "core/plan/lowering.h"
#include "simd/gemm/gemm.h"

namespace paddock {

// Where an operand's elements of all indices 0 lie, in elements from its beginning.
struct GemmOffsets {
  int64_t lhs = 0;
  int64_t rhs = 0;
};

// The product of operands in memory into `result`, which has the elements of the problem's
// result in its order; false if there is no kernel for the types.
bool EmitGemmStep(Lowering& lowering, const Operation& operation, const simd::GemmProblem& problem,
                  const Leaf& lhs, const Leaf& rhs, const Leaf& result, GemmOffsets offsets = {});

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_GEMM_STEP_H_
