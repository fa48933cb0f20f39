// Rows times few columns, several rows in a register.
#ifndef PADDOCK_SIMD_GEMM_ROW_BLOCKS_H_
#define PADDOCK_SIMD_GEMM_ROW_BLOCKS_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "simd/gemm/plan.h"

namespace paddock::simd {

// Bytes of a block, which has the results of a row.
inline constexpr size_t kRowBlockBytes = 16;
// Greatest k: the rows of rhs, as blocks, are on the stack.
inline constexpr int64_t kMostRowBlockDepth = 512;

// Returns the plan of a product whose rows of results fill a block or most of it, and whose rows of
// lhs are contiguous. Nothing if it is another one, or has few rows. The sums are those of
// kBlocked.
std::optional<GemmPlan> PlanRowBlocks(GemmPlan plan);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_ROW_BLOCKS_H_
