#include "simd/gemm/across_lanes.h"

#include <algorithm>

#include "simd/gemm/small.h"
#include "simd/gemm/tiny.h"

namespace paddock::simd {
namespace {

// Whether matrices are one, or follow each other closely.
bool HasCloseMatrices(const GemmOperand& operand) {
  const auto stride = StrideOf(operand.batch);
  if (!stride || *stride < 0 || *stride > kMostAcrossStride) return false;
  const auto outer = SpanOf(operand.outer), depth = SpanOf(operand.k);
  return outer && depth && *outer + *depth < (*stride == 0 ? kMostAcrossStride : *stride);
}

}  // namespace

std::optional<GemmPlan> PlanAcrossLanes(GemmPlan plan) {
  const int64_t most = kMostAcrossElements;
  if (plan.kernels.step_across == nullptr || plan.batch < kProductsAcross || !HasTinyDepth(plan) ||
      plan.m * plan.k > most || plan.k * plan.n > most || plan.m * plan.n > most) {
    return std::nullopt;
  }
  // Other kernels read elements that need no conversion in place.
  if (IsInKernelTypes(plan) || !HasCloseMatrices(plan.lhs) || !HasCloseMatrices(plan.rhs)) {
    return std::nullopt;
  }
  plan.tiny.adds_by_halves = plan.m == 1 || plan.n == 1;
  // Whole groups of products.
  const int64_t groups = kTinyTileWork / (plan.m * plan.n * plan.k * kProductsAcross);
  PlanWholeProducts(plan, GemmPath::kTiny, plan.kernels.step_across, plan.batch,
                    std::max<int64_t>(groups, 1) * kProductsAcross);
  return plan;
}

}  // namespace paddock::simd
