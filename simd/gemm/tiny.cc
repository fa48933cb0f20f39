#include "simd/gemm/tiny.h"

#include <algorithm>

#include "simd/gemm/small.h"

namespace paddock::simd {
namespace {

// Fewer products do not pay for the tables.
constexpr int64_t kFewestProducts = 16;
// Most columns of products that are rows: more fill a register of the other kernels.
constexpr int64_t kMostTinyColumns = 8;

// Elements of a row that are selected one by one for a product with a vector. Longer rows are
// multiplied in whole registers: of 16 elements in a twelfth of the time.
constexpr int64_t kMostSelectedDepth = 4;

// Returns how many products' elements of an operand fit a register of `lanes`.
int64_t FittingProducts(int64_t lanes, std::optional<int64_t> stride, std::optional<int64_t> outer,
                        std::optional<int64_t> depth) {
  if (!stride || *stride < 0 || !outer || !depth) return 0;
  const int64_t left = lanes - 1 - *outer - *depth;
  if (left < 0) return 0;
  return *stride == 0 ? lanes : left / *stride + 1;
}

// Returns how many products have their elements of either operand among `lanes` neighbours.
int64_t FittingTogether(const GemmPlan& plan, int64_t lanes) {
  const auto depth = SpanOf(plan.lhs.k), rhs_depth = SpanOf(plan.rhs.k);
  // Rows share rhs, whose elements are selected once, from memory.
  if (plan.tiny.rows_are_products) {
    return FittingProducts(lanes, StrideOf(plan.lhs.outer), 0, depth);
  }
  return std::min(
      FittingProducts(lanes, StrideOf(plan.lhs.batch), SpanOf(plan.lhs.outer), depth),
      FittingProducts(lanes, StrideOf(plan.rhs.batch), SpanOf(plan.rhs.outer), rhs_depth));
}

}  // namespace

std::optional<int64_t> SpanOf(const StridedWalk& walk) {
  int64_t span = 0;
  for (const StridedDimension& dimension : walk.dimensions) {
    if (dimension.stride < 0) return std::nullopt;
    span += (dimension.size - 1) * dimension.stride;
  }
  return span;
}

bool HasTinyDepth(const GemmPlan& plan) {
  const auto virtual_lanes =
      static_cast<int64_t>(kVirtualBytes) / static_cast<int64_t>(plan.kernels.lane_bytes);
  return plan.k > 0 && plan.k <= std::min(virtual_lanes, kMostTinyDepth);
}

std::optional<GemmPlan> PlanTiny(GemmPlan plan) {
  const bool is_supported = plan.kernels.step_tiny != nullptr && IsInKernelTypes(plan);
  const int64_t lanes = plan.kernels.register_lanes;
  if (!is_supported || !HasTinyDepth(plan)) return std::nullopt;
  plan.tiny.rows_are_products = plan.batch == 1;
  plan.tiny.adds_by_halves = plan.m == 1 || plan.n == 1;
  const bool are_rows = plan.tiny.rows_are_products;
  if (are_rows && plan.n > kMostTinyColumns) return std::nullopt;
  if (are_rows && plan.n == 1 && plan.k > kMostSelectedDepth && IsContiguous(plan.lhs.k)) {
    return std::nullopt;
  }
  const int64_t products = are_rows ? plan.m : plan.batch;
  const int64_t results = are_rows ? plan.n : plan.m * plan.n;
  if (products < kFewestProducts || results > lanes) return std::nullopt;
  const auto together = [&](int64_t registers) {
    return std::min({lanes / results, FittingTogether(plan, registers * lanes), products});
  };
  plan.tiny.together = together(1);
  // Loads of two registers are worth it for twice as many products.
  if (plan.kernels.selects_from_pairs && together(2) >= 2 * plan.tiny.together) {
    plan.tiny.together = together(2);
    plan.tiny.are_in_pairs = true;
  }
  if (plan.tiny.together == 0) return std::nullopt;
  PlanWholeProducts(plan, GemmPath::kTiny, plan.kernels.step_tiny, products,
                    kTinyTileWork / (results * plan.k));
  return plan;
}

}  // namespace paddock::simd
