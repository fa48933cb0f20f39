// Many tiny products of matrices whose elements are converted to the type of the sums: each product
// is in one lane, so elements of one place in their matrices are brought together.
#ifndef PADDOCK_SIMD_GEMM_ACROSS_LANES_H_
#define PADDOCK_SIMD_GEMM_ACROSS_LANES_H_

#include <cstdint>
#include <optional>

#include "simd/gemm/plan.h"

namespace paddock::simd {

// Products that are computed together.
inline constexpr int64_t kProductsAcross = 32;
// Most elements of a matrix.
inline constexpr int64_t kMostAcrossElements = 16;
// Greatest distance of an operand's matrices: elements between them are converted too.
inline constexpr int64_t kMostAcrossStride = 24;

// Returns the plan with these kernels; nothing if the products are larger, few, or have another
// layout. The sums are those of kBlocked, or of kVector for a matrix times a vector.
std::optional<GemmPlan> PlanAcrossLanes(GemmPlan plan);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_ACROSS_LANES_H_
