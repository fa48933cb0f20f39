#include "simd/gemm/outer.h"

#include <algorithm>

#include "simd/gemm/small.h"

#ifndef __wasm__

namespace paddock::simd {
namespace {

// Results of a tile: 256 KiB of f32.
constexpr int64_t kOuterTileResults = int64_t{1} << 16;

}  // namespace

std::optional<GemmPlan> PlanOuter(GemmPlan plan) {
  const bool is_supported = plan.kernels.step_outer != nullptr && IsInKernelTypes(plan);
  if (!is_supported || plan.k != 1 || plan.n < plan.kernels.register_lanes ||
      !IsContiguous(plan.rhs.outer) || !StrideOf(plan.lhs.outer)) {
    return std::nullopt;
  }
  PlanWholeProducts(plan, GemmPath::kSmall, plan.kernels.step_outer, plan.batch * plan.m,
                    kOuterTileResults / plan.n);
  return plan;
}

}  // namespace paddock::simd

#endif  // __wasm__
