// Complex numbers in tile programs as two real values each, so that chains compute with them.
#ifndef PADDOCK_CORE_PLAN_FUSION_TILE_PARTS_H_
#define PADDOCK_CORE_PLAN_FUSION_TILE_PARTS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/plan/fusion/tile_graph.h"

namespace paddock {

struct PartedNodes {
  std::vector<TileNode> nodes;
  // By node: the node that it computes an output of; kNoNode for nodes that are no outputs.
  std::vector<uint32_t> originals;
};

// Returns nodes that compute the same outputs, in which the cheap operations on complex numbers are
// operations on their parts. Returns nothing if there are none, or if taking numbers apart and
// joining them takes longer than the kernels of complex numbers.
std::optional<PartedNodes> TakeParts(const std::vector<TileNode>& nodes);

// Returns the most nodes that TakeParts makes of a node.
size_t MostPartNodesOf(const TileNode& node);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_TILE_PARTS_H_
