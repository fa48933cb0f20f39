#include "simd/movement/movement_plan.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <functional>
#include <numeric>
#include <optional>
#include <vector>

#include "core/base/row_major.h"
#include "simd/movement/row_major.h"
#include "simd/movement/testing.h"

namespace paddock::simd {
namespace {

using testing::ForEachTarget;
using testing::GuardedBuffer;
using testing::Random;

using Index = std::vector<int64_t>;

int64_t CountOf(Sizes shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

Index RandomShape(Random& random, int64_t max_rank, int64_t max_size) {
  Index shape(static_cast<size_t>(random.Between(0, max_rank)));
  for (int64_t& size : shape) size = random.Between(random.Between(0, 9) == 0 ? 0 : 1, max_size);
  return shape;
}

struct Operand {
  Index shape;
  GuardedBuffer data;
};

Operand RandomOperand(Random& random, size_t width, const Index& shape) {
  Operand operand{shape, GuardedBuffer(static_cast<size_t>(CountOf(shape)) * width,
                                       static_cast<size_t>(random.Between(0, 17)))};
  operand.data.FillRandom(random);
  return operand;
}

struct Place {
  size_t operand;
  Index index;
};

// Runs the chunks of `plan` in both orders. Compares each result element with the operand element
// that `place_of` returns.
void CheckMovement(const MovementPlan& plan, size_t width, std::vector<Operand>& operands,
                   const Index& result_shape, const std::function<Place(const Index&)>& place_of) {
  const auto count = static_cast<size_t>(CountOf(result_shape));
  std::vector<uint8_t> expected(count * width);
  for (size_t i = 0; i < count; ++i) {
    const Place place = place_of(RowMajorIndex(static_cast<int64_t>(i), result_shape));
    Operand& operand = operands[place.operand];
    const auto position = static_cast<size_t>(RowMajorNumber(place.index, operand.shape));
    std::memcpy(expected.data() + i * width, operand.data.data() + position * width, width);
  }
  std::vector<const void*> addresses;
  for (Operand& operand : operands) addresses.push_back(operand.data.data());

  const int64_t chunks = ChunkCount(plan);
  for (const bool is_backward : {false, true}) {
    GuardedBuffer result(count * width, is_backward ? 5 : 1);
    for (int64_t i = 0; i < chunks; ++i) {
      RunChunk(plan, addresses, result.data(), is_backward ? chunks - 1 - i : i);
    }
    REQUIRE(std::equal(expected.begin(), expected.end(), result.data()));
    REQUIRE(result.guards_are_whole());
  }
}

size_t RandomWidth(Random& random) { return size_t{1} << random.Between(0, 4); }

TEST_CASE("transpose and reverse", "[simd][movement]") {
  ForEachTarget([] {
    Random random(12);
    for (int round = 0; round < 400; ++round) {
      const size_t width = RandomWidth(random);
      const Index shape = RandomShape(random, 5, round % 4 == 0 ? 12 : 6);
      Index permutation(shape.size());
      std::iota(permutation.begin(), permutation.end(), int64_t{0});
      for (size_t i = 1; i < shape.size(); ++i) {
        std::swap(permutation[i],
                  permutation[static_cast<size_t>(random.Between(0, static_cast<int64_t>(i)))]);
      }
      Index transposed;
      for (int64_t d : permutation) transposed.push_back(shape[static_cast<size_t>(d)]);
      std::vector<Operand> operands = {RandomOperand(random, width, shape)};
      CheckMovement(PlanElements(width, TransposedElements(RowMajorElements(shape), permutation)),
                    width, operands, transposed, [&](const Index& result_index) {
                      Index index(shape.size());
                      for (size_t d = 0; d < shape.size(); ++d) {
                        index[static_cast<size_t>(permutation[d])] = result_index[d];
                      }
                      return Place{0, index};
                    });

      Index dimensions;
      for (size_t d = 0; d < shape.size(); ++d) {
        if (random.Between(0, 1) == 1) dimensions.push_back(static_cast<int64_t>(d));
      }
      CheckMovement(PlanElements(width, ReversedElements(RowMajorElements(shape), dimensions)),
                    width, operands, shape, [&](const Index& result_index) {
                      Index index = result_index;
                      for (int64_t dimension : dimensions) {
                        const auto d = static_cast<size_t>(dimension);
                        index[d] = shape[d] - result_index[d] - 1;
                      }
                      return Place{0, index};
                    });
    }
  });
}

TEST_CASE("slice", "[simd][movement]") {
  ForEachTarget([] {
    Random random(13);
    for (int round = 0; round < 400; ++round) {
      const size_t width = RandomWidth(random);
      const Index shape = RandomShape(random, 4, 9);
      Index start;
      Index limit;
      Index strides;
      Index result_shape;
      for (int64_t size : shape) {
        start.push_back(random.Between(0, size));
        limit.push_back(random.Between(start.back(), size));
        const bool is_huge = random.Between(0, 9) == 0;
        strides.push_back(is_huge ? INT64_MAX : random.Between(1, 3));
        const int64_t length = limit.back() - start.back();
        result_shape.push_back(length / strides.back() + (length % strides.back() != 0 ? 1 : 0));
      }
      std::vector<Operand> operands = {RandomOperand(random, width, shape)};
      CheckMovement(
          PlanElements(width, SlicedElements(RowMajorElements(shape), start, limit, strides)),
          width, operands, result_shape, [&](const Index& result_index) {
            Index index(shape.size());
            for (size_t d = 0; d < shape.size(); ++d) {
              index[d] = start[d] + result_index[d] * strides[d];
            }
            return Place{0, index};
          });
    }
  });
}

TEST_CASE("concatenate", "[simd][movement]") {
  Random random(14);
  for (int round = 0; round < 300; ++round) {
    const size_t width = RandomWidth(random);
    Index shape = RandomShape(random, 4, 6);
    if (shape.empty()) shape.push_back(3);
    const auto d = static_cast<size_t>(random.Between(0, static_cast<int64_t>(shape.size()) - 1));
    std::vector<Operand> operands;
    std::vector<Index> shapes;
    Index result_shape = shape;
    result_shape[d] = 0;
    for (int64_t i = random.Between(1, 4); i > 0; --i) {
      shape[d] = random.Between(0, 5);
      result_shape[d] += shape[d];
      shapes.push_back(shape);
      operands.push_back(RandomOperand(random, width, shape));
    }
    const std::vector<Sizes> spans(shapes.begin(), shapes.end());
    CheckMovement(PlanConcatenate(width, spans, static_cast<int64_t>(d)), width, operands,
                  result_shape, [&](const Index& result_index) {
                    Place place{0, result_index};
                    while (place.index[d] >= shapes[place.operand][d]) {
                      place.index[d] -= shapes[place.operand++][d];
                    }
                    return place;
                  });
  }
}

TEST_CASE("concatenate writes long results row by row", "[simd][movement]") {
  Random random(16);
  // Rows of 5 and of 100 bytes, without gaps; and rows longer than a chunk.
  const std::vector<std::vector<Index>> cases = {{{9000, 5}, {9000, 0}, {9000, 100}},
                                                 {{2, 150000}, {2, 150000}}};
  for (const std::vector<Index>& shapes : cases) {
    std::vector<Operand> operands;
    Index result_shape = {shapes[0][0], 0};
    for (const Index& shape : shapes) {
      operands.push_back(RandomOperand(random, 1, shape));
      result_shape[1] += shape[1];
    }
    const MovementPlan plan =
        PlanConcatenate(1, std::vector<Sizes>(shapes.begin(), shapes.end()), 1);
    CHECK(ChunkCount(plan) > 1);
    CheckMovement(plan, 1, operands, result_shape, [&](const Index& result_index) {
      Place place{0, result_index};
      while (place.index[1] >= shapes[place.operand][1]) {
        place.index[1] -= shapes[place.operand++][1];
      }
      return place;
    });
  }
}

TEST_CASE("pad with negative and interior padding", "[simd][movement]") {
  Random random(15);
  for (int round = 0; round < 1000; ++round) {
    const size_t width = RandomWidth(random);
    const Index shape = RandomShape(random, 3, 6);
    Index low;
    Index high;
    Index interior;
    Index result_shape;
    for (int64_t size : shape) {
      low.push_back(random.Between(-4, 4));
      interior.push_back(random.Between(0, 3));
      const int64_t without_high =
          low.back() + size + std::max<int64_t>(size - 1, 0) * interior.back();
      high.push_back(std::max(random.Between(-4, 4), -without_high));
      result_shape.push_back(without_high + high.back());
    }
    std::vector<Operand> operands = {RandomOperand(random, width, shape),
                                     RandomOperand(random, width, {})};
    CheckMovement(
        PlanPad(width, shape, low, high, interior), width, operands, result_shape,
        [&](const Index& result_index) {
          Index index(shape.size());
          for (size_t d = 0; d < shape.size(); ++d) {
            const int64_t from_low = result_index[d] - low[d];
            index[d] = from_low / (interior[d] + 1);
            if (from_low < 0 || from_low % (interior[d] + 1) != 0 || index[d] >= shape[d]) {
              return Place{1, {}};
            }
          }
          return Place{0, index};
        });
  }
}

TEST_CASE("pad by amounts that cancel out", "[simd][movement]") {
  const Index shape = {3};
  const std::vector<uint8_t> operand = {1, 2, 3};
  const uint8_t padding = 9;
  const auto pad = [&](int64_t low, int64_t high, int64_t interior) {
    const Index lows = {low};
    const Index highs = {high};
    const Index interiors = {interior};
    const MovementPlan plan = PlanPad(1, shape, lows, highs, interiors);
    const void* operands[] = {operand.data(), &padding};
    std::vector<uint8_t> result(4, 0);
    for (int64_t chunk = 0; chunk < ChunkCount(plan); ++chunk) {
      RunChunk(plan, operands, result.data(), chunk);
    }
    return result;
  };
  using Bytes = std::vector<uint8_t>;
  CHECK(pad(INT64_MIN, INT64_MAX, 1) == Bytes{9, 9, 9, 9});
  // Elements at 0, 2^62 and 2^63; the result begins one before the second.
  CHECK(pad(1 - (int64_t{1} << 62), 2 - (int64_t{1} << 62), (int64_t{1} << 62) - 1) ==
        Bytes{9, 2, 9, 9});
}

TEST_CASE("dynamic_slice and dynamic_update_slice clamp their start", "[simd][movement]") {
  Random random(16);
  for (int round = 0; round < 300; ++round) {
    const Index shape = RandomShape(random, 4, 6);
    Index sizes;
    Index start;
    std::vector<const void*> addresses;
    for (int64_t size : shape) {
      sizes.push_back(random.Between(0, size));
      start.push_back(random.Between(-3, 8));
    }
    for (const int64_t& index : start) addresses.push_back(&index);
    const int64_t offset = ClampedStartOffset(shape, sizes, ElementType::kI64, addresses);
    const auto count = static_cast<size_t>(CountOf(shape));
    const auto slice_count = static_cast<size_t>(CountOf(sizes));
    std::vector<uint16_t> operand(count);
    for (uint16_t& x : operand) x = static_cast<uint16_t>(random.Bits());
    std::vector<uint16_t> slice(slice_count);
    std::vector<uint16_t> updated = operand;
    std::vector<uint16_t> update(slice_count, 7);
    RunStridedCopy(PlanDynamicSlice(2, shape, sizes), operand.data() + (slice_count ? offset : 0),
                   slice.data());
    RunStridedCopy(PlanDynamicUpdateSlice(2, shape, sizes), update.data(),
                   updated.data() + (slice_count ? offset : 0));
    std::vector<uint16_t> expected = operand;
    for (size_t i = 0; i < slice_count; ++i) {
      Index index = RowMajorIndex(static_cast<int64_t>(i), sizes);
      for (size_t d = 0; d < shape.size(); ++d) {
        index[d] += std::clamp<int64_t>(start[d], 0, shape[d] - sizes[d]);
      }
      const auto position = static_cast<size_t>(RowMajorNumber(index, shape));
      REQUIRE(slice[i] == operand[position]);
      expected[position] = 7;
    }
    REQUIRE(updated == expected);
  }
}

TEST_CASE("start indices are read by their type", "[simd][movement]") {
  const Index shape = {1000};
  const Index one = {1};
  const auto offset = [&](ElementType type, auto value) {
    const void* address = &value;
    return ClampedStartOffset(shape, one, type, {&address, 1});
  };
  CHECK(offset(ElementType::kI8, int8_t{-1}) == 0);
  CHECK(offset(ElementType::kUI8, uint8_t{255}) == 255);
  CHECK(offset(ElementType::kI16, int16_t{-1}) == 0);
  CHECK(offset(ElementType::kUI16, uint16_t{65535}) == 999);
  CHECK(offset(ElementType::kI32, int32_t{500}) == 500);
  CHECK(offset(ElementType::kUI32, uint32_t{0xFFFFFFFF}) == 999);
  CHECK(offset(ElementType::kI64, INT64_MIN) == 0);
  CHECK(offset(ElementType::kUI64, UINT64_MAX) == 999);
}

}  // namespace
}  // namespace paddock::simd
