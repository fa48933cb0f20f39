// Element-wise groups: operations are deferred until a value is needed in memory, and then become
// one tile program. At level kFaithful nothing is deferred.
#include <algorithm>
#include <utility>

#include "core/base/check.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

// Longer programs gain nothing: what they save is one pass over memory in so many.
constexpr size_t kRoom = 8;

// Limit for groups of different element counts that wait at once: a waiting group keeps its
// operands alive.
constexpr size_t kMaximumOpenGroups = 16;

bool IsSingle(const Leaf& leaf) { return leaf.is_splat || leaf.count == 1; }

}  // namespace

void Lowering::Compute(const Operation& operation, const Value& result,
                       const simd::ElementwiseKernel& kernel, const void* attributes,
                       std::span<const Leaf> operands) {
  TileNode node;
  node.kind = TileNode::Kind::kCompute;
  node.kernel = kernel;
  node.attributes = attributes;
  ComputeInto(operation, result, std::move(node), operands);
}

void Lowering::ComputeInto(const Operation& operation, const Value& result, TileNode node,
                           std::span<const Leaf> operands) {
  const Leaf shape = LeavesOf(TypeOf(result), operation.name_span)->front();
  node.type = shape.type;
  if (shape.count == 0) {
    Define(result);
    return;
  }
  // One element computed once is what every element would be.
  const bool is_splat =
      level() == Level::kFast && !operands.empty() && std::ranges::all_of(operands, IsSingle);
  if (const Spread* spread = CommonSpread(operands)) {
    return ComputeAtSource(operation, result, std::move(node), operands, *spread);
  }
  const int64_t count = is_splat ? 1 : shape.count;
  FlushOthers(operands, count);
  const uint32_t group_index = OpenGroup(count, operands.size() + 1);
  for (const Leaf& operand : operands) {
    node.operands[node.operand_count++] = AddOperand(group_index, operand);
  }
  BindNode(operation, result, group_index, groups_[group_index]->graph.Add(std::move(node)));
}

void Lowering::Load(const Operation& operation, const Value& result, TileNode node,
                    const Leaf* source) {
  Leaf shape = LeavesOf(TypeOf(result), operation.name_span)->front();
  node.type = shape.type;
  if (shape.count == 0) {
    Define(result);
    return;
  }
  if (source == nullptr) {
    const uint32_t group_index = OpenGroup(shape.count, 1);
    BindNode(operation, result, group_index, groups_[group_index]->graph.Add(std::move(node)));
    return;
  }
  if (level() == Level::kFast && IsSingle(*source)) {
    Leaf leaf = *source;
    leaf.is_splat = true;
    leaf.shape = shape.shape;
    leaf.count = shape.count;
    return Alias(result, std::span(&leaf, 1));
  }
  if (level() == Level::kFast && source->count < shape.count) {
    const Leaf from = Resolved(*source);
    const bool is_spread = from.where == Leaf::Where::kSpread;
    return BindSpread(operation, result, is_spread ? InMemory(from) : from, std::move(node.loops));
  }
  const Leaf memory = IsSingle(*source) ? InMemory(*source) : Dense(*source);
  const uint32_t group_index = OpenGroup(shape.count, 2);
  if (IsSingle(memory)) node.kind = TileNode::Kind::kSplat;
  node.source = AddSource(*groups_[group_index], memory);
  BindNode(operation, result, group_index, groups_[group_index]->graph.Add(std::move(node)));
}

void Lowering::FlushOthers(std::span<const Leaf> operands, int64_t count) {
  for (const Leaf& operand : operands) {
    const Leaf leaf = Resolved(operand);
    if (leaf.where == Leaf::Where::kSpread) InMemory(spreads_[leaf.index].source);
    if (leaf.where != Leaf::Where::kNode) continue;
    const ElementGroup& group = *groups_[leaf.index];
    if (group.graph.count() != count) FlushGroup(leaf.index);
  }
}

// The open group of this many elements, with room for so many more nodes.
uint32_t Lowering::OpenGroup(int64_t count, size_t nodes) {
  for (uint32_t index : open_groups_) {
    if (groups_[index]->graph.count() != count) continue;
    if (groups_[index]->graph.HasRoomFor(nodes + kRoom)) return index;
    FlushGroup(index);
    break;
  }
  if (open_groups_.size() >= kMaximumOpenGroups) FlushGroup(open_groups_.front());
  groups_.push_back(std::make_unique<ElementGroup>(count));
  open_groups_.push_back(static_cast<uint32_t>(groups_.size() - 1));
  return open_groups_.back();
}

uint32_t Lowering::AddOperand(uint32_t group_index, const Leaf& operand) {
  ElementGroup& group = *groups_[group_index];
  const Leaf leaf = Resolved(operand);
  if (leaf.where == Leaf::Where::kNode) {
    PADDOCK_CHECK(leaf.index == group_index);
    --group.uses_left[leaf.node];
    return leaf.node;
  }
  TileNode node;
  node.type = leaf.type;
  if (leaf.where == Leaf::Where::kSpread) {
    Spread& spread = spreads_[leaf.index];
    --spread.uses_left;
    node.kind = TileNode::Kind::kStrided;
    node.loops = spread.loops;
    node.source = AddSource(group, Resolved(spread.source));
    return group.graph.Add(std::move(node));
  }
  const bool is_stream = group.graph.count() == 1 || !IsSingle(leaf);
  node.kind = is_stream ? TileNode::Kind::kStream : TileNode::Kind::kSplat;
  node.source = AddSource(group, leaf);
  return group.graph.Add(std::move(node));
}

