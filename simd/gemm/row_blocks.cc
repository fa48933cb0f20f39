#include "simd/gemm/row_blocks.h"

#include "simd/gemm/small.h"
#include "simd/gemm/tiny.h"

namespace paddock::simd {
namespace {

constexpr int64_t kFewestBlockRows = 64;
// Multiply-adds of a tile, for which the rows of rhs are brought together.
constexpr int64_t kBlocksTileWork = int64_t{1} << 20;

}  // namespace

std::optional<GemmPlan> PlanRowBlocks(GemmPlan plan) {
  const auto lane_bytes = static_cast<int64_t>(plan.kernels.lane_bytes);
  const int64_t block = static_cast<int64_t>(kRowBlockBytes) / lane_bytes;
  const bool fits =
      plan.n > block / 2 && plan.n <= block && plan.k >= block && plan.k <= kMostRowBlockDepth;
  if (plan.kernels.step_row_blocks == nullptr || !IsInKernelTypes(plan) || plan.batch != 1 ||
      plan.m < kFewestBlockRows || !fits || !IsContiguous(plan.lhs.k) ||
      !StrideOf(plan.lhs.outer)) {
    return std::nullopt;
  }
  PlanWholeProducts(plan, GemmPath::kTiny, plan.kernels.step_row_blocks, plan.m,
                    kBlocksTileWork / (plan.n * plan.k));
  return plan;
}

}  // namespace paddock::simd
