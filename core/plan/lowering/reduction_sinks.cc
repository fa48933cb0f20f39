// Reductions of values that wait in an element group or as a concatenation.
#include <algorithm>

#include "core/plan/lowering/elementwise_scheduler.h"

namespace paddock {
namespace {

// A sink costs a tile step without setup, which smaller programs are.
constexpr int64_t kFewestSunk = 1024;

// A plan and its pieces, which refer to it.
struct SunkReduction {
  simd::ReducePlan plan;
  simd::ReducePieces pieces;
};

bool AreAlike(const simd::ReducePieces& a, const simd::ReducePieces& b) {
  return a.row == b.row && a.rows == b.rows && a.unit == b.unit;
}

// Returns the sink of the graph that is equal to `node`, or the size of the graph.
uint32_t FindSink(const TileGraph& graph, const TileNode& node) {
  const auto found = std::ranges::find_if(graph.nodes(), [&](const TileNode& other) {
    return other.kind == TileNode::Kind::kReduce && other.source == node.source &&
           other.operands[0] == node.operands[0] &&
           other.pieces->plan->kernels == node.pieces->plan->kernels;
  });
  return static_cast<uint32_t>(found - graph.nodes().begin());
}

// Returns whether all sinks of the graph reduce rows as `pieces` do.
bool FitsSinks(const TileGraph& graph, const simd::ReducePieces& pieces) {
  return std::ranges::all_of(graph.nodes(), [&](const TileNode& node) {
    return node.kind != TileNode::Kind::kReduce || AreAlike(*node.pieces, pieces);
  });
}

}  // namespace

// Returns the open group in which the leaf is computed for each element.
std::optional<uint32_t> ElementwiseScheduler::GroupToReduce(const Leaf& leaf) const {
  if (leaf.where != Leaf::Where::kNode || leaf.is_splat || leaf.count < kFewestSunk) return {};
  if (std::ranges::find(open_groups_, leaf.index) == open_groups_.end()) return {};
  const TileGraph& graph = groups_[leaf.index]->graph;
  const bool is_computed = graph.nodes()[leaf.node].kind == TileNode::Kind::kCompute;
  if (!is_computed || graph.count() != leaf.count || !graph.HasRoomFor(1)) return {};
  return leaf.index;
}

bool ElementwiseScheduler::Reduce(const Operation& operation, const simd::MonoidKernels& kernels,
                                  std::span<const int64_t> dimensions) {
  if (!kHasTileSinks || level_ != Level::kFast) return false;
  Leaf operand = values_.Operand(operation, 0);
  Leaf init = values_.Operand(operation, 1);
  if (!GroupToReduce(operand) || operand.type != kernels.type || init.type != kernels.type) {
    return false;
  }
  SunkReduction made{.plan = simd::PlanReduce(kernels, operand.shape, dimensions), .pieces = {}};
  const bool is_smaller = made.plan.result_count < operand.count;
  if (!is_smaller || simd::PlanPieces(made.plan).row == 0) return false;
  init = InMemory(init);
  operand = values_.Resolved(operand);
  if (!GroupToReduce(operand)) return false;
  ElementGroup& group = *groups_[operand.index];
  auto* reduction = emitter_.OwnMutable<SunkReduction>(std::move(made));
  reduction->pieces = simd::PlanPieces(reduction->plan);
  if (!FitsSinks(group.graph, reduction->pieces)) return false;

  TileNode node;
  node.kind = TileNode::Kind::kReduce;
  node.type = kernels.type;
  node.source = AddSource(group, init);
  node.operands[node.operand_count++] = operand.node;
  node.pieces = &reduction->pieces;
  --group.uses_left[operand.node];
  uint32_t sink = FindSink(group.graph, node);
  if (sink == group.graph.nodes().size()) sink = group.graph.Add(std::move(node));
  BindSink(operation, *operation.results[0], operand.index, sink);
  return true;
}

bool ElementwiseScheduler::ReduceParts(const Operation& operation,
                                       const simd::ElementwiseKernel& body) {
  const Leaf operand = values_.Resolved(values_.Operand(operation, 0));
  if (operand.where != Leaf::Where::kSpread || spreads_[operand.index].is_written) return false;
  const Leaf shape = ShapeOf(operation, *operation.results[0]);
  std::vector<Leaf> parts = spreads_[operand.index].sources;
  const auto is_part = [&](const Leaf& leaf) {
    return leaf.count == shape.count && leaf.type == shape.type;
  };
  const bool has_parts = static_cast<int64_t>(parts.size()) * shape.count == operand.count;
  const bool are_few = parts.size() <= static_cast<size_t>(simd::kReduceLanes);
  if (!are_few || !has_parts || !std::ranges::all_of(parts, is_part)) return false;
  --spreads_[operand.index].uses_left;
  ReduceTotals(operation, body, std::move(parts));
  return true;
}

// Combines the elements of leaves, one for each lane, in the order of docs/numerics.md,
// "Reductions".
void ElementwiseScheduler::ReduceTotals(const Operation& operation,
                                        const simd::ElementwiseKernel& body,
                                        std::vector<Leaf> totals) {
  const Value& result = *operation.results[0];
  const int64_t count = ShapeOf(operation, result).count;
  for (size_t half = simd::kReduceLanes / 2; half > 0; half /= 2) {
    for (size_t i = half; i < totals.size(); ++i) {
      const Leaf pair[] = {totals[i - half], totals[i]};
      totals[i - half] = Derive(operation, body, pair, count);
    }
    totals.resize(std::min(totals.size(), half));
  }
  const Leaf both[] = {values_.Operand(operation, 1), totals[0]};
  Compute(operation, result, body, nullptr, both);
}

}  // namespace paddock
