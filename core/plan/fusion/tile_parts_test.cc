#include "core/plan/fusion/tile_parts.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <complex>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "core/plan/fusion/tile_chain.h"
#include "simd/elementwise/elementwise.h"

namespace paddock::tile_parts_tests {
namespace {

using enum ElementType;

uint32_t AddStream(TileGraph& graph, uint32_t source, ElementType type) {
  TileNode node;
  node.type = type;
  node.source = source;
  return graph.Add(std::move(node));
}

uint32_t AddOperation(TileGraph& graph, std::string_view op, ElementType type,
                      std::vector<uint32_t> operands) {
  TileNode node;
  node.kind = TileNode::Kind::kCompute;
  node.kernel = simd::FindElementwise(op, type, simd::Numerics::kPortable);
  node.type = node.kernel.result;
  for (const uint32_t operand : operands) node.operands[node.operand_count++] = operand;
  return graph.Add(std::move(node));
}

// Whether a needed node computes with complex numbers, except to take them apart or join them.
bool ComputesWithComplex(const std::vector<TileNode>& nodes) {
  using simd::ElementwiseOp;
  const std::vector<uint32_t> last_uses = LastUses(nodes);
  for (size_t i = 0; i < nodes.size(); ++i) {
    const simd::ElementwiseKernel& kernel = nodes[i].kernel;
    const bool is_access = kernel.operation == ElementwiseOp::kReal ||
                           kernel.operation == ElementwiseOp::kImag ||
                           kernel.operation == ElementwiseOp::kComplex;
    const bool is_complex = IsComplex(kernel.operand) || IsComplex(kernel.result);
    if (last_uses[i] != kNoNode && is_complex && !is_access) return true;
  }
  return false;
}

TEST_CASE("cheap operations on complex numbers become operations on their parts", "[plan]") {
  if (kHasChainModules) return;
  for (const ElementType type : {kC64, kC128}) {
    TileGraph graph(1000);
    const uint32_t z = AddStream(graph, 0, type), c = AddStream(graph, 1, type);
    const uint32_t square = AddOperation(graph, "multiply", type, {z, z});
    const uint32_t sum = AddOperation(graph, "add", type, {square, c});
    const uint32_t magnitude = AddOperation(graph, "abs", type, {sum});
    graph.node(sum).is_output = true;
    graph.node(magnitude).is_output = true;
    const auto parted = TakeParts(graph.nodes());
    REQUIRE(parted.has_value());
    CHECK(!ComputesWithComplex(parted->nodes));
    // Each output is computed once.
    for (const uint32_t output : {sum, magnitude}) {
      CHECK(std::ranges::count(parted->originals, output) == 1);
      const auto at = std::ranges::find(parted->originals, output) - parted->originals.begin();
      CHECK(parted->nodes[static_cast<size_t>(at)].is_output);
      CHECK(parted->nodes[static_cast<size_t>(at)].type == graph.nodes()[output].type);
    }
  }
}

TEST_CASE("a single product of complex numbers stays a kernel", "[plan]") {
  TileGraph graph(1000);
  const uint32_t x = AddStream(graph, 0, kC64), y = AddStream(graph, 1, kC64);
  const uint32_t product = AddOperation(graph, "multiply", kC64, {x, y});
  graph.node(product).is_output = true;
  CHECK(!TakeParts(graph.nodes()).has_value());
  const uint32_t real = AddStream(graph, 2, kF32);
  graph.node(AddOperation(graph, "multiply", kF32, {real, real})).is_output = true;
  CHECK(!TakeParts(graph.nodes()).has_value());
}

TEST_CASE("a division of complex numbers between products is a kernel", "[plan]") {
  if (kHasChainModules) return;
  TileGraph graph(1000);
  const uint32_t x = AddStream(graph, 0, kC64), y = AddStream(graph, 1, kC64);
  const uint32_t product = AddOperation(graph, "multiply", kC64, {x, y});
  const uint32_t quotient =
      AddOperation(graph, "divide", kC64, {AddOperation(graph, "add", kC64, {product, y}), x});
  const uint32_t result = AddOperation(
      graph, "add", kC64, {AddOperation(graph, "multiply", kC64, {quotient, product}), x});
  graph.node(result).is_output = true;
  const auto parted = TakeParts(graph.nodes());
  REQUIRE(parted.has_value());
  const auto is_quotient = [](const TileNode& node) {
    return node.kernel.operation == simd::ElementwiseOp::kDivide;
  };
  CHECK(std::ranges::count_if(parted->nodes, is_quotient) == 1);
}

TEST_CASE("parts that are results are outputs of their own", "[plan]") {
  if (kHasChainModules) return;
  // The real part is an argument, the imaginary part is a result twice.
  constexpr size_t kCount = 1003;
  TileGraph graph(kCount);
  const uint32_t x = AddStream(graph, 0, kF32), y = AddStream(graph, 1, kF32);
  const uint32_t sum = AddOperation(graph, "add", kF32, {x, y});
  const uint32_t z = AddOperation(graph, "complex", kF32, {x, sum});
  const uint32_t conjugate = AddOperation(graph, "conj", kC64, {z});
  const uint32_t product = AddOperation(graph, "multiply", kC64, {z, conjugate});
  const std::vector<uint32_t> outputs = {sum, AddOperation(graph, "real", kC64, {z}),
                                         AddOperation(graph, "imag", kC64, {z}), product,
                                         conjugate};
  for (const uint32_t output : outputs) graph.node(output).is_output = true;
  Arena arena;
  const CompiledTiles tiles = graph.Compile(arena, {});
  // The work of the operations on complex numbers.
  CHECK(tiles.program->operation_count == 6);
  std::vector<float> source[2];
  for (size_t i = 0; i < kCount; ++i) {
    source[0].push_back(static_cast<float>(i % 31) - 15);
    source[1].push_back(static_cast<float>(i % 17) / 4);
  }
  std::vector<std::vector<std::complex<float>>> results(graph.nodes().size());
  std::vector<std::byte> scratch(tiles.program->scratch_bytes);
  std::vector<std::byte*> pointers;
  for (const uint32_t read : tiles.reads) {
    pointers.push_back(reinterpret_cast<std::byte*>(source[read].data()));
  }
  REQUIRE(tiles.writes.size() == outputs.size());
  for (const uint32_t write : tiles.writes) {
    results[write].resize(kCount);
    pointers.push_back(reinterpret_cast<std::byte*>(results[write].data()));
  }
  RunTiles(*tiles.program, pointers.data(), scratch.data(), 0, kCount);
  const auto real_at = [&](uint32_t node, size_t i) {
    float value = 0;
    std::memcpy(&value, reinterpret_cast<const char*>(results[node].data()) + 4 * i, 4);
    return value;
  };
  for (size_t i = 0; i < kCount; ++i) {
    const float a = source[0][i], b = a + source[1][i];
    REQUIRE(real_at(outputs[0], i) == b);
    REQUIRE(real_at(outputs[1], i) == a);
    REQUIRE(real_at(outputs[2], i) == b);
    REQUIRE(results[product][i] == std::complex<float>(a * a + b * b, 0));
    REQUIRE(results[conjugate][i] == std::complex<float>(a, -b));
  }
}

}  // namespace
}  // namespace paddock::tile_parts_tests
