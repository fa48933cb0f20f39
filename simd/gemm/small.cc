#include "simd/gemm/small.h"

#include <algorithm>
#include <vector>

#include "simd/chunks.h"
#include "simd/gemm/tiny.h"

namespace paddock::simd {
namespace {

// Matrices of a tile take about as many multiply-adds as a tile of larger matrices.
constexpr int64_t kSmallTileWork = int64_t{1} << 18;

// Fewer rows are multiplied by larger matrices, whose columns are tiles.
constexpr int64_t kFewestRows = 16;

// Returns whether each of many matrices is multiplied by a row, and its rows fill half a register.
[[maybe_unused]] bool AreSmallRows(const GemmPlan& plan) {
  const auto lanes =
      static_cast<int64_t>(kVirtualBytes) / static_cast<int64_t>(plan.kernels.lane_bytes);
  return plan.m == 1 && plan.n >= plan.kernels.register_lanes / 2 && plan.n > 1 &&
         plan.batch >= kFewestRows && plan.k > 0 && plan.k <= std::min(lanes, kMostTinyDepth) &&
         plan.n * plan.k <= kSmallTileWork;
}

// Multiply-adds of a longer product are worth several steps: this takes about 2 ms.
constexpr int64_t kMostDeepWork = int64_t{1} << 24;

// Returns whether products of any depth are multiplied in place: both operands step evenly along k.
[[maybe_unused]] bool MayBeDeep(const GemmPlan& plan) {
  return StrideOf(plan.lhs.k) && StrideOf(plan.rhs.k) &&
         plan.k <= kMostDeepWork / (plan.m * plan.n);
}

// Returns the plan with the rows of lhs divided among matrices of 4 to kMostSmallRows rows, which
// are multiplied by the same rhs. Nothing if they cannot be.
std::optional<GemmPlan> WithRowsAsMatrices(GemmPlan plan) {
  if (plan.batch != 1 || HasResultStrides(plan)) return std::nullopt;
  std::vector<StridedDimension> outer = plan.lhs.outer.dimensions;
  if (outer.empty()) return std::nullopt;
  const StridedDimension inner = outer.back();
  outer.pop_back();
  const auto divided = [&](int64_t rows) {
    const int64_t matrices = CeilDivide(inner.size, rows);
    plan.batch = plan.m / inner.size * matrices;
    plan.last_rows = inner.size % rows;
    plan.m = rows;
    outer.push_back({matrices, rows * inner.stride});
    plan.lhs.batch = MakeStridedWalk(outer);
    plan.lhs.outer = MakeStridedWalk({{rows, inner.stride}});
    plan.rhs.batch = MakeStridedWalk({{plan.batch, 0}});
    return plan;
  };
  for (int64_t rows = kMostSmallRows; rows >= 4; rows -= 4) {
    if (inner.size % rows == 0) return divided(rows);
  }
  // The last matrix has the rows that remain. A single one would have the sums of kVector.
  if (HWY_ARCH_WASM || !outer.empty() || inner.size < kFewestRows) return std::nullopt;
  constexpr int64_t kFewestDivided = 8;
  int64_t rows = kMostSmallRows;
  while (rows >= kFewestDivided && inner.size % rows == 1) rows -= 2;
  return rows < kFewestDivided ? std::nullopt : std::optional(divided(rows));
}

}  // namespace

bool IsNarrow(const GemmPlan& plan) {
  const int64_t lanes = std::min(plan.kernels.register_lanes, kMostNarrow);
  const bool may_store = plan.n == lanes || !HasResultStrides(plan);
  // WebAssembly leaves out products of one element of k, for size.
  constexpr int64_t kFewestDepth = HWY_ARCH_WASM ? 2 : 1;
  const bool fits = plan.n <= lanes && plan.k >= kFewestDepth && plan.k <= kMostNarrow;
  return plan.m > 1 && fits && may_store;
}

bool IsSmall(const GemmPlan& plan) {
  if (plan.kernels.step_small == nullptr || !IsInKernelTypes(plan)) return false;
  const bool has_rows = IsContiguous(plan.rhs.outer);
  const bool are_few = std::min(plan.m, plan.n) > 1 && std::max(plan.m, plan.n) <= kMostSmallRows;
  const bool has_few = plan.k <= kMostSmallDepth;
  const bool fits =
      has_rows ? has_few || MayBeDeep(plan) : has_few && plan.k * plan.n <= kMostCopiedRhs;
  const bool is_matrix = are_few && fits;
  // WebAssembly has only narrow ones, and those with a register of columns and a group of four
  // rows, which step evenly along k, for size.
  if constexpr (HWY_ARCH_WASM) {
    const bool has_blocks = plan.m >= 4 && plan.n >= plan.kernels.register_lanes;
    const bool is_even = plan.k > 0 && StrideOf(plan.lhs.k) && (!has_rows || StrideOf(plan.rhs.k));
    return is_matrix && is_even && (has_blocks || IsNarrow(plan));
  }
  return is_matrix || (has_rows && AreSmallRows(plan));
}

void PlanSmall(GemmPlan& plan) {
  const int64_t work = plan.m * plan.n * std::max<int64_t>(plan.k, 1);
  PlanWholeProducts(plan, GemmPath::kSmall, plan.kernels.step_small, plan.batch,
                    kSmallTileWork / work);
}

std::optional<GemmPlan> PlanRowsAsMatrices(const GemmPlan& plan) {
  auto matrices = WithRowsAsMatrices(plan);
  if (!matrices || !IsSmall(*matrices)) return std::nullopt;
  PlanSmall(*matrices);
  return matrices;
}

std::optional<GemmPlan> PlanRowsTimesFewColumns(const GemmPlan& plan) {
  // Elements of lhs that are needed twice are read from packed rows faster, except few.
  constexpr int64_t kMostTwice = 8;
  const int64_t lanes = plan.kernels.register_lanes;
  const int64_t most = plan.k <= kMostTwice ? std::max(lanes, kMostSmallRows) : lanes;
  const bool fits = plan.n >= 2 && plan.n <= most && plan.m >= kFewestRows;
  return fits ? PlanRowsAsMatrices(plan) : std::nullopt;
}

void PlanWholeProducts(GemmPlan& plan, GemmPath path, GemmStep step, int64_t products,
                       int64_t group) {
  plan.path = path;
  plan.step = step;
  plan.tile_m = plan.block_m = plan.m;
  plan.tile_n = plan.n;
  plan.block_k = std::max<int64_t>(plan.k, 1);
  plan.blocks_m = plan.blocks_k = plan.tiles_m = plan.tiles_n = 1;
  plan.batch_group = std::clamp<int64_t>(group, 1, std::max<int64_t>(products, 1));
  plan.tiles = CeilDivide(products, plan.batch_group);
  plan.steps_per_tile = 1;
}

}  // namespace paddock::simd
