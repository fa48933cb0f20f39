// The matrix product of dot_general and dot.
#ifndef PADDOCK_CORE_PLAN_PRODUCTS_CONTRACTION_H_
#define PADDOCK_CORE_PLAN_PRODUCTS_CONTRACTION_H_

#include "core/plan/lowering/lowering.h"
#include "simd/gemm/gemm.h"

namespace paddock {

// Returns the problem of a plain dot with these leaves as operands.
simd::GemmProblem DotProblemOf(const Operation& operation, const Leaf& lhs, const Leaf& rhs,
                               ElementType result, simd::Numerics numerics);

// Kernels of small products select the elements of an operand by its layout.
inline bool IsOfSmall(const simd::GemmPlan& plan) {
  return plan.path == simd::GemmPath::kSmall || plan.path == simd::GemmPath::kTiny;
}

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_PRODUCTS_CONTRACTION_H_
