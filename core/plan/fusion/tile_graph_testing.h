// Parts of the tests of tile graphs.
#ifndef PADDOCK_CORE_PLAN_FUSION_TILE_GRAPH_TESTING_H_
#define PADDOCK_CORE_PLAN_FUSION_TILE_GRAPH_TESTING_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/plan/fusion/tile_graph.h"
#include "simd/elementwise/elementwise.h"

namespace paddock::testing {

// Adds an operation on f32.
inline uint32_t AddCompute(TileGraph& graph, std::string_view op,
                           const std::vector<uint32_t>& operands) {
  TileNode node;
  node.kind = TileNode::Kind::kCompute;
  node.type = ElementType::kF32;
  node.kernel = simd::FindElementwise(op, ElementType::kF32, simd::Numerics::kPortable);
  for (const uint32_t operand : operands) node.operands[node.operand_count++] = operand;
  return graph.Add(std::move(node));
}

}  // namespace paddock::testing

#endif  // PADDOCK_CORE_PLAN_FUSION_TILE_GRAPH_TESTING_H_
