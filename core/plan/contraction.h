// What dot_general and dot multiply.
#ifndef PADDOCK_CORE_PLAN_CONTRACTION_H_
#define PADDOCK_CORE_PLAN_CONTRACTION_H_

#include "core/plan/lowering.h"
#include "simd/gemm/gemm.h"

namespace paddock {

// A dot, or a dot_general without an algorithm.
bool IsPlainDot(const Operation& operation);

// Of such an operation, whose operands are these leaves.
simd::GemmProblem DotProblemOf(const Operation& operation, const Leaf& lhs, const Leaf& rhs,
                               ElementType result, simd::Numerics numerics);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_CONTRACTION_H_
