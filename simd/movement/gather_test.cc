#include "simd/movement/gather.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <vector>

#include "core/base/row_major.h"
#include "simd/movement/gather_elements.h"
#include "simd/movement/index_testing.h"
#include "simd/movement/testing.h"

namespace paddock::simd {
namespace {

using testing::CountOf;
using testing::GuardedBuffer;
using testing::Index;
using testing::IndexingCase;
using testing::Random;
using testing::RandomIndexing;

GatherPlan PlanOf(const IndexingCase& c, size_t width) {
  return PlanGather(width, c.operand_shape, c.index_type, c.indices_shape,
                    {c.offset_dims, c.collapsed_slice_dims, c.operand_batching_dims,
                     c.start_indices_batching_dims, c.start_index_map, c.index_vector_dim},
                    c.slice_sizes);
}

void CheckGather(const IndexingCase& c, size_t width, Random& random) {
  GuardedBuffer operand(static_cast<size_t>(CountOf(c.operand_shape)) * width, 1);
  operand.FillRandom(random);
  GuardedBuffer indices(c.indices.size(), 3);
  std::copy(c.indices.begin(), c.indices.end(), indices.data());
  const auto count = static_cast<size_t>(CountOf(c.result_shape));
  GuardedBuffer result(count * width, 5);
  result.FillRandom(random);
  GatherPlan plan = PlanOf(c, width);
  const auto check = [&] {
    bool is_right = true;
    for (size_t i = 0; i < count; ++i) {
      const auto address = c.AddressOf(RowMajorIndex(static_cast<int64_t>(i), c.result_shape));
      Index at = address.rest;
      for (size_t d = 0; d < at.size(); ++d) {
        at[d] += std::clamp<int64_t>(address.start[d], 0, c.operand_shape[d] - c.slice_sizes[d]);
      }
      const auto from = static_cast<size_t>(RowMajorNumber(at, c.operand_shape)) * width;
      is_right &= std::memcmp(result.data() + i * width, operand.data() + from, width) == 0;
    }
    REQUIRE(is_right);
    REQUIRE(result.guards_are_whole());
  };
  const auto run = [&] {
    for (int64_t chunk = ChunkCount(plan); chunk-- > 0;) {
      RunChunk(plan, operand.data(), indices.data(), result.data(), chunk);
    }
    check();
  };
  run();
  // As for an operand of more than 4 GB.
  plan.has_short_offsets = false;
  plan.has_single_elements = false;
  result.FillRandom(random);
  run();
}

TEST_CASE("gather agrees with the specification's formula", "[simd][movement]") {
  Random random(41);
  for (int round = 0; round < 3000; ++round) {
    CheckGather(RandomIndexing(random, 6, 3), size_t{1} << random.Between(0, 4), random);
  }
}

IndexingCase RowGather(int64_t rows, int64_t row, int64_t positions, Random& random) {
  IndexingCase c;
  c.operand_shape = {rows, row};
  c.indices_shape = {positions, 1};
  c.slice_sizes = {1, row};
  c.result_shape = {positions, row};
  c.offset_dims = {1};
  c.collapsed_slice_dims = {0};
  c.start_index_map = {0};
  c.index_vector_dim = 1;
  c.index_type = ElementType::kI32;
  c.indices.resize(static_cast<size_t>(positions) * 4);
  for (size_t i = 0; i < c.indices.size(); i += 4) {
    const auto value = static_cast<int32_t>(random.Between(0, rows - 1));
    std::memcpy(c.indices.data() + i, &value, 4);
  }
  return c;
}

// Neighbours in the result come from different index vectors.
IndexingCase ColumnGather(int64_t columns, int64_t column, int64_t positions, Random& random) {
  IndexingCase c = RowGather(columns, column, positions, random);
  c.operand_shape = {column, columns};
  c.slice_sizes = {column, 1};
  c.result_shape = {column, positions};
  c.offset_dims = {0};
  c.collapsed_slice_dims = {1};
  c.start_index_map = {1};
  return c;
}

TEST_CASE("gather of many rows, of few long rows and of single elements", "[simd][movement]") {
  Random random(42);
  CheckGather(RowGather(50, 7, 20'000, random), 4, random);
  CheckGather(RowGather(3, 200'000, 2, random), 4, random);
  CheckGather(RowGather(1000, 1, 50'000, random), 2, random);

  for (int64_t bytes = 1; bytes <= 70; ++bytes) {
    CheckGather(RowGather(30, bytes, 40, random), 1, random);
  }

  CheckGather(ColumnGather(40, 300, 700, random), 4, random);
  // In several chunks of rows and of positions.
  CheckGather(ColumnGather(40, 300, 9000, random), 4, random);
  CheckGather(ColumnGather(40, 70'000, 16, random), 8, random);
}

// result[i, j] = operand[i, indices[i, j]], and its transposition, in which rows are innermost.
IndexingCase BatchedGather(bool is_transposed, ElementType index_type, Random& random) {
  constexpr int64_t kRows = 3, kWidth = 90, kCount = 700;
  IndexingCase c;
  c.operand_shape = {kRows, kWidth};
  c.indices_shape = {kRows, kCount};
  c.result_shape = {kRows, kCount};
  c.start_index_map = {1};
  if (is_transposed) {
    std::ranges::reverse(c.operand_shape);
    std::ranges::reverse(c.indices_shape);
    std::ranges::reverse(c.result_shape);
    c.start_index_map = {0};
  }
  c.collapsed_slice_dims = c.start_index_map;
  c.operand_batching_dims = {1 - c.start_index_map[0]};
  c.start_indices_batching_dims = {is_transposed ? 1 : 0};
  c.slice_sizes = {1, 1};
  c.index_vector_dim = 2;
  c.index_type = index_type;
  c.indices.resize(static_cast<size_t>(kRows * kCount) * ByteSize(index_type));
  for (uint8_t& byte : c.indices) byte = static_cast<uint8_t>(random.Between(0, 90));
  return c;
}

TEST_CASE("gather of single elements with an index for each, by row", "[simd][movement]") {
  Random random(44);
  for (const ElementType type : {ElementType::kI8, ElementType::kUI16, ElementType::kI32,
                                 ElementType::kUI32, ElementType::kI64, ElementType::kUI64}) {
    for (const size_t width : {1, 2, 4, 8, 16}) {
      CheckGather(BatchedGather(false, type, random), width, random);
      CheckGather(BatchedGather(true, type, random), width, random);
    }
  }
}

// Takes elements of a table of 200 by indices of Index, into memory of their own and, if they are
// as wide, over the indices.
template <class Index>
void CheckTakenElements(size_t width, size_t count) {
  std::vector<uint8_t> table(200 * width), expected(count * width), found(count * width);
  for (size_t i = 0; i < table.size(); ++i) table[i] = static_cast<uint8_t>(i * 37 + i / 256);
  std::vector<Index> indices(count);
  for (size_t i = 0; i < count; ++i) {
    indices[i] = static_cast<Index>((i * 7919 + 199) % 200);
    std::memcpy(&expected[i * width], &table[static_cast<size_t>(indices[i]) * width], width);
  }
  const void* const operands[] = {table.data(), indices.data()};
  const ElementwiseFunction take = FindTakeElements(width, sizeof(Index));
  take(operands, found.data(), count, nullptr);
  CHECK(found == expected);
  if (width != sizeof(Index)) return;
  take(operands, indices.data(), count, nullptr);
  CHECK(std::memcmp(indices.data(), expected.data(), expected.size()) == 0);
}

TEST_CASE("elements are taken by their numbers, of every width and count", "[simd][movement]") {
  for (const size_t width : {1, 2, 4, 8, 16}) {
    for (size_t count = 1; count < 40; ++count) {
      CheckTakenElements<int32_t>(width, count);
      CheckTakenElements<int64_t>(width, count);
    }
  }
}

TEST_CASE("gather from an operand without elements copies nothing", "[simd][movement]") {
  Random random(43);
  IndexingCase c = RowGather(5, 0, 3, random);
  CHECK(ChunkCount(PlanOf(c, 4)) == 0);
}

}  // namespace
}  // namespace paddock::simd
