#include "simd/gemm/dots.h"

#include <algorithm>
#include <limits>

#include "simd/gemm/across_lanes.h"
#include "simd/gemm/row_blocks.h"
#include "simd/gemm/small.h"

namespace paddock::simd {
namespace {

// Multiply-adds of a tile, as for small matrices.
constexpr int64_t kDotsTileWork = int64_t{1} << 18;
// Fewer products do not pay for the setup of a step.
constexpr int64_t kFewestDots = 16;
// Most multiply-adds of one matrix with its vector: larger ones are worth a step each, the earlier
// where elements along k are not neighbours.
constexpr int64_t kMostWorkOfVector = 512;
constexpr int64_t kMostWorkAcross = 256;

// A register of 32 bytes holds one row of 8 f32, and half a register of sums. Four rows of sums at
// once are then faster: 32,768 x 8 times 8 x 4 in 0.4 of the time. Not measured with AVX-512.
bool HalfFillsAnAvxRegister(const GemmPlan& tiny) {
  const int64_t lanes = tiny.kernels.register_lanes;
  return lanes * static_cast<int64_t>(tiny.kernels.lane_bytes) == 32 &&
         tiny.tiny.rows_are_products && tiny.tiny.together * tiny.n <= lanes / 2;
}

// A register of 64 bytes holds one row of more results than half of it has: its elements are
// selected as often as they are read for several rows of sums at once.
bool IsRowOfRegister(const GemmPlan& tiny) {
  const int64_t lanes = tiny.kernels.register_lanes;
  return lanes * static_cast<int64_t>(tiny.kernels.lane_bytes) == 64 &&
         tiny.tiny.rows_are_products && tiny.tiny.together == 1 && tiny.n > lanes / 2;
}

// Products that the kernels bring together in lanes of AVX registers (short_dots-inl.h).
constexpr int64_t kMostShortDots = 6;

// Returns the plan with the rows of the only matrix as matrices, which are multiplied by the same
// vector. Nothing if they are long, or not equally distant.
std::optional<GemmPlan> WithRowsAsShortDots(GemmPlan plan) {
  const int64_t register_bytes =
      plan.kernels.register_lanes * static_cast<int64_t>(plan.kernels.lane_bytes);
  const bool is_short = plan.k >= 2 && plan.k <= kMostShortDots;
  if (register_bytes != 32 || !is_short || plan.batch != 1 || std::min(plan.m, plan.n) != 1) {
    return std::nullopt;
  }
  GemmOperand& matrix = plan.n == 1 ? plan.lhs : plan.rhs;
  GemmOperand& vector = plan.n == 1 ? plan.rhs : plan.lhs;
  if (!IsContiguous(matrix.k) || !StrideOf(matrix.outer)) return std::nullopt;
  plan.batch = plan.m * plan.n;
  plan.m = plan.n = 1;
  matrix.batch = matrix.outer;
  matrix.outer = MakeStridedWalk({});
  vector.batch = MakeStridedWalk({{plan.batch, 0}});
  return plan;
}

bool MayReadAlongK(const StridedWalk& k) { return IsContiguous(k) || k.count <= kMostStagedDepth; }

}  // namespace

bool AreColumnDots(const GemmPlan& plan) {
  // Few are gathered as fast.
  constexpr int64_t kFewestColumns = 16;
  const auto is_row = [](const GemmOperand& operand) {
    return !operand.batch.dimensions.empty() && operand.batch.dimensions.back().stride == 1 &&
           operand.batch.dimensions.back().size >= kFewestColumns && StrideOf(operand.k) &&
           !IsContiguous(operand.k);
  };
  return plan.m == 1 && plan.n == 1 && is_row(plan.lhs) && is_row(plan.rhs);
}

std::optional<GemmPlan> PlanDots(GemmPlan plan) {
  const bool is_supported = plan.kernels.step_dots != nullptr && IsInKernelTypes(plan);
  const int64_t outer = plan.m * plan.n;
  const bool is_along_k = IsContiguous(plan.n == 1 ? plan.lhs.k : plan.rhs.k);
  const int64_t most = outer == 1   ? std::numeric_limits<int64_t>::max()
                       : is_along_k ? kMostWorkOfVector
                                    : kMostWorkAcross;
  if (!is_supported || std::min(plan.m, plan.n) != 1 || plan.k == 0 || plan.batch < kFewestDots ||
      outer * plan.k > most) {
    return std::nullopt;
  }
  const StridedWalk& rows = plan.n == 1 ? plan.lhs.outer : plan.rhs.outer;
  const bool are_columns = AreColumnDots(plan);
  const bool may_read = are_columns || (MayReadAlongK(plan.lhs.k) && MayReadAlongK(plan.rhs.k));
  const bool is_even = StrideOf(rows) && StrideOf(plan.lhs.batch) && StrideOf(plan.rhs.batch);
  if (!may_read || (!are_columns && !is_even)) return std::nullopt;
  // Shorter rows take as many reads of cache lines.
  constexpr int64_t kFewestTogether = 128;
  const int64_t together = std::max(kDotsTileWork / plan.k, are_columns ? kFewestTogether : 1);
  PlanWholeProducts(plan, GemmPath::kDots, plan.kernels.step_dots, plan.batch * outer, together);
  return plan;
}

std::optional<GemmPlan> PlanTinyOrDots(const GemmPlan& plan) {
  auto tiny = PlanTiny(plan);
  // With fewer results in a register, selecting the elements takes longer than adding up lanes.
  constexpr int64_t kFewestTinyResults = 3;
  const bool fills_most =
      tiny && tiny->tiny.together * plan.n * 4 > plan.kernels.register_lanes * 3;
  if (!fills_most) {
    if (auto blocks = PlanRowBlocks(plan)) return blocks;
  }
  if (tiny && (HalfFillsAnAvxRegister(*tiny) || IsRowOfRegister(*tiny))) {
    if (auto rows = PlanRowsAsMatrices(plan)) return rows;
  }
  if (const auto rows = WithRowsAsShortDots(plan)) {
    const bool is_full = tiny && tiny->tiny.together >= kFewestTinyResults;
    if (auto dots = is_full ? std::nullopt : PlanDots(*rows)) return dots;
  }
  if (tiny && tiny->tiny.together * plan.m * plan.n >= kFewestTinyResults) return tiny;
  if (auto across = PlanAcrossLanes(plan)) return across;
  if (IsSmall(plan)) {
    GemmPlan small = plan;
    PlanSmall(small);
    return small;
  }
  auto dots = PlanDots(plan);
  return dots ? dots : tiny;
}

}  // namespace paddock::simd
