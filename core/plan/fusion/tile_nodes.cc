#include <algorithm>
#include <utility>

#include "core/plan/fusion/tile_graph.h"

namespace paddock {
namespace {

bool IsSameLoad(const TileNode& a, const TileNode& b) {
  const auto same_loop = [](const simd::CopyDimension& x, const simd::CopyDimension& y) {
    return x.size == y.size && x.source_stride == y.source_stride;
  };
  return a.kind == b.kind && IsLoad(a) && a.type == b.type && a.source == b.source &&
         a.inner == b.inner && a.size == b.size && !a.is_output && !b.is_output &&
         std::ranges::equal(a.loops, b.loops, same_loop);
}

}  // namespace

bool IsLoad(const TileNode& node) {
  return node.kind != TileNode::Kind::kCompute && node.kind != TileNode::Kind::kReduce;
}

TileLoad MakeLoad(const TileNode& node, Arena& arena) {
  TileLoad load;
  load.element_bytes = static_cast<uint32_t>(ByteSize(node.type));
  load.ramp = node.ramp;
  load.inner = node.inner;
  load.size = node.size;
  if (node.kind == TileNode::Kind::kSplat) return load;
  if (node.kind == TileNode::Kind::kIota) {
    load.kind = TileLoad::Kind::kIota;
    return load;
  }
  load.kind = TileLoad::Kind::kStrided;
  load.run = {1, 0, 0};
  if (node.loops.empty()) return load;
  load.run = node.loops.back();
  load.outer = arena.CopyArray(std::span(node.loops.data(), node.loops.size() - 1));
  load.is_periodic = std::ranges::all_of(
      load.outer, [](const simd::CopyDimension& loop) { return loop.source_stride == 0; });
  return load;
}

int64_t FittedTileSize(std::span<const TileLoad> loads, int64_t tile) {
  for (const TileLoad& load : loads) {
    if (load.is_periodic && load.run.size <= tile / 4) tile -= tile % load.run.size;
  }
  return tile;
}

std::vector<uint32_t> LastUses(const std::vector<TileNode>& nodes) {
  const auto end = static_cast<uint32_t>(nodes.size());
  std::vector<uint32_t> last_uses(nodes.size(), kNoNode);
  for (uint32_t i = end; i-- > 0;) {
    const TileNode& node = nodes[i];
    if (node.is_output) last_uses[i] = end;
    if (last_uses[i] == kNoNode) continue;
    for (uint32_t k = 0; k < node.operand_count; ++k) {
      uint32_t& last = last_uses[node.operands[k]];
      if (node.kind == TileNode::Kind::kReduce) last = end;
      if (last == kNoNode) last = i;
    }
  }
  return last_uses;
}

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
