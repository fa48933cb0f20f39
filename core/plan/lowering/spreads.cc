// The spreads of the ElementwiseScheduler: deferred operations that only move elements.
#include <algorithm>
#include <memory>
#include <utility>

#include "core/plan/lowering/elementwise_scheduler.h"
#include "core/plan/lowering/movement_step.h"

namespace paddock {
namespace {

bool AreSameLoops(std::span<const simd::CopyDimension> a, std::span<const simd::CopyDimension> b) {
  return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
    return x.size == y.size && x.source_stride == y.source_stride;
  });
}

}  // namespace

void ElementwiseScheduler::Move(const Operation& operation, const Value& result, TileNode load,
                                std::vector<Leaf> sources, simd::MovementPlan movement) {
  Spread spread;
  spread.sources = std::move(sources);
  spread.load = std::move(load);
  spread.movement = std::make_unique<simd::MovementPlan>(std::move(movement));
  BindSpread(operation, result, std::move(spread));
}

// `operation` is one use of the sources.
void ElementwiseScheduler::BindSpread(const Operation& operation, const Value& result,
                                      Spread spread) {
  spread.operation = &position_.Source(operation);
  spread.value = &result;
  spread.shape = ShapeOf(operation, result);
  spread.uses_left = facts_.UseCount(result);
  for (const Leaf& source : spread.sources) AddUses(source, spread.uses_left - 1);
  Leaf leaf = spread.shape;
  leaf.where = Leaf::Where::kSpread;
  leaf.index = static_cast<uint32_t>(spreads_.size());
  open_spreads_.push_back(leaf.index);
  spreads_.push_back(std::move(spread));
  values_.Bind(result, leaf);
}

// Returns a spread whose source count and loops all operands but single elements share; null if
// there is none.
const Spread* ElementwiseScheduler::CommonSpread(std::span<const Leaf> operands) const {
  const Spread* common = nullptr;
  for (const Leaf& operand : operands) {
    const Leaf leaf = values_.Resolved(operand);
    if (leaf.is_splat || leaf.count == 1) continue;
    if (leaf.where != Leaf::Where::kSpread) return nullptr;
    const Spread& spread = spreads_[leaf.index];
    if (spread.movement != nullptr) return nullptr;
    if (common == nullptr) common = &spread;
    const bool is_same = spread.sources.front().count == common->sources.front().count &&
                         AreSameLoops(spread.load.loops, common->load.loops);
    if (!is_same) return nullptr;
  }
  return common;
}

// The leaf is in memory, or a spread whose sources are settled.
TileNode ElementwiseScheduler::LoadOf(ElementGroup& group, const Leaf& operand) {
  const Leaf leaf = values_.Resolved(operand);
  TileNode node;
  if (leaf.where == Leaf::Where::kSpread) {
    Spread& spread = spreads_[leaf.index];
    --spread.uses_left;
    node = Placed(group, spread.load, spread.sources);
  } else {
    const bool is_stream = group.graph.count() == 1 || !IsSingle(leaf);
    node.kind = is_stream ? TileNode::Kind::kStream : TileNode::Kind::kSplat;
    node.source = AddSource(group, leaf);
  }
  node.type = leaf.type;
  return node;
}

// Returns the load with the group's numbers of its sources.
TileNode ElementwiseScheduler::Placed(ElementGroup& group, const TileNode& load,
                                      std::span<const Leaf> sources) {
  TileNode node = load;
  if (load.kind == TileNode::Kind::kStream) {
    node = LoadOf(group, sources[load.source]);
    node.share = load.share;
    return node;
  }
  if (load.parts.empty()) node.source = AddSource(group, values_.Resolved(sources[load.source]));
  for (TileNode& part : node.parts) part = Placed(group, part, sources);
  return node;
}

// Computes what the load reads, except for spreads that it can load.
void ElementwiseScheduler::Settle(const TileNode& load, std::span<const Leaf> sources) {
  for (const TileNode& part : load.parts) Settle(part, sources);
  if (!load.parts.empty()) return;
  const Leaf leaf = values_.Resolved(sources[load.source]);
  const bool is_loaded = load.kind == TileNode::Kind::kStream &&
                         leaf.where == Leaf::Where::kSpread && !spreads_[leaf.index].has_columns;
  if (is_loaded) {
    Settle(spreads_[leaf.index].load, spreads_[leaf.index].sources);
  } else {
    InMemory(leaf);
  }
}

// Writes the spread as a node of a group. The value keeps its binding, which may already belong to
// another call of its function.
void ElementwiseScheduler::WriteOut(uint32_t spread_index) {
  Spread& spread = spreads_[spread_index];
  // One tile program loads through the spreads of a concatenation.
  const bool is_moved = spread.has_columns || !HasDeferredSource(spread);
  if (spread.movement != nullptr && is_moved) return WriteMovement(spread_index);
  Settle(spread.load, spread.sources);
  const uint32_t group_index = OpenGroup(spread.shape.count, 2);
  ElementGroup& group = *groups_[group_index];
  TileNode node = Placed(group, spread.load, spread.sources);
  node.type = spread.shape.type;
  Leaf leaf = spread.shape;
  leaf.where = Leaf::Where::kNode;
  leaf.index = group_index;
  leaf.node = group.graph.Add(std::move(node));
  group.AddUses(leaf.node, std::max<int64_t>(spread.uses_left, 1));
  group.NoteOperation(spread.operation);
  group.names.push_back({spread.value, leaf.node, leaf});
  spread.is_written = true;
  values_.SetSpreadNode(spread_index, leaf);
}

bool ElementwiseScheduler::HasDeferredSource(const Spread& spread) const {
  return spread.load.kind == TileNode::Kind::kJoined &&
         std::ranges::any_of(spread.sources, [&](const Leaf& source) {
           return values_.Resolved(source).where == Leaf::Where::kSpread;
         });
}

void ElementwiseScheduler::WriteMovement(uint32_t spread_index) {
  std::vector<Leaf> sources;
  for (const Leaf& source : spreads_[spread_index].sources) sources.push_back(Dense(source));
  Spread& spread = spreads_[spread_index];
  const Leaf leaf = emitter_.NewLeaf(spread.shape.type, spread.shape.shape);
  EmitMovement(emitter_, *spread.operation, std::move(*spread.movement), sources, leaf);
  spread.is_written = true;
  values_.SetSpreadNode(spread_index, leaf);
  values_.Locate(*spread.value, 0, leaf);
}

}  // namespace paddock
