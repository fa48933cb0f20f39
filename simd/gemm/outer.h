// Products of one element of k, outer products: each result is a product of two elements.
#ifndef PADDOCK_SIMD_GEMM_OUTER_H_
#define PADDOCK_SIMD_GEMM_OUTER_H_

#include <optional>

#include "simd/gemm/plan.h"

namespace paddock::simd {

// Returns the plan of outer products whose rows fill a register, both operands read in place.
// Nothing if k is not 1, or rows of rhs are not contiguous.
std::optional<GemmPlan> PlanOuter(GemmPlan plan);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_OUTER_H_
