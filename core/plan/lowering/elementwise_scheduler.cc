#include "core/plan/lowering/elementwise_scheduler.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include "core/base/check.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/quotient_remainder.h"
#include "core/plan/lowering/unchanged_operand.h"

namespace paddock {
namespace {

// Longer programs gain little: they save one pass over memory in eight.
constexpr size_t kRoom = 8;

// Limit of open groups, which have different element counts. An open group keeps its operands
// alive.
constexpr size_t kMaximumOpenGroups = 16;

}  // namespace

ElementwiseScheduler::ElementwiseScheduler(Level level, const ModuleFacts& facts,
                                           const PlanningPosition& position, Values& values,
                                           Emitter& emitter)
    : level_(level), facts_(facts), position_(position), values_(values), emitter_(emitter) {}

// --- Deferred computation.

// The leaf of a result without its place.
Leaf ElementwiseScheduler::ShapeOf(const Operation& operation, const Value& result) {
  return values_.LeavesOf(values_.TypeOf(result), operation.name_span)->front();
}

void ElementwiseScheduler::Compute(const Operation& operation, const Value& result,
                                   const simd::ElementwiseKernel& kernel, const void* attributes,
                                   std::span<const Leaf> operands) {
  TileNode node;
  node.kind = TileNode::Kind::kCompute;
  node.kernel = kernel;
  node.attributes = attributes;
  ComputeInto(operation, result, std::move(node), operands);
}

// Computes a result of constants, all of whose elements are equal, while planning. Returns false
// for any other result.
bool ElementwiseScheduler::ComputeConstant(const Leaf& shape, const Value& result,
                                           const TileNode& node, std::span<const Leaf> operands) {
  if (level_ != Level::kFast || operands.empty()) return false;
  const void* elements[3] = {};
  for (size_t i = 0; i < operands.size(); ++i) {
    if (!IsSingleConstant(operands[i]) || i == std::size(elements)) return false;
    elements[i] = operands[i].address;
  }
  std::byte element[16] = {};
  node.kernel.function(elements, element, 1, node.attributes);
  Leaf leaf = shape;
  leaf.where = Leaf::Where::kConstant;
  leaf.is_splat = leaf.count != 1;
  leaf.address = CopyConstant(emitter_.arena(), element, leaf.element_bytes());
  values_.Bind(result, leaf);
  return true;
}

// Returns the index of the operand that implies the other one, or is implied by it.
std::optional<size_t> ElementwiseScheduler::PassedComparison(const TileNode& node,
                                                             std::span<const Leaf> operands) const {
  if (operands.size() != 2) return std::nullopt;
  const Leaf first = values_.Resolved(operands[0]), second = values_.Resolved(operands[1]);
  const bool are_together = first.where == Leaf::Where::kNode &&
                            second.where == Leaf::Where::kNode && first.index == second.index;
  if (!are_together) return std::nullopt;
  const std::vector<TileNode>& nodes = groups_[first.index]->graph.nodes();
  return UnchangedComparison(node.kernel, nodes[first.node], nodes[second.node]);
}

// Binds the result to the operand that it equals, if there is one with as many elements.
bool ElementwiseScheduler::PassOperand(const Leaf& shape, const Value& result, const TileNode& node,
                                       std::span<const Leaf> operands) {
  // At both levels for floats, because a NaN is not made quiet.
  if (level_ != Level::kFast && !IsUsualFloat(node.kernel.operand)) return false;
  std::optional<size_t> passed = UnchangedOperand(node.kernel, operands);
  if (!passed) passed = PassedComparison(node, operands);
  if (!passed || operands[*passed].count != shape.count) return false;
  Leaf leaf = operands[*passed];
  if (leaf.type != shape.type) return false;
  for (size_t i = 0; i < operands.size(); ++i) {
    if (i != *passed) DoWithout(operands[i]);
  }
  leaf.shape = shape.shape;
  Alias(result, std::span(&leaf, 1));
  return true;
}

void ElementwiseScheduler::ComputeInto(const Operation& operation, const Value& result,
                                       TileNode node, std::span<const Leaf> operands) {
  const Leaf shape = ShapeOf(operation, result);
  node.type = shape.type;
  if (shape.count == 0) {
    values_.Define(result);
    return;
  }
  if (ComputeConstant(shape, result, node, operands)) return;
  if (!kHasChainModules && CompareIota(shape, result, node, operands)) return;
  if (auto replacement = FindReplacement(operation, node, operands)) {
    return ComputeInto(operation, result, std::move(replacement->node), replacement->operands);
  }
  if (PassOperand(shape, result, node, operands)) return;
  // All elements are equal, so one is computed.
  const bool is_splat =
      level_ == Level::kFast && !operands.empty() && std::ranges::all_of(operands, IsSingle);
  if (const Spread* spread = CommonSpread(operands)) {
    return ComputeAtSource(operation, result, std::move(node), operands, *spread);
  }
  const int64_t count = is_splat ? 1 : shape.count;
  FlushOthers(operands, count);
  const uint32_t group_index = OpenGroup(count, operands.size() + 1);
  for (const Leaf& operand : operands) {
    node.operands[node.operand_count++] = AddOperand(group_index, operand);
  }
  TileGraph& graph = groups_[group_index]->graph;
  if (level_ == Level::kFast) node = RemainderByQuotient(graph, node);
  BindNode(operation, result, group_index, graph.Add(std::move(node)));
}

void ElementwiseScheduler::ComputeAtSource(const Operation& operation, const Value& result,
                                           TileNode node, std::span<const Leaf> operands,
                                           const Spread& spread) {
  Leaf made = spread.sources.front();
  Spread result_spread;
  result_spread.load = spread.load;
  std::vector<Leaf> sources;
  for (const Leaf& operand : operands) {
    Leaf leaf = values_.Resolved(operand);
    if (leaf.where == Leaf::Where::kSpread) {
      const ElementType type = leaf.type;
      --spreads_[leaf.index].uses_left;
      leaf = values_.Resolved(spreads_[leaf.index].sources.front());
      leaf.type = type;
    }
    sources.push_back(leaf);
  }
  FlushOthers(sources, made.count);
  made.where = Leaf::Where::kNode;
  made.type = node.type;
  made.index = OpenGroup(made.count, operands.size() + 1);
  for (const Leaf& source : sources) {
    node.operands[node.operand_count++] = AddOperand(made.index, source);
  }
  ElementGroup& group = *groups_[made.index];
  made.node = group.graph.Add(std::move(node));
  group.AddUses(made.node, 1);
  group.NoteOperation(&position_.Source(operation), made.node);
  result_spread.load.type = made.type;
  result_spread.sources = {made};
  BindSpread(operation, result, std::move(result_spread));
}

void ElementwiseScheduler::Load(const Operation& operation, const Value& result, TileNode node,
                                const Leaf* source) {
  Leaf shape = ShapeOf(operation, result);
  node.type = shape.type;
  if (shape.count == 0) {
    values_.Define(result);
    return;
  }
  if (source == nullptr) {
    const uint32_t group_index = OpenGroup(shape.count, 1);
    BindNode(operation, result, group_index, groups_[group_index]->graph.Add(std::move(node)));
    return;
  }
  if (level_ == Level::kFast && IsSingle(*source)) {
    Leaf leaf = values_.Resolved(*source);
    if (leaf.where == Leaf::Where::kSpread) leaf = InMemory(leaf);
    leaf.is_splat = true;
    leaf.shape = shape.shape;
    leaf.count = shape.count;
    return Alias(result, std::span(&leaf, 1));
  }
  if (level_ == Level::kFast && source->count < shape.count) {
    const Leaf from = values_.Resolved(*source);
    Spread spread;
    if (auto composed = ComposedLoad(from, node)) {
      node = *std::move(composed);
      spread.sources = {TakeSource(from)};
    } else {
      spread.sources = {from.where == Leaf::Where::kSpread ? InMemory(from) : from};
    }
    spread.load = std::move(node);
    return BindSpread(operation, result, std::move(spread));
  }
  const Leaf memory = IsSingle(*source) ? InMemory(*source) : Dense(*source);
  const uint32_t group_index = OpenGroup(shape.count, 2);
  if (IsSingle(memory)) node.kind = TileNode::Kind::kSplat;
  node.source = AddSource(*groups_[group_index], memory);
  BindNode(operation, result, group_index, groups_[group_index]->graph.Add(std::move(node)));
}

void ElementwiseScheduler::FlushOthers(std::span<const Leaf> operands, int64_t count) {
  for (const Leaf& operand : operands) {
    const Leaf leaf = values_.Resolved(operand);
    const bool is_spread = leaf.where == Leaf::Where::kSpread;
    if (is_spread && (leaf.count < kFewestLoaded || spreads_[leaf.index].has_columns)) {
      InMemory(leaf);
    } else if (is_spread && !Repeat(leaf.index)) {
      Settle(spreads_[leaf.index].load, spreads_[leaf.index].sources);
    }
    if (leaf.where != Leaf::Where::kNode) continue;
    const ElementGroup& group = *groups_[leaf.index];
    const bool is_sunk = IsSink(group.graph.nodes()[leaf.node]);
    if (group.graph.count() != count || is_sunk) FlushGroup(leaf.index);
  }
}

// Returns the open group for `count` elements, with room for `nodes` more nodes.
uint32_t ElementwiseScheduler::OpenGroup(int64_t count, size_t nodes) {
  for (uint32_t index : open_groups_) {
    if (groups_[index]->graph.count() != count) continue;
    if (groups_[index]->graph.HasRoomForParts(nodes + kRoom)) return index;
    FlushGroup(index);
    break;
  }
  if (open_groups_.size() >= kMaximumOpenGroups) FlushGroup(open_groups_.front());
  groups_.push_back(std::make_unique<ElementGroup>(count));
  open_groups_.push_back(static_cast<uint32_t>(groups_.size() - 1));
  return open_groups_.back();
}

// Returns whether all elements of a constant are written before the first step. Kernels on few
// elements, in a loop or a branch, would otherwise wait each time for a register to be filled.
// Tapes read few elements at their source, and chains have vectors of equal elements. The same on
// every machine, so that plans have equal steps.
bool ElementwiseScheduler::IsFilledOnce(const Leaf& leaf) const {
  constexpr int64_t kFewest = 5;
  const bool may_repeat = !position_.fixed().empty() && !position_.is_composed();
  if (kHasChainModules || level_ != Level::kFast || !may_repeat) return false;
  return leaf.is_splat && leaf.where == Leaf::Where::kConstant && leaf.count >= kFewest &&
         leaf.count < kFewestInCode;
}

uint32_t ElementwiseScheduler::AddOperand(uint32_t group_index, const Leaf& operand) {
  ElementGroup& group = *groups_[group_index];
  Leaf leaf = values_.Resolved(operand);
  if (leaf.where == Leaf::Where::kNode) {
    PADDOCK_CHECK(leaf.index == group_index);
    --group.uses_left[leaf.node];
    return leaf.node;
  }
  if (IsFilledOnce(leaf)) leaf = values_.Filled(leaf);
  return group.graph.Add(LoadOf(group, leaf));
}

uint32_t ElementwiseScheduler::AddSource(ElementGroup& group, const Leaf& leaf) {
  for (uint32_t i = 0; i < group.sources.size(); ++i) {
    if (IsSameMemory(group.sources[i], leaf) || IsSameConstant(group.sources[i], leaf)) return i;
  }
  group.sources.push_back(leaf);
  return static_cast<uint32_t>(group.sources.size() - 1);
}

void ElementwiseScheduler::BindNode(const Operation& operation, const Value& result,
                                    uint32_t group_index, uint32_t node) {
  ElementGroup& group = *groups_[group_index];
  group.AddUses(node, facts_.UseCount(result));
  group.NoteOperation(&position_.Source(operation), node);
  Leaf leaf = ShapeOf(operation, result);
  leaf.where = Leaf::Where::kNode;
  leaf.index = group_index;
  leaf.node = node;
  leaf.is_splat = leaf.count != group.graph.count();
  group.names.push_back({&result, node, leaf});
  values_.Bind(result, leaf);
  if (level_ == Level::kFaithful) FlushGroup(group_index);
}

void ElementwiseScheduler::BindSink(const Operation& operation, const Value& result,
                                    uint32_t group_index, uint32_t node) {
  ElementGroup& group = *groups_[group_index];
  Leaf leaf = ShapeOf(operation, result);
  leaf.where = Leaf::Where::kNode;
  leaf.index = group_index;
  leaf.node = node;
  group.AddUses(leaf.node, facts_.UseCount(result));
  group.NoteOperation(&position_.Source(operation), node);
  group.names.push_back({&result, leaf.node, leaf});
  values_.Bind(result, leaf);
}

// --- Uses.

void ElementwiseScheduler::Alias(const Value& value, std::span<const Leaf> leaves) {
  for (uint32_t part = 0; part < leaves.size(); ++part) {
    AddUses(leaves[part], static_cast<int64_t>(facts_.UseCount(value)) - 1);
    const Leaf leaf = values_.Resolved(leaves[part]);
    if (leaf.where != Leaf::Where::kNode) continue;
    groups_[leaf.index]->names.push_back({&value, leaf.node, leaf, part});
  }
  values_.Bind(value, leaves);
}

// Adds uses (negative: removes them) of a deferred value.
void ElementwiseScheduler::AddUses(const Leaf& leaf, int64_t uses) {
  const Leaf resolved = values_.Resolved(leaf);
  if (resolved.where == Leaf::Where::kNode) {
    groups_[resolved.index]->AddUses(resolved.node, uses);
  } else if (resolved.where == Leaf::Where::kSpread) {
    spreads_[resolved.index].uses_left += uses;
    for (const Leaf& source : spreads_[resolved.index].sources) AddUses(source, uses);
  }
}

// --- Values in memory.

Leaf ElementwiseScheduler::InMemory(Leaf leaf) {
  leaf = values_.Resolved(leaf);
  if (leaf.where == Leaf::Where::kSpread) {
    WriteOut(leaf.index);
    leaf = values_.Resolved(leaf);
  }
  if (leaf.where != Leaf::Where::kNode) return leaf;
  FlushGroup(leaf.index);
  return values_.Resolved(leaf);
}

Leaf ElementwiseScheduler::Dense(Leaf leaf) {
  leaf = InMemory(leaf);
  if (!leaf.is_splat) return leaf;
  if (leaf.count == 1) {
    leaf.is_splat = false;
    return leaf;
  }
  if (leaf.where == Leaf::Where::kConstant) return values_.Filled(leaf);
  Leaf full = emitter_.NewLeaf(leaf.type, leaf.shape);
  emitter_.EmitMove(nullptr, std::span(&leaf, 1), std::span(&full, 1), 0, false);
  return full;
}

const Value* ElementwiseScheduler::WaitingValue(const Leaf& leaf) const {
  const Leaf resolved = values_.Resolved(leaf);
  if (resolved.where != Leaf::Where::kNode) return nullptr;
  const auto& names = groups_[resolved.index]->names;
  const auto found = std::ranges::find(names, resolved.node, &ElementGroup::Name::node);
  return found == names.end() ? nullptr : found->value;
}

void ElementwiseScheduler::FlushAll() {
  // The last one first: it may load through the spreads before it.
  for (uint32_t spread : std::views::reverse(std::exchange(open_spreads_, {}))) {
    if (!spreads_[spread].is_written && spreads_[spread].uses_left > 0) WriteOut(spread);
  }
  while (!open_groups_.empty()) FlushGroup(open_groups_.front());
}

// Allocates memory for the group's used values, and makes them outputs of its graph. Returns the
// memory by node.
std::vector<Leaf> ElementwiseScheduler::MakeOutputs(ElementGroup& group) {
  const size_t count = group.graph.nodes().size();
  group.uses_left.resize(count, 0);
  std::vector<Leaf> memory(count);
  const bool keep_all = level_ == Level::kFaithful;
  for (uint32_t i = 0; i < count; ++i) {
    TileNode& node = group.graph.node(i);
    const bool is_named = keep_all && i == group.names.front().node;
    if (group.uses_left[i] <= 0 && !is_named) continue;
    node.is_output = true;
    int64_t elements = group.graph.count();
    if (node.kind == TileNode::Kind::kReduce) elements = node.pieces->plan->result_count;
    if (node.kind == TileNode::Kind::kJoin) elements *= node.operand_count;
    memory[i] = emitter_.NewVector(node.type, elements);
  }
  return memory;
}

void ElementwiseScheduler::FlushGroup(uint32_t index) {
  ElementGroup& group = *groups_[index];
  if (!group.is_open) return;
  group.is_open = false;
  std::erase(open_groups_, index);
  std::vector<Leaf> memory = MakeOutputs(group);
  EmitTiles(group, memory);
  values_.SetGroupMemory(index, std::move(memory));
  // From here on, only the group's memory is used.
  group.graph = TileGraph(group.graph.count());
  group.sources = {};
}

ElementwiseScheduler::Waiting ElementwiseScheduler::SetAside() {
  return {std::exchange(open_groups_, {}), std::exchange(open_spreads_, {})};
}

void ElementwiseScheduler::Restore(Waiting waiting) {
  open_groups_ = std::move(waiting.groups);
  open_spreads_ = std::move(waiting.spreads);
}

}  // namespace paddock
