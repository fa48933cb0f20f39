#include "core/plan/fusion/tile_components.h"

#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/plan/fusion/tile_graph_testing.h"

namespace paddock {
namespace {

uint32_t AddRead(TileGraph& graph, TileNode::Kind kind, uint32_t source) {
  TileNode node;
  node.kind = kind;
  node.type = ElementType::kF32;
  node.source = source;
  return graph.Add(std::move(node));
}

uint32_t AddProduct(TileGraph& graph, uint32_t a, uint32_t b) {
  return testing::AddCompute(graph, "multiply", {a, b});
}

// Products of the arrays 2 i and 2 i + 1, each times one scalar.
TileGraph Layers(int64_t count, uint32_t layers) {
  TileGraph graph(count);
  const uint32_t scalar = AddRead(graph, TileNode::Kind::kSplat, 1000);
  for (uint32_t i = 0; i < layers; ++i) {
    const uint32_t a = AddRead(graph, TileNode::Kind::kStream, 2 * i);
    const uint32_t b = AddRead(graph, TileNode::Kind::kStream, 2 * i + 1);
    const uint32_t result = AddProduct(graph, AddProduct(graph, a, scalar), b);
    graph.node(result).is_output = true;
  }
  return graph;
}

TEST_CASE("layers that share only a scalar are components", "[plan]") {
  const TileGraph graph = Layers(10'000, 4);
  const auto components = FindTileComponents(graph);
  REQUIRE(ComponentCount(components) == 4);
  CHECK(components ==
        std::vector<uint32_t>{kNoNode, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3});
  Arena arena;
  const CompiledTiles tiles = OnlyComponent(graph, components, 2).Compile(arena, {});
  CHECK(tiles.reads == std::vector<uint32_t>{1000, 4, 5});
  CHECK(tiles.writes == std::vector<uint32_t>{12});
}

TEST_CASE("few arrays and few elements are one component", "[plan]") {
  CHECK(ComponentCount(FindTileComponents(Layers(10'000, 2))) == 1);
  CHECK(ComponentCount(FindTileComponents(Layers(256, 4))) == 1);
}

TEST_CASE("a source that is read in two ways connects its readers", "[plan]") {
  TileGraph graph = Layers(10'000, 4);
  TileNode node;
  node.kind = TileNode::Kind::kStrided;
  node.type = ElementType::kF32;
  node.source = 0;
  node.loops = {{10'000, 2, 0}};
  const uint32_t other = graph.Add(std::move(node));
  const uint32_t last = static_cast<uint32_t>(graph.nodes().size() - 2);
  const uint32_t both = AddProduct(graph, other, last);
  graph.node(both).is_output = true;
  const auto components = FindTileComponents(graph);
  CHECK(ComponentCount(components) == 3);
  CHECK(components[both] == components[1]);
  CHECK(components[both] == components[last]);
}

}  // namespace
}  // namespace paddock
