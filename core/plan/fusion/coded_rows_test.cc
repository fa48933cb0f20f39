#include "core/plan/fusion/coded_rows.h"

#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/plan/fusion/chain_code_testing.h"
#include "core/plan/fusion/tile_graph_testing.h"

namespace paddock {
namespace {

constexpr int64_t kPlanes = 3, kRows = 3, kRowSize = 101, kSourceRow = 130, kSourcePlane = 777;

class RowGraph {
 public:
  RowGraph() : graph_(kPlanes * kRows * kRowSize) {}

  TileGraph& graph() { return graph_; }

  // Elements of rows of the source, from an element on.
  uint32_t AddRows(int64_t first, int64_t stride, int64_t source_plane = kRows * kSourceRow) {
    TileNode node;
    node.kind = TileNode::Kind::kStrided;
    node.type = ElementType::kF32;
    node.offset = first;
    node.loops = {
        {.size = kPlanes, .source_stride = source_plane, .result_stride = kRows * kRowSize},
        {.size = kRows, .source_stride = kSourceRow, .result_stride = kRowSize},
        {.size = kRowSize, .source_stride = stride, .result_stride = 1}};
    // Two loops that are one.
    if (source_plane == kRows * kSourceRow) {
      node.loops.erase(node.loops.begin());
      node.loops[0].size *= kPlanes;
    }
    return graph_.Add(std::move(node));
  }
  uint32_t Add(std::string_view op, uint32_t lhs, uint32_t rhs) {
    return testing::AddCompute(graph_, op, {lhs, rhs});
  }

