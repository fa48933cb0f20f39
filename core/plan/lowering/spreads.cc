// The spreads of the ElementwiseScheduler: deferred operations that only move elements.
#include <algorithm>
#include <memory>
#include <utility>

#include "core/plan/fusion/copy_loops.h"
#include "core/plan/fusion/strided_load.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/elementwise_scheduler.h"
#include "core/plan/lowering/movement_step.h"
#include "simd/movement/row_major.h"
#include "simd/movement/short_runs.h"

namespace paddock {
namespace {

bool AreSameLoops(std::span<const simd::CopyDimension> a, std::span<const simd::CopyDimension> b) {
  return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
    return x.size == y.size && x.source_stride == y.source_stride;
  });
}

// Returns whether the load reads each of the `count` elements of its source, in their order. A
// broadcast of a slice does not.
bool ReadsAll(const TileNode& load, int64_t count) {
  return load.offset == 0 && SourceCount(load.loops) == count;
}

// Returns whether each element is repeated for a few neighbours, in rows that are repeated, too.
bool RepeatsNeighbours(const TileNode& load) {
  const simd::CopyDimension& run = load.loops.back();
  return load.loops.size() > 1 && run.source_stride == 0 &&
         simd::ShortRuns::MayRepeat(run.size, ByteSize(load.type));
}

}  // namespace

std::optional<StridedView> ElementwiseScheduler::FindView(const Leaf& leaf) const {
  const Leaf resolved = values_.Resolved(leaf);
  if (resolved.where != Leaf::Where::kSpread || resolved.is_splat) return std::nullopt;
  const Spread& spread = spreads_[resolved.index];
  if (spread.load.kind != TileNode::Kind::kStrided) return std::nullopt;
  const Leaf source = values_.Resolved(spread.sources[spread.load.source]);
  if (source.is_splat || source.where == Leaf::Where::kSpread) return std::nullopt;
  auto strides = StridesIn(spread.load.loops, leaf.shape);
  if (!strides) return std::nullopt;
  return StridedView{spread.load.offset, std::move(*strides)};
}

int64_t ElementwiseScheduler::SourceCount(const Leaf& leaf) const {
  const Spread& spread = spreads_[values_.Resolved(leaf).index];
  return spread.sources[spread.load.source].count;
}

Leaf ElementwiseScheduler::TakeSource(const Leaf& leaf) {
  Spread& spread = spreads_[values_.Resolved(leaf).index];
  --spread.uses_left;
  return spread.sources[spread.load.source];
}

const Operation* ElementwiseScheduler::PaddingOf(const Leaf& leaf) const {
  const Leaf resolved = values_.Resolved(leaf);
  if (resolved.where != Leaf::Where::kSpread || resolved.is_splat) return nullptr;
  const Spread& spread = spreads_[resolved.index];
  const bool is_whole = std::ranges::equal(spread.shape.shape, leaf.shape);
  const bool is_pad = is_whole && spread.sources.size() == 2 && spread.operation != nullptr &&
                      spread.operation->is(OpKind::kStablehloPad);
  return is_pad ? spread.operation : nullptr;
}

std::span<const Leaf> ElementwiseScheduler::SourcesOf(const Leaf& leaf) const {
  return spreads_[values_.Resolved(leaf).index].sources;
}

std::vector<Leaf> ElementwiseScheduler::TakeSources(const Leaf& leaf) {
  Spread& spread = spreads_[values_.Resolved(leaf).index];
  --spread.uses_left;
  return spread.sources;
}

void ElementwiseScheduler::Move(const Operation& operation, const Value& result, TileNode load,
                                std::vector<Leaf> sources, simd::MovementPlan movement) {
  Spread spread;
  spread.sources = std::move(sources);
  spread.load = std::move(load);
  spread.movement = std::make_unique<simd::MovementPlan>(std::move(movement));
  if (!kHasChainModules) ReadRolled(operation, result, spread);
  BindSpread(operation, result, std::move(spread));
}

bool ElementwiseScheduler::MoveRolled(const Operation& operation, const Value& result,
                                      TileNode load, std::vector<Leaf> sources) {
  Spread spread;
  spread.sources = std::move(sources);
  spread.load = std::move(load);
  ReadRolled(operation, result, spread);
  if (spread.load.kind != TileNode::Kind::kRolled) return false;
  BindSpread(operation, result, std::move(spread));
  return true;
}

// Returns the dimension of `whole` of which `first` is the end and `second` the beginning, if they
// are.
std::optional<size_t> ElementwiseScheduler::RolledDimension(const Spread& first,
                                                            const Spread& second,
                                                            const Leaf& whole) const {
  const auto strides = simd::RowMajorStrides(whole.shape);
  std::optional<size_t> rolled;
  for (size_t i = 0; i < whole.shape.size(); ++i) {
    const int64_t low = second.shape.shape[i], high = first.shape.shape[i];
    if (low == whole.shape[i] && high == whole.shape[i]) continue;
    if (rolled || low + high != whole.shape[i]) return std::nullopt;
    rolled = i;
  }
  const auto is_part = [&](const Spread& part) {
    const auto found = StridesIn(part.load.loops, part.shape.shape);
    if (!found) return false;
    for (size_t i = 0; i < strides.size(); ++i) {
      if (part.shape.shape[i] != 1 && (*found)[i] != strides[i]) return false;
    }
    return true;
  };
  if (!rolled || !is_part(first) || !is_part(second) || second.load.offset != 0) {
    return std::nullopt;
  }
  const int64_t begin = second.shape.shape[*rolled] * strides[*rolled];
  return first.load.offset == begin ? rolled : std::nullopt;
}

