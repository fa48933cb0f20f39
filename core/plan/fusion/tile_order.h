// The order of a tile program's nodes: kernels that are no steps of chains as soon as possible, and
// steps only before the kernel that needs them. So few chains exchange values through memory.
#ifndef PADDOCK_CORE_PLAN_FUSION_TILE_ORDER_H_
#define PADDOCK_CORE_PLAN_FUSION_TILE_ORDER_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "core/plan/fusion/tile_graph.h"

namespace paddock {

struct PreparedNodes {
  std::vector<TileNode> nodes;
  // By node: the node whose value it computes.
  std::vector<uint32_t> originals;
};

// Returns the needed nodes in another order, or nothing if that makes no difference. Some
// comparisons are there twice.
std::optional<PreparedNodes> OrderForChains(const std::vector<TileNode>& nodes);

// Returns what replaces the nodes in a program with chains: complex numbers as their parts
// (core/plan/fusion/tile_parts.h), in this order. Returns nothing if they stay. Nodes that are no
// outputs may have kNoNode as their originals.
std::optional<PreparedNodes> PrepareForChains(const std::vector<TileNode>& nodes);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_TILE_ORDER_H_
