// Components of tile graphs: computations that have no value and no source in common.
#ifndef PADDOCK_CORE_PLAN_FUSION_TILE_COMPONENTS_H_
#define PADDOCK_CORE_PLAN_FUSION_TILE_COMPONENTS_H_

#include <cstdint>
#include <vector>

#include "core/plan/fusion/tile_graph.h"

namespace paddock {

// Returns the component of each node, a number from 0 on; kNoNode for single elements and iotas,
// which any component may read. All nodes have component 0 if one loop computes them as fast.
std::vector<uint32_t> FindTileComponents(const TileGraph& graph);

uint32_t ComponentCount(const std::vector<uint32_t>& components);

// Returns the graph with only the outputs of a component, so that it computes nothing else.
TileGraph OnlyComponent(const TileGraph& graph, const std::vector<uint32_t>& components,
                        uint32_t component);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_TILE_COMPONENTS_H_
