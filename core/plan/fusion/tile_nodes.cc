#include <algorithm>
#include <utility>

#include "core/plan/fusion/tile_graph.h"

namespace paddock {
namespace {

bool IsSameLoad(const TileNode& a, const TileNode& b) {
  const auto same_loop = [](const simd::CopyDimension& x, const simd::CopyDimension& y) {
    return x.size == y.size && x.source_stride == y.source_stride;
  };
  return a.kind == b.kind && a.kind != TileNode::Kind::kCompute && a.type == b.type &&
         a.source == b.source && a.inner == b.inner && a.size == b.size && !a.is_output &&
         !b.is_output && std::ranges::equal(a.loops, b.loops, same_loop);
}

}  // namespace

bool IsOperand(const std::vector<TileNode>& nodes, uint32_t index) {
  return std::ranges::any_of(nodes, [&](const TileNode& node) {
    return std::count(node.operands, node.operands + node.operand_count, index) != 0;
  });
}

uint32_t TileGraph::Add(TileNode node) {
  for (uint32_t i = 0; i < nodes_.size(); ++i) {
    if (IsSameLoad(nodes_[i], node)) return i;
  }
  nodes_.push_back(std::move(node));
  return static_cast<uint32_t>(nodes_.size() - 1);
}

}  // namespace paddock
