// Many products of two short vectors, or of small matrices with a vector each: a row of sums for
// each, and several rows are combined at once.
#ifndef PADDOCK_SIMD_GEMM_DOTS_H_
#define PADDOCK_SIMD_GEMM_DOTS_H_

#include <optional>

#include "simd/gemm/plan.h"
#include "simd/gemm/tiny.h"

namespace paddock::simd {

// Most elements along k of an operand that are not neighbours, and are gathered.
inline constexpr int64_t kMostStagedDepth = 256;

// Returns whether neighbouring products are of neighbouring columns (column_dots-inl.h).
bool AreColumnDots(const GemmPlan& plan);

// Returns the plan with these kernels; nothing if the products are few or long. The sums are those
// of kVector.
std::optional<GemmPlan> PlanDots(GemmPlan plan);

// Returns the plan for tiny products, in registers or across lanes, or for these; nothing if it has
// neither.
std::optional<GemmPlan> PlanTinyOrDots(const GemmPlan& plan);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_DOTS_H_
