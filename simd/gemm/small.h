// Products of small matrices that are not packed.
#ifndef PADDOCK_SIMD_GEMM_SMALL_H_
#define PADDOCK_SIMD_GEMM_SMALL_H_

#include <cstdint>
#include <optional>

#include "hwy/detect_compiler_arch.h"
#include "simd/gemm/gemm.h"

namespace paddock::simd {

// Greatest m and n of a small product, and greatest k of one whose offsets along k are a table. In
// WebAssembly a product of 20 x 20000 x 20 takes 0.65 of its time with packing, 32 x 5000 x 32
// takes 0.9 to 1.03.
inline constexpr int64_t kMostSmallRows = HWY_ARCH_WASM ? 32 : 16;
inline constexpr int64_t kMostSmallDepth = 64;
// Most elements of a matrix of rhs that is copied so that its rows are contiguous: packing a larger
// one takes no longer.
inline constexpr int64_t kMostCopiedRhs = 512;
// Greatest k and n of a narrow product, whose rhs is in registers of so many lanes.
inline constexpr int64_t kMostNarrow = 4;

// Whether a small product is narrow. Rows of the result are written in whole registers.
bool IsNarrow(const GemmPlan& plan);

// Whether the plan's kernels multiply in place, or with copies of small matrices of rhs: elements
// that are not decoded, with m > 1 and n > 1. The sums are those of kBlocked. Or many matrices of
// few rows are each multiplied by a row, m = 1, with the sums of kVector.
bool IsSmall(const GemmPlan& plan);

void PlanSmall(GemmPlan& plan);
// Returns the plan of small products with the rows of lhs divided among matrices of 4 to
// kMostSmallRows rows, which are multiplied by the same rhs. Nothing if they cannot be, or are not
// small.
std::optional<GemmPlan> PlanRowsAsMatrices(const GemmPlan& plan);
// The same if rhs has at most a register of columns, or a few more of little depth: packing takes
// longer than it saves. Else nothing.
std::optional<GemmPlan> PlanRowsTimesFewColumns(const GemmPlan& plan);

// Plans products that are computed whole, in tiles of `group` of all `products`: at least one, and
// not more than there are.
void PlanWholeProducts(GemmPlan& plan, GemmPath path, GemmStep step, int64_t products,
                       int64_t group);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_SMALL_H_
