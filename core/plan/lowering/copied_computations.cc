// Computations of an element group that are done in another group instead.
#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/plan/lowering/elementwise_scheduler.h"

namespace paddock {
namespace {

// Adds the node and those that it is computed of. Returns false if they are more than `most`, or
// other ones than computations, single elements and loads.
bool AddComputation(const std::vector<TileNode>& nodes, uint32_t index, size_t most,
                    bool (*is_load)(const TileNode&), std::vector<uint32_t>& found) {
  if (std::ranges::find(found, index) != found.end()) return true;
  if (found.size() >= most) return false;
  found.push_back(index);
  const TileNode& node = nodes[index];
  if (is_load(node) || node.kind == TileNode::Kind::kSplat) return true;
  if (node.kind != TileNode::Kind::kCompute) return false;
  for (uint32_t k = 0; k < node.operand_count; ++k) {
    if (!AddComputation(nodes, node.operands[k], most, is_load, found)) return false;
  }
  return true;
}

}  // namespace

// Returns the nodes, at most `most`, of a computation on loads and single elements, in order. None
// if it has another form, or if anything but `uses` uses of its result needs one of its values in
// memory.
std::vector<uint32_t> ElementwiseScheduler::NodesOfLoads(const ElementGroup& group, uint32_t node,
                                                         int64_t uses, size_t most,
                                                         bool (*is_load)(const TileNode&)) const {
  std::vector<uint32_t> found;
  if (!AddComputation(group.graph.nodes(), node, most, is_load, found)) return {};
  std::ranges::sort(found);
  const auto is_written = [&](uint32_t i) {
    return i < group.uses_left.size() && group.uses_left[i] > (i == node ? uses : 0);
  };
  if (std::ranges::any_of(found, is_written)) return {};
  return found;
}

// The same with exactly one load.
std::vector<uint32_t> ElementwiseScheduler::NodesOfOneLoad(const ElementGroup& group, uint32_t node,
                                                           int64_t uses, size_t most,
                                                           bool (*is_load)(const TileNode&)) const {
  std::vector<uint32_t> found = NodesOfLoads(group, node, uses, most, is_load);
  const auto loads =
      std::ranges::count_if(found, [&](uint32_t i) { return is_load(group.graph.nodes()[i]); });
  if (loads != 1) return {};
  return found;
}

// Returns the nodes with what they read.
std::vector<ElementwiseScheduler::CopiedNode> ElementwiseScheduler::CopiesOf(
    const ElementGroup& group, std::span<const uint32_t> indices) const {
  std::vector<CopiedNode> copies;
  for (uint32_t i : indices) {
    const TileNode& node = group.graph.nodes()[i];
    copies.push_back(
        {node, node.kind == TileNode::Kind::kCompute ? Leaf() : group.sources[node.source]});
  }
  return copies;
}

// Adds nodes that have the numbers `indices` in their group to the one for `count` elements.
// Returns the place of the last one.
Leaf ElementwiseScheduler::AddCopies(const ElementGroup& from, std::span<const uint32_t> indices,
                                     std::vector<CopiedNode> nodes, int64_t count) {
  // The group may be the same one.
  const std::vector<ElementGroup::Source> operations = from.operations;
  Leaf leaf;
  leaf.where = Leaf::Where::kNode;
  leaf.index = OpenGroup(count, nodes.size());
  ElementGroup& group = *groups_[leaf.index];
  std::vector<uint32_t> made(indices.back() + 1);
  for (size_t i = 0; i < nodes.size(); ++i) {
    auto& [node, source] = nodes[i];
    for (uint32_t k = 0; k < node.operand_count; ++k) node.operands[k] = made[node.operands[k]];
    if (node.kind != TileNode::Kind::kCompute) node.source = AddSource(group, source);
    leaf.node = made[indices[i]] = group.graph.Add(std::move(node));
  }
  for (const ElementGroup::Source& source : operations) {
    if (std::ranges::binary_search(indices, source.node)) {
      group.NoteOperation(source.operation, made[source.node]);
    }
  }
  return leaf;
}

}  // namespace paddock
