// Spreads: broadcasts wait as their sources do, and what is computed from nothing else is computed
// before it is spread. At level kFaithful there are none.
#include <algorithm>
#include <utility>

#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

bool AreSameLoops(std::span<const simd::CopyDimension> a, std::span<const simd::CopyDimension> b) {
  return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
    return x.size == y.size && x.source_stride == y.source_stride;
  });
}

}  // namespace

// More uses, or fewer, of a value that waits.
void Lowering::AddUses(const Leaf& leaf, int64_t uses) {
  const Leaf resolved = Resolved(leaf);
  if (resolved.where == Leaf::Where::kNode) {
    groups_[resolved.index]->AddUses(resolved.node, uses);
  } else if (resolved.where == Leaf::Where::kSpread) {
    spreads_[resolved.index].uses_left += uses;
    AddUses(spreads_[resolved.index].source, uses);
  }
}

// `operation` is one use of the source.
void Lowering::BindSpread(const Operation& operation, const Value& result, const Leaf& source,
                          std::vector<simd::CopyDimension> loops) {
  Spread spread;
  spread.source = source;
  spread.loops = std::move(loops);
  spread.operation = composed_ != nullptr ? composed_ : &operation;
  spread.value = &result;
  spread.shape = LeavesOf(TypeOf(result), operation.name_span)->front();
  spread.uses_left = UseCount(result);
  AddUses(source, spread.uses_left - 1);
  Leaf leaf = spread.shape;
  leaf.where = Leaf::Where::kSpread;
  leaf.index = static_cast<uint32_t>(spreads_.size());
  open_spreads_.push_back(leaf.index);
  spreads_.push_back(std::move(spread));
  Bind(result, leaf);
}

// As a node of a group, for those that need it in memory. The value keeps its binding: it may be
// that of another call of its function by now.
void Lowering::WriteOut(uint32_t spread_index) {
  const Leaf source = InMemory(spreads_[spread_index].source);
  Spread& spread = spreads_[spread_index];
  const uint32_t group_index = OpenGroup(spread.shape.count, 2);
  ElementGroup& group = *groups_[group_index];
  TileNode node;
  node.kind = TileNode::Kind::kStrided;
  node.type = spread.shape.type;
  node.loops = spread.loops;
  node.source = AddSource(group, source);
  Leaf leaf = spread.shape;
  leaf.where = Leaf::Where::kNode;
  leaf.index = group_index;
  leaf.node = group.graph.Add(std::move(node));
  group.AddUses(leaf.node, std::max<int64_t>(spread.uses_left, 1));
  group.NoteOperation(spread.operation);
  group.names.push_back({spread.value, leaf.node, leaf});
  spread.written = leaf;
}

// Returns a spread whose source count and loops all operands share, single elements aside; null if
// they do not.
const Spread* Lowering::CommonSpread(std::span<const Leaf> operands) const {
  const Spread* common = nullptr;
  for (const Leaf& operand : operands) {
    const Leaf leaf = Resolved(operand);
    if (leaf.is_splat || leaf.count == 1) continue;
    if (leaf.where != Leaf::Where::kSpread) return nullptr;
    const Spread& spread = spreads_[leaf.index];
    if (common == nullptr) common = &spread;
    const bool is_same =
        spread.source.count == common->source.count && AreSameLoops(spread.loops, common->loops);
    if (!is_same) return nullptr;
  }
  return common;
}

void Lowering::ComputeAtSource(const Operation& operation, const Value& result, TileNode node,
                               std::span<const Leaf> operands, const Spread& spread) {
  Leaf made = spread.source;
  std::vector<simd::CopyDimension> loops = spread.loops;
  std::vector<Leaf> sources;
  for (const Leaf& operand : operands) {
    Leaf leaf = Resolved(operand);
    if (leaf.where == Leaf::Where::kSpread) {
      const ElementType type = leaf.type;
      --spreads_[leaf.index].uses_left;
      leaf = Resolved(spreads_[leaf.index].source);
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
  group.NoteOperation(composed_ != nullptr ? composed_ : &operation);
  BindSpread(operation, result, made, std::move(loops));
}

}  // namespace paddock