// If the spread joins the end and the beginning of a tensor, which nothing else reads, it reads
// that tensor instead.
void ElementwiseScheduler::ReadRolled(const Operation& operation, const Value& result,
                                      Spread& spread) {
  if (spread.load.kind != TileNode::Kind::kJoined || spread.sources.size() != 2) return;
  const Leaf first = values_.Resolved(spread.sources[0]);
  const Leaf second = values_.Resolved(spread.sources[1]);
  const auto is_slice = [&](const Leaf& leaf) {
    return leaf.where == Leaf::Where::kSpread && spreads_[leaf.index].uses_left == 1 &&
           spreads_[leaf.index].load.kind == TileNode::Kind::kStrided &&
           spreads_[leaf.index].movement != nullptr;
  };
  if (!is_slice(first) || !is_slice(second) || first.index == second.index) return;
  const Spread &end = spreads_[first.index], &beginning = spreads_[second.index];
  const Leaf whole = values_.Resolved(end.sources[0]);
  const Leaf other = values_.Resolved(beginning.sources[0]);
  const bool is_same = IsSameMemory(whole, other) && whole.node == other.node;
  if (!is_same || IsSingle(whole) ||
      !std::ranges::equal(whole.shape, ShapeOf(operation, result).shape) ||
      !std::ranges::equal(whole.shape, other.shape)) {
    return;
  }
  const auto dimension = RolledDimension(end, beginning, whole);
  if (!dimension) return;
  TileNode load;
  load.kind = TileNode::Kind::kRolled;
  load.type = whole.type;
  const auto strides = simd::RowMajorStrides(whole.shape);
  for (size_t i = 0; i < strides.size(); ++i) {
    load.loops.push_back({whole.shape[i], strides[i], 0});
    load.shifts.push_back(i == *dimension ? beginning.shape.shape[i] : 0);
  }
  Leaf source = whole;
  const bool is_rolled = whole.where == Leaf::Where::kSpread &&
                         spreads_[whole.index].load.kind == TileNode::Kind::kRolled &&
                         spreads_[whole.index].load.loops.size() == load.loops.size();
  if (is_rolled) {
    const Spread& inner = spreads_[whole.index];
    source = inner.sources[0];
    for (size_t i = 0; i < load.shifts.size(); ++i) {
      load.shifts[i] = (load.shifts[i] + inner.load.shifts[i]) % whole.shape[i];
    }
  }
  AddUses(source, 1);
  DoWithout(first);
  DoWithout(second);
  spread.load = std::move(load);
  spread.sources = {source};
  spread.movement = nullptr;
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
    const bool is_broadcast =
        spread.movement == nullptr && spread.load.kind == TileNode::Kind::kStrided;
    if (!is_broadcast || !ReadsAll(spread.load, spread.sources.front().count)) return nullptr;
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
    const bool is_known = !is_stream && IsSingleConstant(leaf);
    if (is_known) node.attributes = leaf.address;
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
  if (spreads_[spread_index].has_columns && WriteColumns(spread_index)) return;
  Spread& spread = spreads_[spread_index];
  // One tile program loads through the spreads of a concatenation.
  const bool is_moved = spread.has_columns || !HasDeferredSource(spread);
  if (!kHasChainModules && spread.movement == nullptr) PlanBroadcast(spread);
  if (spread.movement != nullptr && (is_moved || JoinViews(spread_index))) {
    return WriteMovement(spread_index);
  }
  Settle(spread.load, spread.sources);
  const uint32_t group_index = OpenGroup(spread.shape.count, 2);
  ElementGroup& group = *groups_[group_index];
  TileNode node = Placed(group, spread.load, spread.sources);
  node.type = spread.shape.type;
  Leaf made;
  made.index = group_index;
  made.node = group.graph.Add(std::move(node));
  BindToNode(spread_index, made);
}

// Uses the node, whose group and number `made` has, for the spread.
void ElementwiseScheduler::BindToNode(uint32_t spread_index, const Leaf& made) {
  Spread& spread = spreads_[spread_index];
  ElementGroup& group = *groups_[made.index];
  Leaf leaf = spread.shape;
  leaf.where = Leaf::Where::kNode;
  leaf.index = made.index;
  leaf.node = made.node;
  group.AddUses(leaf.node, std::max<int64_t>(spread.uses_left, 1));
  group.NoteOperation(spread.operation, leaf.node);
  group.names.push_back({spread.value, leaf.node, leaf});
  spread.is_written = true;
  values_.SetSpreadNode(spread_index, leaf);
}

// A step that moves writes many elements of most broadcasts faster than a tile program.
void ElementwiseScheduler::PlanBroadcast(Spread& spread) const {
  constexpr int64_t kFewest = 4096;
  const Leaf source = values_.Resolved(spread.sources[spread.load.source]);
  const bool may_move = spread.load.kind == TileNode::Kind::kStrided && !source.is_splat &&
                        spread.sources.size() == 1 && spread.shape.count >= kFewest;
  if (!may_move || RepeatsNeighbours(spread.load)) return;
  spread.movement = std::make_unique<simd::MovementPlan>(
      simd::PlanElements(spread.shape.element_bytes(), LoadedElements(spread.load)));
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
