#include "core/plan/fusion/tile_graph.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "core/plan/fusion/tile_chain.h"
#include "core/plan/fusion/tile_graph_testing.h"
#include "simd/movement/iota.h"

namespace paddock {
namespace {

uint32_t AddNode(TileGraph& graph, TileNode::Kind kind, uint32_t source) {
  TileNode node;
  node.kind = kind;
  node.type = ElementType::kF32;
  node.source = source;
  return graph.Add(std::move(node));
}

uint32_t AddStrided(TileGraph& graph, uint32_t source, std::vector<simd::CopyDimension> loops) {
  TileNode node;
  node.kind = TileNode::Kind::kStrided;
  node.type = ElementType::kF32;
  node.source = source;
  node.loops = std::move(loops);
  return graph.Add(std::move(node));
}

// Runs the graph with these sources, and returns its only output.
std::vector<float> Run(TileGraph& graph, std::vector<std::vector<float>> sources) {
  Arena arena;
  const CompiledTiles tiles = graph.Compile(arena, {});
  std::vector<float> result(static_cast<size_t>(graph.count()));
  std::vector<std::byte> scratch(tiles.program->scratch_bytes);
  std::vector<std::byte*> pointers;
  for (uint32_t source : tiles.reads) {
    pointers.push_back(reinterpret_cast<std::byte*>(sources[source].data()));
  }
  REQUIRE(tiles.writes.size() == 1);
  pointers.push_back(reinterpret_cast<std::byte*>(result.data()));
  RunTiles(*tiles.program, pointers.data(), scratch.data(), 0, graph.count());
  return result;
}

TEST_CASE("a splat that is read late keeps its register to itself", "[plan]") {
  // (x * x + x) * c: c is filled before the first tile, and x * x is dead before c is read.
  constexpr int64_t kCount = 10'000;
  TileGraph graph(kCount);
  const uint32_t x = AddNode(graph, TileNode::Kind::kStream, 0);
  const uint32_t square = testing::AddCompute(graph, "multiply", {x, x});
  const uint32_t sum = testing::AddCompute(graph, "add", {square, x});
  const uint32_t other = testing::AddCompute(graph, "subtract", {sum, x});
  const uint32_t c = AddNode(graph, TileNode::Kind::kSplat, 1);
  const uint32_t result = testing::AddCompute(graph, "multiply", {other, c});
  graph.node(result).is_output = true;
  std::vector<float> input(kCount);
  for (size_t i = 0; i < input.size(); ++i) input[i] = static_cast<float>(i % 100);
  const std::vector<float> found = Run(graph, {input, {3.0f}});
  for (size_t i = 0; i < input.size(); ++i) REQUIRE(found[i] == input[i] * input[i] * 3.0f);
}

TEST_CASE("a chain of few elements shares a constant with a kernel", "[plan]") {
  // ((x + c) * c) ^ c. The last elements, bytes, are computed by the machine in a whole block.
  constexpr size_t kCount = 37;
  const float constant = 2.0f;
  TileGraph graph(kCount);
  TileNode bytes;
  bytes.type = ElementType::kI8;
  const uint32_t x = graph.Add(std::move(bytes));
  TileNode convert;
  convert.kind = TileNode::Kind::kCompute;
  convert.type = ElementType::kF32;
  convert.kernel = simd::FindConvert(ElementType::kI8, ElementType::kF32);
  convert.operands[0] = x;
  convert.operand_count = 1;
  const uint32_t converted = graph.Add(std::move(convert));
  const uint32_t c = AddNode(graph, TileNode::Kind::kSplat, 1);
  graph.node(c).attributes = &constant;
  const uint32_t sum = testing::AddCompute(graph, "add", {converted, c});
  const uint32_t product = testing::AddCompute(graph, "multiply", {sum, c});
  const uint32_t power = testing::AddCompute(graph, "power", {product, c});
  graph.node(power).is_output = true;
  std::vector<float> input(kCount), constants(kCount, constant), expected(kCount);
  auto* const elements = reinterpret_cast<int8_t*>(input.data());
  std::vector<float> products(kCount);
  for (size_t i = 0; i < kCount; ++i) {
    elements[i] = static_cast<int8_t>(i);
    products[i] = (static_cast<float>(i) + constant) * constant;
  }
  const void* const operands[] = {products.data(), constants.data()};
  graph.node(power).kernel.function(operands, expected.data(), kCount, nullptr);
  CHECK(Run(graph, {input, {constant}}) == expected);
}

TEST_CASE("a result of 8 MB is written past the caches, but not in place", "[plan]") {
  constexpr int64_t kCount = (8 << 20) / 4 + 5;
  for (const int64_t count : {kCount, kCount / 2}) {
    TileGraph graph(count);
    const uint32_t x = AddNode(graph, TileNode::Kind::kStream, 0);
    const uint32_t square = testing::AddCompute(graph, "multiply", {x, x});
    const uint32_t result = testing::AddCompute(graph, "add", {square, x});
    graph.node(result).is_output = true;
    Arena arena;
    const CompiledTiles tiles = graph.Compile(arena, {});
    CHECK(tiles.program->streams.size() == (count == kCount && !kHasChainModules ? 1 : 0));
    std::vector<float> input(static_cast<size_t>(count));
    for (size_t i = 0; i < input.size(); ++i) input[i] = static_cast<float>(i % 100);
    const std::vector<float> expected = Run(graph, {input});
    std::vector<std::byte> scratch(tiles.program->scratch_bytes);
    auto* from = reinterpret_cast<std::byte*>(input.data());
    const auto run = [&](std::byte* to, int64_t middle) {
      std::byte* const pointers[] = {from, to};
      RunTiles(*tiles.program, pointers, scratch.data(), 0, middle, true);
      RunTiles(*tiles.program, pointers, scratch.data(), middle, count, true);
    };
    // The chain itself writes blocks at vector boundaries; a tile buffers the others.
    for (const int64_t middle : {1001, 1024}) {
      for (const size_t offset : {0, 4}) {
        std::vector<std::byte> output(expected.size() * 4 + 128);
        const size_t past = reinterpret_cast<uintptr_t>(output.data()) % 64;
        std::byte* const to = output.data() + (64 - past) + offset;
        run(to, middle);
        CHECK(std::memcmp(to, expected.data(), expected.size() * 4) == 0);
        CHECK(std::all_of(output.data(), to, [](std::byte byte) { return byte == std::byte{0}; }));
        CHECK(std::all_of(to + expected.size() * 4, output.data() + output.size(),
                          [](std::byte byte) { return byte == std::byte{0}; }));
      }
    }
    run(from, 1001);
    CHECK(input == expected);
  }
}

TEST_CASE("strided loads broadcast along any dimension", "[plan]") {
  // A column of 7 and a row of 1500 make a matrix.
  TileGraph graph(7 * 1500);
  const uint32_t a = AddStrided(graph, 0, {{7, 1, 0}, {1500, 0, 0}});
  const uint32_t b = AddStrided(graph, 1, {{7, 0, 0}, {1500, 1, 0}});
  const uint32_t sum = testing::AddCompute(graph, "add", {a, b});
  graph.node(sum).is_output = true;
  std::vector<float> columns(7), rows(1500);
  for (size_t i = 0; i < 7; ++i) columns[i] = static_cast<float>(10'000 * i);
  for (size_t j = 0; j < 1500; ++j) rows[j] = static_cast<float>(j);
  const std::vector<float> found = Run(graph, {columns, rows});
  for (size_t i = 0; i < 7; ++i) {
    for (size_t j = 0; j < 1500; ++j) REQUIRE(found[i * 1500 + j] == columns[i] + rows[j]);
  }
}

// One element for each row of 100, minus the row, times it. The rows are `step` elements apart.
TileGraph RowGraph(int64_t step) {
  TileGraph graph(50 * 100);
  const uint32_t a = AddStrided(graph, 0, {{50, 1, 0}, {100, 0, 0}});
  const uint32_t b = AddStrided(graph, 1, {{50, step, 0}, {100, 1, 0}});
  const uint32_t difference = testing::AddCompute(graph, "subtract", {a, b});
  graph.node(testing::AddCompute(graph, "multiply", {difference, b})).is_output = true;
  return graph;
}

TEST_CASE("machine code reads short rows, and an element of each, in place", "[plan]") {
  for (const int64_t step : {0, 120}) {
    TileGraph graph = RowGraph(step);
    std::vector<float> columns(50), rows(50 * 120);
    for (size_t i = 0; i < columns.size(); ++i) columns[i] = static_cast<float>(i) / 2;
    for (size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<float>(i % 777);
    const std::vector<float> found = Run(graph, {columns, rows});
    for (size_t i = 0; i < found.size(); ++i) {
      const float row = rows[i / 100 * static_cast<size_t>(step) + i % 100];
      REQUIRE(found[i] == (columns[i / 100] - row) * row);
    }
  }
  Arena arena;
  for (const int64_t step : {0, 120}) {
    const TileProgram& program = *RowGraph(step).Compile(arena, {}).program;
    REQUIRE(program.instructions.size() == (kHasChainModules ? 2 : 1));
    CHECK(program.row_size == (AreCoded(program.instructions, program.loads) ? 100 : 0));
  }
  // Copies alone take tiles of several rows.
  CHECK_FALSE(AreCoded({}, {}));
}

// The parts of sources 0, 1 .. side by side, with a stream added to them.
TileGraph JoinedGraph(const std::vector<int64_t>& shares) {
  TileNode joined;
  joined.kind = TileNode::Kind::kJoined;
  joined.type = ElementType::kF32;
  for (size_t i = 0; i < shares.size(); ++i) {
    TileNode part;
    part.type = ElementType::kF32;
    part.source = static_cast<uint32_t>(i);
    part.share = shares[i];
    joined.row += part.share;
    joined.parts.push_back(part);
  }
  TileGraph graph(joined.row);
  const uint32_t left = graph.Add(std::move(joined));
  const uint32_t right =
      AddNode(graph, TileNode::Kind::kStream, static_cast<uint32_t>(shares.size()));
  graph.node(testing::AddCompute(graph, "add", {left, right})).is_output = true;
  return graph;
}

TEST_CASE("tiles end where equal parts of a joined load end", "[plan]") {
  TileGraph graph = JoinedGraph({700, 700, 700});
  std::vector<std::vector<float>> sources;
  for (const float part : {1.0F, 2.0F, 3.0F}) sources.emplace_back(700, part);
  sources.emplace_back(2100, 0.5F);
  const std::vector<float> sums = Run(graph, sources);
  for (size_t i = 0; i < sums.size(); ++i) {
    const size_t part = i / 700 + 1;
    REQUIRE(sums[i] == static_cast<float>(part) + 0.5F);
  }
  Arena arena;
  CHECK(graph.Compile(arena, {}).program->row_size == (kHasChainModules ? 0 : 700));
  CHECK(JoinedGraph({1000, 700}).Compile(arena, {}).program->row_size == 0);
  CHECK(JoinedGraph({100, 100}).Compile(arena, {}).program->row_size == 0);
}

TEST_CASE("iota counts along any dimension, over tiles", "[plan]") {
  for (int64_t dimension : {0, 1, 2}) {
    const std::vector<int64_t> shape = {5, 900, 3};
    const simd::IotaPlan plan = simd::PlanIota(ElementType::kF32, shape, dimension);
    TileGraph graph(5 * 900 * 3);
    TileNode node;
    node.kind = TileNode::Kind::kIota;
    node.type = ElementType::kF32;
    node.ramp = plan.ramp;
    node.inner = plan.inner;
    node.size = plan.size;
    const uint32_t iota = graph.Add(node);
    const uint32_t result = testing::AddCompute(graph, "negate", {iota});
    graph.node(result).is_output = true;
    const std::vector<float> found = Run(graph, {});
    for (size_t at = 0; at < found.size(); ++at) {
      const size_t index[] = {at / 2700, at / 3 % 900, at % 3};
      REQUIRE(found[at] == -static_cast<float>(index[dimension]));
    }
  }
}

TEST_CASE("a result takes an operand's memory only after the operand's last read", "[plan]") {
  TileGraph graph(1000);
  const uint32_t x = AddNode(graph, TileNode::Kind::kStream, 0);
  const uint32_t y = AddNode(graph, TileNode::Kind::kStream, 1);
  const uint32_t sum = testing::AddCompute(graph, "add", {x, y});
  const uint32_t product = testing::AddCompute(graph, "multiply", {sum, y});
  graph.node(sum).is_output = true;
  graph.node(product).is_output = true;
  Arena arena;
  const CompiledTiles tiles = graph.Compile(arena, {.allow_direct = true});
  // References: x, y, sum, product. y is still read after sum is written.
  REQUIRE(tiles.in_place.size() == 3);
  CHECK((tiles.in_place[0].write == 2 && tiles.in_place[0].read == 0));
  CHECK((tiles.in_place[1].write == 3 && tiles.in_place[1].read == 0));
  CHECK((tiles.in_place[2].write == 3 && tiles.in_place[2].read == 1));
}

}  // namespace
}  // namespace paddock
