// The order of a tile program's nodes whose values have several widths: chains have lanes of one.
#ifndef PADDOCK_CORE_PLAN_FUSION_TILE_LANES_H_
#define PADDOCK_CORE_PLAN_FUSION_TILE_LANES_H_

#include <optional>
#include <vector>

#include "core/plan/fusion/tile_order.h"

namespace paddock {

// Returns the needed nodes in an order with fewer changes of the lanes' width, or nothing if there
// is none. Nodes that are no steps of chains stay behind the steps that are before them.
std::optional<PreparedNodes> GroupByLanes(const std::vector<TileNode>& nodes);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_TILE_LANES_H_
