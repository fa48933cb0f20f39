#include "core/plan/fusion/tile_order.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "core/plan/fusion/tile_chain.h"
#include "core/plan/fusion/tile_lanes.h"
#include "simd/elementwise/elementwise.h"

namespace paddock::tile_order_tests {
namespace {

using enum ElementType;

uint32_t AddStream(TileGraph& graph, uint32_t source) {
  TileNode node;
  node.type = kF32;
  node.source = source;
  return graph.Add(std::move(node));
}

uint32_t AddKernel(TileGraph& graph, const simd::ElementwiseKernel& kernel,
                   std::vector<uint32_t> operands) {
  TileNode node;
  node.kind = TileNode::Kind::kCompute;
  node.kernel = kernel;
  node.type = kernel.result;
  for (const uint32_t operand : operands) node.operands[node.operand_count++] = operand;
  return graph.Add(std::move(node));
}

uint32_t AddOperation(TileGraph& graph, std::string_view op, std::vector<uint32_t> operands) {
  return AddKernel(graph, simd::FindElementwise(op, kF32, simd::Numerics::kPortable),
                   std::move(operands));
}

uint32_t AddLess(TileGraph& graph, uint32_t x, uint32_t y) {
  return AddKernel(graph, simd::FindCompare(simd::ComparisonDirection::kLt, false, kF32), {x, y});
}

// How often a node is in the new order.
int64_t CountOf(const PreparedNodes& ordered, uint32_t node) {
  return std::ranges::count(ordered.originals, node);
}

size_t PlaceOf(const PreparedNodes& ordered, uint32_t node) {
  return static_cast<size_t>(std::ranges::find(ordered.originals, node) -
                             ordered.originals.begin());
}

struct Sample {
  TileGraph graph{3001};
  uint32_t x = AddStream(graph, 0), y = AddStream(graph, 1);
  uint32_t is_less = AddLess(graph, x, y);
  uint32_t least = AddOperation(graph, "select", {is_less, x, y});
  // Only the last step needs these.
  uint32_t sum = AddOperation(graph, "add", {x, y});
  uint32_t square = AddOperation(graph, "multiply", {sum, sum});
  uint32_t exponential = AddOperation(graph, "exponential", {least});
  uint32_t product = AddOperation(graph, "multiply", {exponential, square});
  uint32_t logistic = AddOperation(graph, "logistic", {y});
  uint32_t result = AddOperation(
      graph, "select", {is_less, product, AddOperation(graph, "subtract", {logistic, product})});
};

TEST_CASE("steps are behind kernels that do not need them", "[plan]") {
  if (kHasChainModules) return;
  Sample sample;
  sample.graph.node(sample.result).is_output = true;
  const auto ordered = OrderForChains(sample.graph.nodes());
  REQUIRE(ordered.has_value());
  const size_t kernels =
      std::max(PlaceOf(*ordered, sample.exponential), PlaceOf(*ordered, sample.logistic));
  CHECK(PlaceOf(*ordered, sample.least) < PlaceOf(*ordered, sample.exponential));
  for (const uint32_t step : {sample.sum, sample.square, sample.product, sample.result}) {
    CHECK(PlaceOf(*ordered, step) > kernels);
    CHECK(CountOf(*ordered, step) == 1);
  }
  // Both chains compare, instead of one storing booleans for the other.
  CHECK(CountOf(*ordered, sample.is_less) == 2);
  const auto chains =
      FindChains(ordered->nodes, sample.graph.count(), [](uint32_t) { return true; });
  CHECK(chains.size() == 2);
  // Operands are computed first.
  for (size_t i = 0; i < ordered->nodes.size(); ++i) {
    const TileNode& node = ordered->nodes[i];
    for (uint32_t k = 0; k < node.operand_count; ++k) CHECK(node.operands[k] < i);
  }
}

TEST_CASE("a comparison that is a result is there once", "[plan]") {
  if (kHasChainModules) return;
  Sample sample;
  sample.graph.node(sample.result).is_output = true;
  sample.graph.node(sample.is_less).is_output = true;
  const auto ordered = OrderForChains(sample.graph.nodes());
  REQUIRE(ordered.has_value());
  CHECK(CountOf(*ordered, sample.is_less) == 1);
}

TEST_CASE("nodes without kernels between steps stay in their order", "[plan]") {
  TileGraph graph(1000);
  const uint32_t x = AddStream(graph, 0);
  const uint32_t sum = AddOperation(graph, "add", {x, x});
  graph.node(AddOperation(graph, "multiply", {sum, x})).is_output = true;
  CHECK(!OrderForChains(graph.nodes()).has_value());
}

TEST_CASE("steps on lanes of one width are behind each other", "[plan]") {
  if (kHasChainModules) return;
  TileGraph graph(1000);
  const uint32_t x = AddStream(graph, 0), y = AddStream(graph, 1);
  std::vector<uint32_t> comparisons, counts;
  for (const auto& [left, right] : {std::pair(x, y), {y, x}}) {
    comparisons.push_back(AddLess(graph, left, right));
    counts.push_back(AddKernel(graph, simd::FindConvert(kI1, kUI8), {comparisons.back()}));
  }
  const auto add = simd::FindElementwise("add", kUI8, simd::Numerics::kPortable);
  const uint32_t sum = AddKernel(graph, add, counts);
  graph.node(sum).is_output = true;
  const auto grouped = GroupByLanes(graph.nodes());
  REQUIRE(grouped.has_value());
  CHECK(grouped->originals ==
        std::vector<uint32_t>{x, y, comparisons[0], comparisons[1], counts[0], counts[1], sum});
  CHECK(FindChains(grouped->nodes, graph.count(), [](uint32_t) { return true; }).size() == 2);
  CHECK(!GroupByLanes(grouped->nodes).has_value());
}

TEST_CASE("kernels stay behind the steps before them", "[plan]") {
  if (kHasChainModules) return;
  TileGraph graph(1000);
  const uint32_t x = AddStream(graph, 0), y = AddStream(graph, 1);
  const auto convert = simd::FindConvert(kI1, kUI8);
  const auto add = simd::FindElementwise("add", kUI8, simd::Numerics::kPortable);
  const uint32_t first = AddKernel(graph, convert, {AddLess(graph, x, y)});
  const uint32_t second = AddKernel(graph, convert, {AddLess(graph, y, x)});
  const uint32_t exponential = AddOperation(graph, "exponential", {x});
  const uint32_t third = AddKernel(graph, convert, {AddLess(graph, exponential, y)});
  const uint32_t sum = AddKernel(graph, add, {AddKernel(graph, add, {first, second}), third});
  graph.node(sum).is_output = true;
  const auto grouped = GroupByLanes(graph.nodes());
  REQUIRE(grouped.has_value());
  CHECK(PlaceOf(*grouped, second) < PlaceOf(*grouped, exponential));
  CHECK(PlaceOf(*grouped, third) > PlaceOf(*grouped, exponential));
  for (size_t i = 0; i < grouped->nodes.size(); ++i) {
    const TileNode& node = grouped->nodes[i];
    for (uint32_t k = 0; k < node.operand_count; ++k) CHECK(node.operands[k] < i);
  }
}

TEST_CASE("the order of nodes does not change results", "[plan]") {
  Sample sample;
  const auto count = static_cast<size_t>(sample.graph.count());
  const std::vector<uint32_t> outputs = {sample.square, sample.is_less, sample.result};
  for (const uint32_t output : outputs) sample.graph.node(output).is_output = true;
  std::vector<float> sources[2];
  for (size_t i = 0; i < count; ++i) {
    sources[0].push_back(static_cast<float>(i % 31) / 8 - 2);
    sources[1].push_back(static_cast<float>(i % 17) / 4 - 2);
  }
  std::vector<std::vector<std::byte>> found[2];
  for (const bool allow_chains : {false, true}) {
    Arena arena;
    const CompiledTiles tiles = sample.graph.Compile(arena, {.allow_chains = allow_chains});
    std::vector<std::vector<std::byte>>& results = found[allow_chains ? 1 : 0];
    results.resize(outputs.size(), std::vector<std::byte>(count * sizeof(float)));
    std::vector<std::byte> scratch(tiles.program->scratch_bytes);
    std::vector<std::byte*> pointers;
    for (const uint32_t source : tiles.reads) {
      pointers.push_back(reinterpret_cast<std::byte*>(sources[source].data()));
    }
    for (const uint32_t node : tiles.writes) {
      const auto at = std::ranges::find(outputs, node) - outputs.begin();
      pointers.push_back(results[static_cast<size_t>(at)].data());
    }
    RunTiles(*tiles.program, pointers.data(), scratch.data(), 0, sample.graph.count());
  }
  for (size_t i = 0; i < outputs.size(); ++i) CHECK(found[0][i] == found[1][i]);
}

}  // namespace
}  // namespace paddock::tile_order_tests