 private:
  TileGraph graph_;
};

// Computes the rows in two runs, divided at several places. `expected` returns the element at
// `index` of row `row`, of a source with `source_size` elements.
template <class Expected>
void CheckRuns(RowGraph& rows, uint32_t output, int64_t source_size, Expected expected) {
  rows.graph().node(output).is_output = true;
  Arena arena;
  const CompiledTiles tiles = rows.graph().Compile(arena, {});
  CHECK(tiles.program->has_coded_rows == testing::IsCoded());
  std::vector<float> source(static_cast<size_t>(source_size));
  for (size_t i = 0; i < source.size(); ++i) source[i] = static_cast<float>(i % 77);
  std::vector<std::byte> scratch(tiles.program->scratch_bytes);
  constexpr int64_t kCount = kPlanes * kRows * kRowSize;
  for (const int64_t middle : {int64_t{0}, int64_t{40}, 3 * kRowSize, 4 * kRowSize + 100, kCount}) {
    std::vector<float> found(kCount);
    std::vector<std::byte*> pointers(tiles.reads.size(),
                                     reinterpret_cast<std::byte*>(source.data()));
    pointers.push_back(reinterpret_cast<std::byte*>(found.data()));
    RunTiles(*tiles.program, pointers.data(), scratch.data(), 0, middle);
    RunTiles(*tiles.program, pointers.data(), scratch.data(), middle, kCount);
    for (int64_t i = 0; i < kCount; ++i) {
      REQUIRE(found[static_cast<size_t>(i)] == expected(source, i / kRowSize, i % kRowSize));
    }
  }
}

// Multiplies and adds elements of two arrays of rows of one source.
void CheckRows(int64_t source_plane) {
  RowGraph rows;
  const uint32_t left = rows.AddRows(1, 1, source_plane), right = rows.AddRows(3, 1, source_plane);
  const uint32_t product = rows.Add("multiply", left, right);
  const uint32_t sum = rows.Add("add", product, left);
  CheckRuns(rows, sum, kPlanes * source_plane,
            [&](const std::vector<float>& source, int64_t row, int64_t index) {
              const auto at = static_cast<size_t>(row / kRows * source_plane +
                                                  row % kRows * kSourceRow + index);
              return source[at + 1] * source[at + 3] + source[at + 1];
            });
}

TEST_CASE("rows of a source are computed from any element on", "[plan]") {
  CheckRows(kRows * kSourceRow);
  CheckRows(kSourcePlane);
}

// Two different elements of each row, one of them the same in each plane.
TEST_CASE("rows are computed with an element of each", "[plan]") {
  RowGraph rows;
  const uint32_t row = rows.AddRows(1, 1), element = rows.AddRows(2, 0);
  const uint32_t other = rows.AddRows(5, 0, 0);
  const uint32_t product = rows.Add("multiply", row, element);
  const uint32_t difference = rows.Add("subtract", product, other);
  CheckRuns(rows, difference, kPlanes * kRows * kSourceRow,
            [](const std::vector<float>& source, int64_t number, int64_t index) {
              const auto at = static_cast<size_t>(number * kSourceRow);
              const auto in_plane = static_cast<size_t>(number % kRows * kSourceRow);
              return source[at + 1 + static_cast<size_t>(index)] * source[at + 2] -
                     source[in_plane + 5];
            });
}

// Code for AVX2 has no masks for booleans, so it computes only whole vectors.
TEST_CASE("rows of whole vectors are computed with booleans", "[plan]") {
  constexpr int64_t kSize = 104, kCount = 9 * kSize;
  TileGraph graph(kCount);
  const auto add_rows = [&](ElementType type, int64_t row, int64_t stride) {
    TileNode node;
    node.kind = TileNode::Kind::kStrided;
    node.type = type;
    node.source = type == ElementType::kI1 ? 1 : 0;
    node.loops = {{.size = kCount / kSize, .source_stride = row, .result_stride = kSize},
                  {.size = kSize, .source_stride = stride, .result_stride = 1}};
    return graph.Add(std::move(node));
  };
  const uint32_t chosen = add_rows(ElementType::kI1, kSize, 1);
  const uint32_t row = add_rows(ElementType::kF32, kSourceRow, 1);
  const uint32_t element = add_rows(ElementType::kF32, 1, 0);
  const uint32_t selected = testing::AddCompute(graph, "select", {chosen, row, element});
  graph.node(testing::AddCompute(graph, "negate", {selected})).is_output = true;
  Arena arena;
  const CompiledTiles tiles = graph.Compile(arena, {});
  CHECK(tiles.program->has_coded_rows == testing::IsCoded());
  std::vector<uint8_t> booleans(kCount);
  for (size_t i = 0; i < booleans.size(); ++i) booleans[i] = i % 7 < 3;
  std::vector<float> source(9 * kSourceRow);
  for (size_t i = 0; i < source.size(); ++i) source[i] = static_cast<float>(i % 777);
  std::vector<std::byte> scratch(tiles.program->scratch_bytes);
  // Some do not end a vector.
  for (const int64_t middle : {int64_t{0}, int64_t{40}, int64_t{43}, 3 * kSize, 4 * kSize + 101}) {
    std::vector<float> found(kCount);
    std::vector<std::byte*> pointers;
    for (const uint32_t read : tiles.reads) {
      pointers.push_back(read == 1 ? reinterpret_cast<std::byte*>(booleans.data())
                                   : reinterpret_cast<std::byte*>(source.data()));
    }
    pointers.push_back(reinterpret_cast<std::byte*>(found.data()));
    RunTiles(*tiles.program, pointers.data(), scratch.data(), 0, middle);
    RunTiles(*tiles.program, pointers.data(), scratch.data(), middle, kCount);
    for (int64_t i = 0; i < kCount; ++i) {
      const auto at = static_cast<size_t>(i);
      const int64_t number = i / kSize;
      const int64_t taken = booleans[at] != 0 ? number * kSourceRow + i % kSize : number;
      REQUIRE(found[at] == -source[static_cast<size_t>(taken)]);
    }
  }
}

TEST_CASE("rows that are not consecutive elements are loaded", "[plan]") {
  RowGraph rows;
  const uint32_t left = rows.AddRows(1, 1), right = rows.AddRows(129, -1);
  const uint32_t product = rows.Add("multiply", left, right);
  const uint32_t sum = rows.Add("add", product, left);
  rows.graph().node(sum).is_output = true;
  Arena arena;
  CHECK(!rows.graph().Compile(arena, {}).program->has_coded_rows);
}

}  // namespace
}  // namespace paddock
