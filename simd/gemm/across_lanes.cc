#include "simd/gemm/across_lanes.h"

#include <algorithm>

#include "simd/chunks.h"
#include "simd/gemm/tiny.h"

namespace paddock::simd {
namespace {

// Multiply-adds of a tile, as for small matrices.
constexpr int64_t kAcrossTileWork = int64_t{1} << 17;

bool IsForward(const StridedWalk& walk) {
  return std::ranges::none_of(
      walk.dimensions, [](const StridedDimension& dimension) { return dimension.stride < 0; });
}

// Whether matrices are one, or follow each other closely.
bool HasCloseMatrices(const GemmOperand& operand) {
  const auto stride = StrideOf(operand.batch);
  if (!stride || *stride < 0 || *stride > kMostAcrossStride) return false;
  if (!IsForward(operand.outer) || !IsForward(operand.k)) return false;
  const int64_t last =
      OffsetAt(operand.outer, operand.outer.count - 1) + OffsetAt(operand.k, operand.k.count - 1);
  return last < (*stride == 0 ? kMostAcrossStride : *stride);
}

}  // namespace

std::optional<GemmPlan> PlanAcrossLanes(GemmPlan plan) {
  const auto virtual_lanes =
      static_cast<int64_t>(kVirtualBytes) / static_cast<int64_t>(plan.kernels.lane_bytes);
  const int64_t most = kMostAcrossElements;
  if (plan.kernels.step_across == nullptr || plan.batch < kProductsAcross || plan.k == 0 ||
      plan.k > std::min(virtual_lanes, kMostTinyDepth) || plan.m * plan.k > most ||
      plan.k * plan.n > most || plan.m * plan.n > most) {
    return std::nullopt;
  }
  // Other kernels read elements that need no conversion in place.
  if (IsInKernelTypes(plan) || !HasCloseMatrices(plan.lhs) || !HasCloseMatrices(plan.rhs)) {
    return std::nullopt;
  }
  plan.path = GemmPath::kTiny;
  plan.step = plan.kernels.step_across;
  plan.tiny.adds_by_halves = plan.m == 1 || plan.n == 1;
  plan.tile_m = plan.block_m = plan.m;
  plan.tile_n = plan.n;
  plan.block_k = plan.k;
  plan.blocks_m = plan.blocks_k = plan.tiles_m = plan.tiles_n = 1;
  // Whole groups of products.
  const int64_t groups = kAcrossTileWork / (plan.m * plan.n * plan.k * kProductsAcross);
  plan.batch_group = std::min(std::max<int64_t>(groups, 1) * kProductsAcross, plan.batch);
  plan.tiles = CeilDivide(plan.batch, plan.batch_group);
  plan.steps_per_tile = 1;
  return plan;
}

}  // namespace paddock::simd
