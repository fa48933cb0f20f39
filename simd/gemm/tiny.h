// Products so small that a register holds both matrices of one or several of them: 2 x 2 to 4 x 4,
// their products with vectors, and tall matrices times a few columns.
#ifndef PADDOCK_SIMD_GEMM_TINY_H_
#define PADDOCK_SIMD_GEMM_TINY_H_

#include <cstdint>
#include <optional>

#include "hwy/detect_compiler_arch.h"
#include "simd/gemm/gemm.h"

namespace paddock::simd {

// WebAssembly leaves them out, for size.
inline constexpr bool kHasTinyProducts = !HWY_ARCH_WASM;

// Greatest k of these products: the lanes in which a matrix times a vector adds them.
inline constexpr int64_t kMostTinyDepth = 16;

// Multiply-adds of a tile.
inline constexpr int64_t kTinyTileWork = int64_t{1} << 17;

// Whether the kernels for tiny products add as many products as these.
bool HasTinyDepth(const GemmPlan& plan);

// Returns the distance from the first element to the last; nothing if a stride is negative.
std::optional<int64_t> SpanOf(const StridedWalk& walk);

// Returns the plan with kernels that select the elements of each step from whole registers; nothing
// if the products are not that small, or few. The sums are those of kBlocked or kVector.
std::optional<GemmPlan> PlanTiny(GemmPlan plan);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_TINY_H_
