// Computations of the ElementwiseScheduler whose operand has fewer bytes than their result: what
// moves elements of the result moves those of the operand instead.
#include <cstddef>
#include <utility>

#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/elementwise_scheduler.h"

namespace paddock {
namespace {

// Fewer elements are as fast either way.
constexpr int64_t kFewest = 4096;
constexpr size_t kMostNodes = 32;

bool IsStream(const TileNode& node) { return node.kind == TileNode::Kind::kStream; }

}  // namespace

std::optional<Leaf> ElementwiseScheduler::NarrowSource(const Leaf& leaf) const {
  const Leaf resolved = values_.Resolved(leaf);
  const bool may_compute = !kHasChainModules && level_ == Level::kFast &&
                           resolved.where == Leaf::Where::kNode && !resolved.is_splat;
  if (!may_compute || resolved.count < kFewest) return std::nullopt;
  const ElementGroup& group = *groups_[resolved.index];
  for (uint32_t i : NodesOfOneLoad(group, resolved.node, 1, kMostNodes, &IsStream)) {
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
  const std::vector<uint32_t> indices =
      NodesOfOneLoad(from, resolved.node, 1, kMostNodes, &IsStream);
  DoWithout(resolved);
  std::vector<CopiedNode> nodes = CopiesOf(from, indices);
  for (CopiedNode& copied : nodes) {
    if (IsStream(copied.node)) copied.source = moved;
  }
  const Leaf made = AddCopies(from, indices, std::move(nodes), moved.count);
  BindNode(operation, result, made.index, made.node);
}

}  // namespace paddock
