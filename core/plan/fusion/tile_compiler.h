// The compiler of tile programs: registers, loads and instructions for the nodes of a graph.
#ifndef PADDOCK_CORE_PLAN_FUSION_TILE_COMPILER_H_
#define PADDOCK_CORE_PLAN_FUSION_TILE_COMPILER_H_

#include <cstdint>
#include <vector>

#include "core/plan/fusion/tile_graph.h"

namespace paddock {

struct NodesToCompile {
  const std::vector<TileNode>& nodes;
  // The nodes whose work counts as the program's, for `columns` elements each.
  const std::vector<TileNode>& counted;
  // Elements of the nodes.
  int64_t count = 0;
  int64_t columns = 1;
};

// Computes every output and no unneeded node.
CompiledTiles CompileNodes(const NodesToCompile& nodes, Arena& arena, TileOptions options,
                           TileSecondGear* second_gear);

// Returns the program that replaces another one once its modules are compiled; null if it has no
// chains.
TileSecondGear* CompileSecondGear(const NodesToCompile& nodes, Arena& arena);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_TILE_COMPILER_H_
