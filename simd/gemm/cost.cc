#include "simd/gemm/cost.h"

#include "simd/chunks.h"
#include "simd/gemm/workspace.h"

namespace paddock::simd {
namespace {

// Packing costs about as much as a multiply-add of a vector for each element that is brought
// behind its neighbour along another dimension, and a quarter where runs are copied.
constexpr int64_t kCopiedOfTransposed = 4;

int64_t PackingOf(int64_t elements, const GemmOperand& operand) {
  return IsContiguous(operand.outer) ? elements / kCopiedOfTransposed : elements;
}

}  // namespace

int64_t EstimatedCost(const GemmPlan& plan) {
  const int64_t k = std::max<int64_t>(plan.k, 1);
  const int64_t lanes = std::max<int64_t>(plan.kernels.register_lanes, 1);
  const int64_t rows = std::max<int64_t>(plan.tile_shape.rows, 1);
  int64_t cost = RoundUp(plan.m, rows) * CeilDivide(plan.n, lanes) * k;
  if (plan.path == GemmPath::kBlocked) {
    if (!plan.reads_lhs_in_place) cost += PackingOf(plan.m * k * plan.tiles_n, plan.lhs);
    // Whole panels may be packed in passing.
    const int64_t packed = plan.packs_rhs_in_passing ? plan.n % plan.tile_shape.columns : plan.n;
    cost += PackingOf(packed * k * plan.tiles_m, plan.rhs);
    // Offsets of its elements.
    cost += plan.m + plan.n + 2 * k;
  }
  return plan.repeats.count * plan.batch * cost;
}

}  // namespace paddock::simd
