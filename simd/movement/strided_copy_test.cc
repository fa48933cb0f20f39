#include "simd/movement/strided_copy.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <numeric>
#include <vector>

#include "simd/movement/testing.h"

namespace paddock::simd {
namespace {

using testing::ForEachTarget;
using testing::GuardedBuffer;
using testing::Random;

constexpr size_t kWidths[] = {1, 2, 4, 8, 16};

// Copies element by element, as the contract states.
void CopyByContract(size_t width, const std::vector<CopyDimension>& dimensions, size_t level,
                    const uint8_t* source, uint8_t* result) {
  if (level == dimensions.size()) {
    std::memcpy(result, source, width);
    return;
  }
  const CopyDimension& d = dimensions[level];
  const auto bytes = static_cast<int64_t>(width);
  for (int64_t i = 0; i < d.size; ++i) {
    CopyByContract(width, dimensions, level + 1, source + i * d.source_stride * bytes,
                   result + i * d.result_stride * bytes);
  }
}

struct Extent {
  int64_t lowest;  // element offset of the lowest address, from the first element
  int64_t count;   // elements from lowest to highest
};

Extent ExtentOf(const std::vector<CopyDimension>& dimensions, int64_t CopyDimension::* stride) {
  int64_t low = 0;
  int64_t high = 0;
  for (const CopyDimension& d : dimensions) {
    if (d.size == 0) return {0, 0};
    const int64_t reach = (d.size - 1) * d.*stride;
    (reach < 0 ? low : high) += reach;
  }
  return {low, high - low + 1};
}

void CheckCopy(size_t width, const std::vector<CopyDimension>& dimensions, Random& random) {
  const Extent source_extent = ExtentOf(dimensions, &CopyDimension::source_stride);
  const Extent result_extent = ExtentOf(dimensions, &CopyDimension::result_stride);
  GuardedBuffer source(static_cast<size_t>(source_extent.count) * width,
                       static_cast<size_t>(random.Between(0, 17)));
  source.FillRandom(random);
  GuardedBuffer result(static_cast<size_t>(result_extent.count) * width,
                       static_cast<size_t>(random.Between(0, 17)));
  result.FillRandom(random);
  std::vector<uint8_t> expected(result.data(), result.data() + result.size());
  std::vector<uint8_t> initial = expected;
  CopyByContract(width, dimensions, 0,
                 source.data() - source_extent.lowest * static_cast<int64_t>(width),
                 expected.data() - result_extent.lowest * static_cast<int64_t>(width));

  const StridedCopyPlan plan =
      PlanStridedCopy(width, dimensions, -source_extent.lowest, -result_extent.lowest);
  RunStridedCopy(plan, source.data(), result.data());
  REQUIRE(std::equal(expected.begin(), expected.end(), result.data()));
  REQUIRE(result.guards_are_whole());
  REQUIRE(source.guards_are_whole());

  // Stopping after every chunk, and running chunks in any order, give the same result.
  std::memcpy(result.data(), initial.data(), initial.size());
  int64_t position = 0;
  int64_t calls = 0;
  while (!RunStridedCopy(plan, source.data(), result.data(), &position, 1)) ++calls;
  REQUIRE(calls <= ChunkCount(plan));
  REQUIRE(std::equal(expected.begin(), expected.end(), result.data()));
  std::memcpy(result.data(), initial.data(), initial.size());
  for (int64_t chunk = ChunkCount(plan) - 1; chunk >= 0; --chunk) {
    RunChunk(plan, source.data(), result.data(), chunk);
  }
  REQUIRE(std::equal(expected.begin(), expected.end(), result.data()));
}

// The result is dense in a random order of the loops. The source is dense in another order,
// broadcast, reversed or with gaps.
std::vector<CopyDimension> RandomDimensions(Random& random, int64_t max_rank, int64_t max_size) {
  const auto rank = static_cast<size_t>(random.Between(0, max_rank));
  std::vector<CopyDimension> dimensions(rank);
  std::vector<size_t> order(rank);
  std::iota(order.begin(), order.end(), size_t{0});
  for (CopyDimension& d : dimensions) d.size = random.Between(1, max_size);
  for (int64_t CopyDimension::* stride :
       {&CopyDimension::result_stride, &CopyDimension::source_stride}) {
    if (random.Between(0, 1) == 1) {
      for (size_t i = 1; i < rank; ++i) {
        std::swap(order[i], order[static_cast<size_t>(random.Between(0, static_cast<int64_t>(i)))]);
      }
    }
    int64_t step = 1;
    for (size_t i = rank; i-- > 0;) {
      CopyDimension& d = dimensions[order[i]];
      const bool has_gap = random.Between(0, 7) == 0;
      if (has_gap) step *= random.Between(2, 3);
      d.*stride = random.Between(0, 5) == 0 ? -step : step;
      step *= d.size;
    }
  }
  for (CopyDimension& d : dimensions) {
    if (random.Between(0, 5) == 0) d.source_stride = 0;
  }
  return dimensions;
}

TEST_CASE("strided copy agrees with its contract over random loops", "[simd][movement]") {
  ForEachTarget([] {
    Random random(1);
    for (int round = 0; round < 1500; ++round) {
      const size_t width = kWidths[random.Between(0, 4)];
      CheckCopy(width, RandomDimensions(random, 5, 6), random);
    }
    for (int round = 0; round < 300; ++round) {
      const size_t width = kWidths[random.Between(0, 4)];
      CheckCopy(width, RandomDimensions(random, 2, 150), random);
      CheckCopy(width, RandomDimensions(random, 3, 40), random);
    }
  });
}

TEST_CASE("strided copy of many dimensions", "[simd][movement]") {
  Random random(2);
  for (int round = 0; round < 50; ++round) {
    CheckCopy(kWidths[random.Between(0, 4)], RandomDimensions(random, 12, 2), random);
  }
}

TEST_CASE("transposed, interleaved and repeated copies of every small size", "[simd][movement]") {
  ForEachTarget([] {
    Random random(3);
    for (size_t width : kWidths) {
      for (int64_t rows : {1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 16, 21}) {
        for (int64_t columns : {1, 2, 3, 4, 5, 7, 15, 16, 17, 31, 33, 63, 64, 65, 130, 300}) {
          CheckCopy(width, {{rows, columns, 1}, {columns, 1, rows}}, random);
          CheckCopy(width, {{columns, rows, 1}, {rows, 1, columns}}, random);
          CheckCopy(width, {{columns, 1, rows + 1}, {rows, columns, 1}}, random);
          CheckCopy(width, {{columns, rows, 1}}, random);
          CheckCopy(width, {{rows, 0, columns}, {columns, 1, 1}}, random);
          CheckCopy(width, {{columns, 0, rows}, {rows, 1, 1}}, random);
          CheckCopy(width, {{rows, 1, columns}, {columns, 0, 1}}, random);
          CheckCopy(width, {{rows, 1, columns}, {columns, -rows, 1}}, random);
          CheckCopy(width, {{rows, columns, columns + 1}, {columns, -1, 1}}, random);
        }
      }
    }
  });
}

TEST_CASE("rows that are repeated a few times", "[simd][movement]") {
  ForEachTarget([] {
    Random random(7);
    for (const int64_t rows : {8, 9, 40}) {
      for (int64_t repeats = 2; repeats <= 9; ++repeats) {
        for (const int64_t row : {1, 3, 64}) {
          CheckCopy(4,
                    {{3, rows * row, rows * repeats * row},
                     {rows, row, repeats * row},
                     {repeats, 0, row},
                     {row, 1, 1}},
                    random);
        }
      }
    }
  });
}

TEST_CASE("strided copy of many small matrices", "[simd][movement]") {
  ForEachTarget([] {
    Random random(5);
    for (size_t width : kWidths) {
      for (int64_t rows = 2; rows <= 9; ++rows) {
        for (int64_t columns = 2; columns <= 9; ++columns) {
          const int64_t size = rows * columns;
          for (int64_t count : {15, 16, 17, 300}) {
            CheckCopy(width, {{count, size, size}, {columns, 1, rows}, {rows, columns, 1}}, random);
            CheckCopy(width,
                      {{count, size + 3, size}, {rows, columns + 1, columns}, {columns, 1, 1}},
                      random);
            CheckCopy(width, {{count, -size, size}, {rows, -columns, columns}, {columns, 0, 1}},
                      random);
          }
        }
      }
      CheckCopy(width, {{20'000, 9, 9}, {3, 1, 3}, {3, 3, 1}}, random);
      CheckCopy(width, {{128, 6, 12}, {2, 768, 6}, {6, 1, 1}}, random);
    }
  });
}

// Columns of a few elements, such as the coordinates of points, in the order that sums of them
// take.
TEST_CASE("strided copy of short runs that are beside each other in the result",
          "[simd][movement]") {
  ForEachTarget([] {
    Random random(14);
    for (const size_t width : kWidths) {
      for (const int64_t run : {1, 2, 3, 5, 8}) {
        for (const int64_t runs : {2, 5, 15, 16, 21}) {
          if (run * runs > 64) continue;
          const int64_t rows = random.Between(16, 40);
          for (const int64_t apart : {run + 1, int64_t{12}, int64_t{60}, int64_t{300}}) {
            if (apart < run) continue;
            const int64_t size = runs * run;
            CheckCopy(width, {{rows, run, size}, {runs, apart, run}, {run, 1, 1}}, random);
            CheckCopy(width,
                      {{3, 7, rows * size}, {rows, -1, size}, {runs, -apart, run}, {run, 1, 1}},
                      random);
          }
        }
      }
    }
  });
}

// Windows of pictures with their channels last, such as the operands of jnp.argmax over a pooling.
TEST_CASE("strided copy of tuples with an element of each of a few rows", "[simd][movement]") {
  ForEachTarget([] {
    Random random(12);
    for (const size_t width : kWidths) {
      for (const int64_t rows : {2, 3, 4}) {
        for (const int64_t columns : {2, 3, 4, 5}) {
          const int64_t channels = random.Between(2, 70), pictures = random.Between(1, 3);
          const int64_t beside = random.Between(1, 3), line = channels * columns * beside;
          // [pictures, rows, beside, columns, channels] to [pictures, beside, channels, rows,
          // columns]
          const int64_t size = rows * columns;
          const std::vector<CopyDimension> dimensions = {
              {pictures, rows * line, rows * line},
              {beside, columns * channels, channels * size},
              {channels, 1, size},
              {rows, line, columns},
              {columns, channels, 1}};
          CheckCopy(width, dimensions, random);
        }
      }
    }
  });
}

// Blocks of pictures with their channels last, as torch.nn.PixelUnshuffle orders them.
TEST_CASE("strided copy of tuples of three dimensions", "[simd][movement]") {
  ForEachTarget([] {
    Random random(15);
    for (const size_t width : kWidths) {
      for (const int64_t channels : {2, 3, 5}) {
        for (const int64_t high : {2, 3}) {
          for (const int64_t wide : {2, 3, 4}) {
            const int64_t blocks = random.Between(14, 40), down = random.Between(1, 3);
            const int64_t row = channels * wide, line = row * blocks;
            const int64_t size = channels * high * wide;
            CheckCopy(width,
                      {{down, high * line, blocks * size},
                       {blocks, row, size},
                       {channels, 1, high * wide},
                       {high, line, wide},
                       {wide, channels, 1}},
                      random);
            // The blocks' rows touch each other, so a permutation reaches a whole block.
            CheckCopy(width,
                      {{blocks, -size, size},
                       {channels, 1, high * wide},
                       {high, row, wide},
                       {wide, -channels, 1}},
                      random);
          }
        }
      }
    }
  });
}

TEST_CASE("strided copy of nothing writes nothing", "[simd][movement]") {
  const std::vector<CopyDimension> dimensions = {{3, 0, 0}, {0, 1, 1}};
  const StridedCopyPlan plan = PlanStridedCopy(4, dimensions);
  CHECK(ChunkCount(plan) == 0);
  CHECK(StepsOf(plan).empty());
  int64_t position = 0;
  CHECK(RunStridedCopy(plan, nullptr, nullptr, &position, 1));
}

TEST_CASE("a large copy is cut into many chunks", "[simd][movement]") {
  Random random(4);
  const std::vector<CopyDimension> row = {{3'000'000, 1, 1}};
  const std::vector<CopyDimension> reversed = {{1'000'000, -1, 1}};
  const std::vector<CopyDimension> transposed = {{1000, 1, 1000}, {1000, 1000, 1}};
  CHECK(ChunkCount(PlanStridedCopy(1, row)) >= 10);
  CheckCopy(1, row, random);
  CheckCopy(2, reversed, random);
  CheckCopy(4, transposed, random);
  CheckCopy(1, {{3, 1, 1'000'000}, {1'000'000, 3, 1}}, random);
  CheckCopy(4, {{300'000, 0, 3}, {3, 1, 1}}, random);
}

// Long tiles, whole lines, and rows whose lines share places of the first cache.
TEST_CASE("large transposes of every width", "[simd][movement]") {
  ForEachTarget([] {
    Random random(6);
    const auto transpose = [&](size_t width, int64_t rows, int64_t columns) {
      CheckCopy(width, {{rows, 1, columns}, {columns, rows, 1}}, random);
    };
    transpose(1, 2101, 2003);
    transpose(1, 1000, 5000);
    transpose(2, 1501, 1403);
    transpose(4, 1033, 1025);
    transpose(4, 2000, 512);
    transpose(4, 1030, 1024);
    transpose(8, 777, 701);
    transpose(8, 41, 13'001);
    transpose(4, 3, 400'000);
  });
}

TEST_CASE("fill writes every count at every misalignment", "[simd][movement]") {
  ForEachTarget([] {
    Random random(5);
    for (size_t width : kWidths) {
      for (int64_t count = 0; count < 300; ++count) {
        GuardedBuffer element(width, 3);
        element.FillRandom(random);
        GuardedBuffer result(width * static_cast<size_t>(count),
                             static_cast<size_t>(random.Between(0, 40)));
        Fill(result.data(), element.data(), width, count);
        bool is_filled = true;
        for (int64_t i = 0; i < count; ++i) {
          is_filled &= std::memcmp(result.data() + i * static_cast<int64_t>(width), element.data(),
                                   width) == 0;
        }
        REQUIRE(is_filled);
        REQUIRE(result.guards_are_whole());
      }
    }
  });
}

}  // namespace
}  // namespace paddock::simd