uint32_t Lowering::AddSource(ElementGroup& group, const Leaf& leaf) {
  for (uint32_t i = 0; i < group.sources.size(); ++i) {
    if (IsSameMemory(group.sources[i], leaf)) return i;
  }
  group.sources.push_back(leaf);
  return static_cast<uint32_t>(group.sources.size() - 1);
}

void Lowering::BindNode(const Operation& operation, const Value& result, uint32_t group_index,
                        uint32_t node) {
  ElementGroup& group = *groups_[group_index];
  group.AddUses(node, UseCount(result));
  group.NoteOperation(composed_ != nullptr ? composed_ : &operation);
  Leaf leaf = LeavesOf(TypeOf(result), operation.name_span)->front();
  leaf.where = Leaf::Where::kNode;
  leaf.index = group_index;
  leaf.node = node;
  leaf.is_splat = leaf.count != group.graph.count();
  group.names.push_back({&result, node, leaf});
  Bind(result, leaf);
  if (level() == Level::kFaithful) FlushGroup(group_index);
}

Leaf Lowering::Resolved(Leaf leaf) const {
  if (leaf.where == Leaf::Where::kSpread && spreads_[leaf.index].written) {
    const Leaf& written = *spreads_[leaf.index].written;
    leaf.where = written.where;
    leaf.node = written.node;
    leaf.index = written.index;
  }
  if (leaf.where != Leaf::Where::kNode || groups_[leaf.index]->is_open) return leaf;
  const Leaf& memory = groups_[leaf.index]->memory[leaf.node];
  PADDOCK_CHECK(memory.where != Leaf::Where::kNone);
  leaf.where = memory.where;
  leaf.index = memory.index;
  return leaf;
}

Leaf Lowering::InMemory(Leaf leaf) {
  leaf = Resolved(leaf);
  if (leaf.where == Leaf::Where::kSpread) {
    WriteOut(leaf.index);
    leaf = Resolved(leaf);
  }
  if (leaf.where != Leaf::Where::kNode) return leaf;
  FlushGroup(leaf.index);
  return Resolved(leaf);
}

void Lowering::FlushAll() {
  for (uint32_t spread : std::exchange(open_spreads_, {})) {
    if (!spreads_[spread].written && spreads_[spread].uses_left > 0) WriteOut(spread);
  }
  while (!open_groups_.empty()) FlushGroup(open_groups_.front());
}

void Lowering::FlushGroup(uint32_t index) {
  ElementGroup& group = *groups_[index];
  if (!group.is_open) return;
  group.is_open = false;
  std::erase(open_groups_, index);
  group.uses_left.resize(group.graph.nodes().size(), 0);
  group.memory.resize(group.graph.nodes().size());
  const bool keep_all = level() == Level::kFaithful;
  bool has_output = false;
  for (uint32_t i = 0; i < group.graph.nodes().size(); ++i) {
    TileNode& node = group.graph.node(i);
    const bool is_named = keep_all && i == group.names.front().node;
    if (group.uses_left[i] <= 0 && !is_named) continue;
    node.is_output = true;
    has_output = true;
    const int64_t shape[] = {group.graph.count()};
    group.memory[i] = NewLeaf(node.type, arena_.CopyArray(std::span<const int64_t>(shape)));
  }
  // A tile program that joins a row loop is called more than once.
  const bool allow_direct = !joiner_.MayJoin(group.graph.count());
  if (has_output) EmitTiles(group, group.graph.Compile(arena_, tile_options(allow_direct)));
  // Only its memory is used from here on.
  group.graph = TileGraph(group.graph.count());
  group.sources = {};
}

void Lowering::EmitTileStep(StepSpec spec, const CompiledTiles& tiles, int64_t count) {
  spec.function = tiles.is_direct ? &DirectTileStep : &TileStep;
  spec.parameters = tiles.program;
  spec.pays_by_itself = !tiles.is_direct;
  spec.work = count * tiles.program->work_per_element;
  spec.operations = static_cast<uint64_t>(count) * tiles.program->operation_count;
  spec.scratch_bytes = tiles.program->scratch_bytes;
  spec.in_place = tiles.in_place;
  const auto is_large = [](const Leaf& leaf) { return leaf.bytes() >= kLeastRowLoopBytes; };
  const bool may_join = joiner_.MayJoin(count) || std::ranges::any_of(spec.writes, is_large);
  if (level() == Level::kFast && !tiles.is_direct && may_join) {
    spec.rows = RowFormOf(*tiles.program, spec.reads.size() + spec.writes.size());
  }
  EmitWithScratch(spec, tiles.scratch_offsets);
}

void Lowering::EmitTiles(ElementGroup& group, const CompiledTiles& tiles) {
  StepSpec spec;
  spec.operation = group.operations.back();
  if (group.operations.size() > 1) {
    spec.fused = arena_.CopyArray(std::span<const Operation* const>(group.operations));
  }
  for (uint32_t source : tiles.reads) spec.reads.push_back(group.sources[source]);
  for (uint32_t node : tiles.writes) spec.writes.push_back(group.memory[node]);
  EmitTileStep(std::move(spec), tiles, group.graph.count());
  for (const ElementGroup::Name& name : group.names) {
    if (group.memory[name.node].where == Leaf::Where::kNone) continue;
    Leaf leaf = name.leaf;
    leaf.where = Leaf::Where::kSlot;
    leaf.index = group.memory[name.node].index;
    Locate(*name.value, name.part, leaf);
  }
}

}  // namespace paddock
