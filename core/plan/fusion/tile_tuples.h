// Results with a small last dimension, such as colors and coordinates, as columns side by side. The
// elements of a tuple are of few places, which are then read once, and in order.
#ifndef PADDOCK_CORE_PLAN_FUSION_TILE_TUPLES_H_
#define PADDOCK_CORE_PLAN_FUSION_TILE_TUPLES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "core/plan/fusion/tile_graph.h"

namespace paddock {

struct TupleNodes {
  // For a graph of count / columns elements.
  std::vector<TileNode> nodes;
  // By node: the node whose value it computes; kNoNode for nodes that are no outputs.
  std::vector<uint32_t> originals;
  int64_t columns = 1;
};

// Returns nodes that compute the outputs of a graph of `count` elements as columns, which kJoin
// nodes write side by side. Returns nothing if loads have no columns, or take longer so.
std::optional<TupleNodes> TakeTuples(const std::vector<TileNode>& nodes, int64_t count);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_TILE_TUPLES_H_
