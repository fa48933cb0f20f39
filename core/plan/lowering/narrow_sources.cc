// Computations of the ElementwiseScheduler whose operand has fewer bytes than their result: what
// moves elements of the result moves those of the operand instead.
#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/elementwise_scheduler.h"

namespace paddock {
namespace {

// Fewer elements are as fast either way.
constexpr int64_t kFewest = 4096;
constexpr size_t kMostNodes = 32;

// Adds the node and those that it is computed of. Returns false if they are too many or more than
// a computation on one stream and splats.
bool AddComputation(const std::vector<TileNode>& nodes, uint32_t index,
                    std::vector<uint32_t>& found) {
  if (std::ranges::find(found, index) != found.end()) return true;
  if (found.size() >= kMostNodes) return false;
  found.push_back(index);
  const TileNode& node = nodes[index];
  if (node.kind == TileNode::Kind::kStream || node.kind == TileNode::Kind::kSplat) return true;
  if (node.kind != TileNode::Kind::kCompute) return false;
  for (uint32_t k = 0; k < node.operand_count; ++k) {
    if (!AddComputation(nodes, node.operands[k], found)) return false;
  }
  return true;
}

}  // namespace

// Returns the nodes of the computation in order; none if it has another form, or if a step needs
// one of its values in memory.
std::vector<uint32_t> ElementwiseScheduler::NodesOfOneStream(const ElementGroup& group,
                                                             uint32_t node) const {
  const std::vector<TileNode>& nodes = group.graph.nodes();
  std::vector<uint32_t> found;
  if (!AddComputation(nodes, node, found)) return {};
  std::ranges::sort(found);
  const auto is_stream = [&](uint32_t i) { return nodes[i].kind == TileNode::Kind::kStream; };
  const auto is_written = [&](uint32_t i) {
    return i < group.uses_left.size() && group.uses_left[i] > (i == node ? 1 : 0);
  };
  if (std::ranges::count_if(found, is_stream) != 1) return {};
  return std::ranges::any_of(found, is_written) ? std::vector<uint32_t>() : found;
}

std::optional<Leaf> ElementwiseScheduler::NarrowSource(const Leaf& leaf) const {
  const Leaf resolved = values_.Resolved(leaf);
  const bool may_compute = !kHasChainModules && level_ == Level::kFast &&
                           resolved.where == Leaf::Where::kNode && !resolved.is_splat;
  if (!may_compute || resolved.count < kFewest) return std::nullopt;
  const ElementGroup& group = *groups_[resolved.index];
  for (uint32_t i : NodesOfOneStream(group, resolved.node)) {
    const TileNode& node = group.graph.nodes()[i];
    if (node.kind != TileNode::Kind::kStream) continue;
    const Leaf& source = group.sources[node.source];
    const bool is_narrow = source.element_bytes() < resolved.element_bytes();
    return is_narrow && !source.is_splat ? std::optional(source) : std::nullopt;
  }
  return std::nullopt;
}

void ElementwiseScheduler::ComputeMoved(const Operation& operation, const Value& result,
                                        const Leaf& leaf, const Leaf& moved) {
  const Leaf resolved = values_.Resolved(leaf);
  const ElementGroup& from = *groups_[resolved.index];
  const std::vector<uint32_t> indices = NodesOfOneStream(from, resolved.node);
  DoWithout(resolved);
  std::vector<std::pair<TileNode, Leaf>> nodes;
  for (uint32_t i : indices) {
    const TileNode& node = from.graph.nodes()[i];
    const bool is_splat = node.kind == TileNode::Kind::kSplat;
    nodes.emplace_back(node, is_splat ? from.sources[node.source] : moved);
  }
  const std::vector<ElementGroup::Source> operations = from.operations;
  const uint32_t group_index = OpenGroup(moved.count, nodes.size());
  ElementGroup& group = *groups_[group_index];
  std::vector<uint32_t> made(indices.back() + 1);
  for (size_t i = 0; i < nodes.size(); ++i) {
    auto& [node, source] = nodes[i];
    for (uint32_t k = 0; k < node.operand_count; ++k) node.operands[k] = made[node.operands[k]];
    if (node.kind != TileNode::Kind::kCompute) node.source = AddSource(group, source);
    made[indices[i]] = group.graph.Add(std::move(node));
  }
  for (const ElementGroup::Source& source : operations) {
    if (std::ranges::binary_search(indices, source.node)) {
      group.NoteOperation(source.operation, made[source.node]);
    }
  }
  BindNode(operation, result, group_index, made[resolved.node]);
}

}  // namespace paddock
