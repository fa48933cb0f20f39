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

// Rows of `size` elements, each with a boolean, and a stream whose memory may be the result's.
void CheckBooleans(int64_t size, bool is_in_place) {
  constexpr int64_t kNumber = 9;
  const int64_t count = kNumber * size;
  TileGraph graph(count);
  const auto add_rows = [&](ElementType type, int64_t row, int64_t stride) {
    TileNode node;
    node.kind = TileNode::Kind::kStrided;
    node.type = type;
    node.source = type == ElementType::kI1 ? 1 : 0;
    node.loops = {{.size = kNumber, .source_stride = row, .result_stride = size},
                  {.size = size, .source_stride = stride, .result_stride = 1}};
    return graph.Add(std::move(node));
  };
  TileNode stream;
  stream.kind = TileNode::Kind::kStream;
  stream.type = ElementType::kF32;
  stream.source = 2;
  const uint32_t summand = graph.Add(std::move(stream));
  const uint32_t chosen = add_rows(ElementType::kI1, size, 1);
  const uint32_t row = add_rows(ElementType::kF32, kSourceRow, 1);
  const uint32_t element = add_rows(ElementType::kF32, 1, 0);
  const uint32_t selected = testing::AddCompute(graph, "select", {chosen, row, element});
  graph.node(testing::AddCompute(graph, "subtract", {summand, selected})).is_output = true;
  Arena arena;
  const CompiledTiles tiles = graph.Compile(arena, {});
  CHECK(tiles.program->has_coded_rows == testing::IsCoded());
  const auto elements = static_cast<size_t>(count);
  std::vector<uint8_t> booleans(elements);
  for (size_t i = 0; i < elements; ++i) booleans[i] = i % 7 < 3;
  std::vector<float> source(kNumber * kSourceRow), summands(elements);
  for (size_t i = 0; i < source.size(); ++i) source[i] = static_cast<float>(i % 777);
  for (size_t i = 0; i < elements; ++i) summands[i] = static_cast<float>(i % 1013);
  std::vector<std::byte> scratch(tiles.program->scratch_bytes);
  // Some do not end a vector, and some leave less than one.
  for (const int64_t middle :
       {int64_t{0}, int64_t{3}, int64_t{40}, int64_t{43}, 3 * size, 5 * size - 2}) {
    std::vector<float> found(elements), changed = summands;
    float* const result = is_in_place ? changed.data() : found.data();
    const void* const sources[] = {source.data(), booleans.data(), changed.data()};
    std::vector<std::byte*> pointers;
    for (const uint32_t read : tiles.reads) {
      pointers.push_back(static_cast<std::byte*>(const_cast<void*>(sources[read])));
    }
    pointers.push_back(reinterpret_cast<std::byte*>(result));
    RunTiles(*tiles.program, pointers.data(), scratch.data(), 0, middle);
    RunTiles(*tiles.program, pointers.data(), scratch.data(), middle, count);
    for (int64_t i = 0; i < count; ++i) {
      const auto at = static_cast<size_t>(i);
      const int64_t number = i / size;
      const int64_t taken = booleans[at] != 0 ? number * kSourceRow + i % size : number;
      REQUIRE(result[at] == summands[at] - source[static_cast<size_t>(taken)]);
    }
  }
}

// Code for AVX2 has no masks for booleans, so the last vector of a row overlaps the one before it.
TEST_CASE("rows of any size are computed with booleans", "[plan]") {
  for (const int64_t size : {104, 128, 129, 130}) {
    CheckBooleans(size, false);
    CheckBooleans(size, true);
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
