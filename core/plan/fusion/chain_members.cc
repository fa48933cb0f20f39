// The nodes that become steps of chains.
#include <algorithm>
#include <utility>

#include "core/plan/fusion/chain_code.h"
#include "core/plan/fusion/reduced_rows.h"
#include "core/plan/fusion/row_size.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/fusion/tile_graph.h"

namespace paddock {
namespace {

// Below, a kernel that runs as a step of its own is faster.
constexpr int64_t kFewestOfHalves = 1024;

// Below, a module for a single operation gains too little.
constexpr int64_t kFewestAlone = int64_t{1} << 16;

// Operations on booleans that begin a chain: lanes of bytes are faster for more.
constexpr size_t kMostBooleans = 2;

// Returns whether elements of the type are wider in lanes than in memory.
bool IsHalf(ElementType type) { return simd::ChainLaneBytesOf(type) > ByteSize(type); }

// Returns whether the node computes with floats that are no lanes.
bool ComputesWithHalves(const std::vector<TileNode>& nodes, const TileNode& node) {
  return IsHalf(node.type) ||
         std::any_of(node.operands, node.operands + node.operand_count,
                     [&](uint32_t operand) { return IsHalf(nodes[operand].type); });
}

// Returns whether the node reads the bits of 16-bit floats, or reads others as such: after a
// bitcast_convert, its operand's elements have another type than its kernel reads. Lanes do not
// have those bits.
bool ReadsBitsOfHalves(const std::vector<TileNode>& nodes, const TileNode& node) {
  if (kHasChainModules) return false;
  return std::any_of(node.operands, node.operands + node.operand_count, [&](uint32_t operand) {
    const ElementType type = nodes[operand].type;
    if (IsBoolean(type) || type == node.kernel.operand) return false;
    return IsHalf(type) || IsHalf(node.kernel.operand);
  });
}

// Returns whether a chain reads parts of the node where it is in memory.
bool HasPartsInMemory(const TileNode& node) {
  switch (node.kind) {
    case TileNode::Kind::kStream:
      return true;
    case TileNode::Kind::kStrided:
      return !node.loops.empty() && node.loops.back().source_stride == 1;
    default:
      // Those that a chain joins may be in the same one.
      return node.kind == TileNode::Kind::kCompute && node.kernel.chain.is_empty();
  }
}

}  // namespace

bool IsChainStep(const std::vector<TileNode>& nodes, const TileNode& node) {
  if (node.kernel.chain.is_empty() || ReadsBitsOfHalves(nodes, node)) return false;
  if (simd::LoadsPart(node.kernel.chain.with[0])) return HasPartsInMemory(nodes[node.operands[0]]);
  if (!simd::NeedsSameOperand(node.kernel.chain.with[0])) return true;
  const TileNode& same = nodes[node.operands[1]];
  return same.kind == TileNode::Kind::kSplat && !same.is_output;
}

size_t LaneBytesOf(const std::vector<TileNode>& nodes, uint32_t index) {
  const TileNode& node = nodes[index];
  size_t bytes = simd::ChainLaneBytesOf(node.type);
  for (uint32_t k = 0; k < node.operand_count; ++k) {
    bytes = std::max(bytes, simd::ChainLaneBytesOf(nodes[node.operands[k]].type));
  }
  return bytes;
}

size_t LaneBytesOf(const std::vector<TileNode>& nodes, std::span<const uint32_t> members) {
  for (uint32_t member : members) {
    if (const size_t bytes = LaneBytesOf(nodes, member)) return bytes;
  }
  return kHasChainModules ? 0 : 1;
}

std::vector<std::vector<uint32_t>> FindChains(const std::vector<TileNode>& nodes, int64_t count,
                                              const std::function<bool(uint32_t)>& is_needed) {
  std::vector<std::vector<uint32_t>> chains;
  if (nodes.size() > kMaximumTileRegisters) return chains;
  // Operations on booleans alone wait for one that decides on the lanes. These are bytes if none
  // does.
  std::vector<uint32_t> open, waiting;
  size_t lane_bytes = 0;
  const auto close_waiting = [&] {
    if (!kHasChainModules && HasChainCode() && waiting.size() > 1) chains.push_back(waiting);
    waiting.clear();
  };
  const auto close = [&] {
    const auto is_alone = [&](uint32_t index) {
      const TileNode& node = nodes[index];
      // A module's loop is unrolled, unlike the kernel's.
      if (kHasChainModules) return count >= kFewestAlone;
      const bool has_halves =
          count >= kFewestOfHalves && HasChainCode() && ComputesWithHalves(nodes, node);
      return has_halves || ReadsRows(nodes, node) || IsReducedAlone(nodes, index, is_needed);
    };
    if (open.size() > 1 || (open.size() == 1 && is_alone(open[0]))) {
      chains.push_back(open);
    }
    open.clear();
  };
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].kind != TileNode::Kind::kCompute || !is_needed(i)) continue;
    const bool is_chained = IsChainStep(nodes, nodes[i]);
    const size_t bytes = LaneBytesOf(nodes, i);
    if (!is_chained || (bytes != 0 && bytes != lane_bytes)) close();
    if (!is_chained) close_waiting();
    if (!is_chained || (kHasChainModules && open.empty() && bytes == 0)) continue;
    if (open.empty() && bytes == 0) {
      waiting.push_back(i);
      continue;
    }
    if (open.empty()) {
      lane_bytes = bytes;
      if (waiting.size() <= kMostBooleans) std::swap(open, waiting);
      close_waiting();
    }
    open.push_back(i);
  }
  close();
  close_waiting();
  return chains;
}

}  // namespace paddock
