// Products of small matrices that are not packed.
#ifndef PADDOCK_SIMD_GEMM_SMALL_H_
#define PADDOCK_SIMD_GEMM_SMALL_H_

#include <cstdint>

#include "simd/gemm/gemm.h"

namespace paddock::simd {

// Greatest m and n, and greatest k, of a product whose offsets fit the stack.
inline constexpr int64_t kMostSmallRows = 16;
inline constexpr int64_t kMostSmallDepth = 64;

// Whether the plan's kernels multiply in place: floats that are not decoded, with m > 1 and n > 1.
// The sums are those of kBlocked. Or many matrices of few rows are each multiplied by a row, m = 1,
// with the sums of kVector.
bool IsSmall(const GemmPlan& plan);
GemmPlan PlanSmall(GemmPlan plan);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_SMALL_H_
