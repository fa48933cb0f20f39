#include "simd/reduce/scatter.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <set>
#include <vector>

#include "core/base/row_major.h"
#include "simd/movement/index_testing.h"
#include "simd/movement/testing.h"
#include "simd/reduce/scalar_body.h"

namespace paddock::simd {
namespace {

using testing::ApplyBody;
using testing::CountOf;
using testing::Element;
using testing::GuardedBuffer;
using testing::Index;
using testing::IndexingCase;
using testing::IsSame;
using testing::LoadElement;
using testing::Random;
using testing::RandomElement;
using testing::RandomIndexing;

ScatterPlan PlanOf(const IndexingCase& c, size_t width) {
  return PlanScatter(width, c.operand_shape, c.index_type, c.indices_shape, c.result_shape,
                     {c.offset_dims, c.collapsed_slice_dims, c.operand_batching_dims,
                      c.start_indices_batching_dims, c.start_index_map, c.index_vector_dim});
}

struct Pair {
  int64_t target;
  int64_t source;
  bool operator==(const Pair&) const = default;
};

// All updates inside the operand, in row-major order, by the specification's formula.
std::vector<Pair> PairsOf(const IndexingCase& c) {
  std::vector<Pair> pairs;
  const int64_t count = CountOf(c.result_shape);
  for (int64_t i = 0; i < count; ++i) {
    const auto address = c.AddressOf(RowMajorIndex(i, c.result_shape));
    Index at = address.rest;
    bool is_inside = true;
    for (size_t d = 0; d < at.size(); ++d) {
      // Added as unsigned: a start may be any number.
      at[d] = static_cast<int64_t>(static_cast<uint64_t>(at[d]) +
                                   static_cast<uint64_t>(address.start[d]));
      is_inside &= at[d] >= 0 && at[d] < c.operand_shape[d];
    }
    if (is_inside) pairs.push_back({RowMajorNumber(at, c.operand_shape), i});
  }
  return pairs;
}

GuardedBuffer RandomTensor(ElementType type, const Index& shape, Random& random) {
  const size_t bytes = ByteSize(type);
  const auto count = static_cast<size_t>(CountOf(shape));
  GuardedBuffer buffer(count * bytes, static_cast<size_t>(random.Between(0, 9)));
  for (size_t i = 0; i < count; ++i) {
    std::memcpy(buffer.data() + i * bytes, RandomElement(type, random).data(), bytes);
  }
  return buffer;
}

// `monoid` null: replace.
void CheckScatter(const IndexingCase& c, ElementType type, const Monoid* monoid, Random& random) {
  const auto bytes = static_cast<int64_t>(ByteSize(type));
  GuardedBuffer result = RandomTensor(type, c.operand_shape, random);
  GuardedBuffer updates = RandomTensor(type, c.result_shape, random);
  std::vector<Element> expected;
  for (int64_t i = 0; i < CountOf(c.operand_shape); ++i) {
    expected.push_back(LoadElement(type, result.data() + i * bytes));
  }
  for (const Pair& pair : PairsOf(c)) {
    Element& cell = expected[static_cast<size_t>(pair.target)];
    const Element update = LoadElement(type, updates.data() + pair.source * bytes);
    cell = monoid == nullptr ? update : ApplyBody(type, *monoid, cell, update);
  }
  const MonoidKernels* kernels = monoid == nullptr ? nullptr : FindMonoidKernels(*monoid, type);
  const ScatterPlan plan = PlanOf(c, static_cast<size_t>(bytes));
  int64_t position = 0;
  while (
      !RunScatter(plan, kernels, result.data(), c.indices.data(), updates.data(), &position, 1)) {
  }
  bool is_right = true;
  for (size_t i = 0; i < expected.size(); ++i) {
    const auto at = static_cast<int64_t>(i) * bytes;
    is_right &= IsSame(type, expected[i], LoadElement(type, result.data() + at));
  }
  REQUIRE(is_right);
  REQUIRE(result.guards_are_whole());
}

void CheckPairs(const IndexingCase& c, size_t block_size) {
  const ScatterPlan plan = PlanOf(c, 4);
  std::vector<int64_t> targets(block_size);
  std::vector<int64_t> sources(block_size);
  ScatterConflicts conflicts;
  std::vector<Pair> pairs;
  int64_t position = 0;
  while (position < EndOfScatter(plan)) {
    const ScatterPairs block =
        NextScatterPairs(plan, c.indices.data(), position, targets, sources, conflicts);
    REQUIRE(block.position > position);
    position = block.position;
    const std::set<int64_t> distinct(targets.begin(),
                                     targets.begin() + static_cast<std::ptrdiff_t>(block.count));
    REQUIRE(distinct.size() == block.count);
    for (size_t i = 0; i < block.count; ++i) pairs.push_back({targets[i], sources[i]});
  }
  REQUIRE(pairs == PairsOf(c));
}

TEST_CASE("scatter agrees with the specification's formula", "[simd][reduce]") {
  Random random(51);
  constexpr ElementType kTypes[] = {ElementType::kI8,  ElementType::kBF16, ElementType::kF32,
                                    ElementType::kF64, ElementType::kC128, ElementType::kUI4,
                                    ElementType::kI1,  ElementType::kC64};
  constexpr Monoid kMonoids[] = {Monoid::kAdd, Monoid::kMultiply, Monoid::kMinimum,
                                 Monoid::kMaximum};
  for (int round = 0; round < 1000; ++round) {
    const IndexingCase c = RandomIndexing(random, round % 3 == 0 ? 20 : 5, 3);
    const int64_t monoid = random.Between(-1, 3);
    CheckScatter(c, kTypes[random.Between(0, 7)], monoid < 0 ? nullptr : &kMonoids[monoid], random);
    CheckPairs(c, static_cast<size_t>(random.Between(1, 20)));
    CheckPairs(c, kMaxScatterPairs);
  }
}

// Elements of a vector, or of the rows of a matrix, some outside and some in runs.
TEST_CASE("scatter of elements by indices that are consecutive in memory", "[simd][reduce]") {
  Random random(54);
  constexpr ElementType kIndices[] = {ElementType::kI32, ElementType::kUI32, ElementType::kI64,
                                      ElementType::kI16};
  constexpr ElementType kTypes[] = {ElementType::kF32, ElementType::kI8,  ElementType::kC128,
                                    ElementType::kF64, ElementType::kF16, ElementType::kI32};
  constexpr Monoid kMonoids[] = {Monoid::kAdd, Monoid::kMinimum, Monoid::kMaximum};
  for (int round = 0; round < 96; ++round) {
    IndexingCase c;
    const bool has_rows = round % 2 == 1;
    const int64_t count = round < 72 ? 700 : 4501, size = 40;
    c.operand_shape = has_rows ? Index{3, size} : Index{size};
    c.indices_shape = has_rows ? Index{3, count, 1} : Index{count, 1};
    c.result_shape = has_rows ? Index{3, count} : Index{count};
    c.slice_sizes = has_rows ? Index{1, 1} : Index{1};
    c.index_vector_dim = has_rows ? 2 : 1;
    if (has_rows) {
      c.operand_batching_dims = c.start_indices_batching_dims = {0};
      c.collapsed_slice_dims = c.start_index_map = {1};
    } else {
      c.collapsed_slice_dims = c.start_index_map = {0};
    }
    c.index_type = kIndices[round % 4];
    const size_t bytes = ByteSize(c.index_type);
    const int64_t outside = round % 3;
    int64_t index = 0;
    for (int64_t i = 0; i < CountOf(c.result_shape); ++i) {
      if (i % 500 < 250 || i % 20 == 0) index = random.Between(-outside, size - 1 + outside);
      const auto* const from = reinterpret_cast<const uint8_t*>(&index);
      c.indices.insert(c.indices.end(), from, from + bytes);
    }
    const int64_t monoid = random.Between(-1, 2);
    CheckScatter(c, kTypes[round % 6], monoid < 0 ? nullptr : &kMonoids[monoid], random);
  }
}

// Elements of a matrix, some outside. The components of an index vector are neighbours, or apart.
TEST_CASE("scatter of elements by pairs of indices", "[simd][reduce]") {
  Random random(55);
  constexpr ElementType kTypes[] = {ElementType::kF32, ElementType::kI32, ElementType::kUI32,
                                    ElementType::kF64};
  constexpr Monoid kMonoids[] = {Monoid::kAdd, Monoid::kMaximum};
  for (int round = 0; round < 48; ++round) {
    IndexingCase c;
    const bool are_apart = round % 2 == 1;
    const int64_t count = 600, rows = 9, columns = 7;
    c.operand_shape = {rows, columns};
    c.indices_shape = are_apart ? Index{2, count} : Index{count, 2};
    c.index_vector_dim = are_apart ? 0 : 1;
    c.result_shape = {count};
    c.slice_sizes = {1, 1};
    c.collapsed_slice_dims = {0, 1};
    c.start_index_map = round % 4 < 2 ? Index{0, 1} : Index{1, 0};
    c.index_type = round % 5 == 4 ? ElementType::kI64 : ElementType::kI32;
    const int64_t outside = round % 3;
    for (int64_t i = 0; i < 2 * count; ++i) {
      const auto component = static_cast<size_t>(are_apart ? i / count : i % 2);
      const int64_t size = c.operand_shape[static_cast<size_t>(c.start_index_map[component])];
      const bool is_any = outside > 0 && i % 400 < 3;
      const int64_t index =
          is_any ? random.Between(-outside, size + outside) : random.Between(0, size - 1);
      const auto* const from = reinterpret_cast<const uint8_t*>(&index);
      c.indices.insert(c.indices.end(), from, from + ByteSize(c.index_type));
    }
    CheckScatter(c, kTypes[random.Between(0, 3)], &kMonoids[random.Between(0, 1)], random);
  }
}

// Short rows and windows of several rows, more than are found at once; some are outside in part.
TEST_CASE("scatter of many windows of contiguous rows", "[simd][reduce]") {
  Random random(55);
  constexpr ElementType kTypes[] = {ElementType::kF32, ElementType::kI8, ElementType::kC64,
                                    ElementType::kBF16, ElementType::kF64};
  constexpr Monoid kMonoids[] = {Monoid::kAdd, Monoid::kMultiply, Monoid::kMaximum};
  for (int round = 0; round < 120; ++round) {
    const int64_t width = random.Between(1, 20), rows = random.Between(1, 12);
    const int64_t height = random.Between(1, rows), count = random.Between(1, 600);
    const bool moves_columns = round % 3 == 0;
    const int64_t columns = moves_columns ? width + random.Between(0, 5) : width;
    IndexingCase c;
    c.operand_shape = {rows, columns};
    c.result_shape = {count, height, width};
    c.slice_sizes = {height, width};
    c.offset_dims = {1, 2};
    c.start_index_map = moves_columns ? Index{0, 1} : Index{0};
    c.indices_shape = {count, moves_columns ? 2 : 1};
    c.index_vector_dim = 1;
    c.index_type = ElementType::kI32;
    const int64_t outside = random.Between(0, 3) * random.Between(0, 1);
    for (int64_t i = 0; i < count; ++i) {
      const int64_t lowest = i % 300 < 280 ? 0 : -outside;
      int32_t start[] = {static_cast<int32_t>(random.Between(lowest, rows - height - lowest)),
                         static_cast<int32_t>(random.Between(lowest, columns - width - lowest))};
      const auto* const from = reinterpret_cast<const uint8_t*>(start);
      c.indices.insert(c.indices.end(), from, from + (moves_columns ? 8 : 4));
    }
    const int64_t monoid = random.Between(-1, 2);
    CheckScatter(c, kTypes[round % 5], monoid < 0 ? nullptr : &kMonoids[monoid], random);
  }
}

TEST_CASE("scatter of a window that is split into steps", "[simd][reduce]") {
  Random random(52);
  IndexingCase c;
  c.operand_shape = {200'000};
  c.indices_shape = {3, 1};
  c.index_vector_dim = 1;
  c.slice_sizes = {150'000};
  c.result_shape = {3, 150'000};
  c.offset_dims = {1};
  c.start_index_map = {0};
  c.index_type = ElementType::kI32;
  for (const int32_t middle : {10, -100'000, 120'000, -150'000, 200'000}) {
    const int32_t starts[] = {-1, middle, 50'001};
    c.indices.resize(sizeof(starts));
    std::memcpy(c.indices.data(), starts, sizeof(starts));
    const Monoid add = Monoid::kAdd;
    CheckScatter(c, ElementType::kF32, &add, random);
    CheckScatter(c, ElementType::kI8, nullptr, random);
    CheckPairs(c, kMaxScatterPairs);
  }
  // More rows than a step has.
  c.operand_shape = {400, 500};
  c.slice_sizes = {300, 400};
  c.result_shape = {3, 300, 400};
  c.offset_dims = {1, 2};
  c.start_index_map = {1, 0};
  c.indices_shape = {3, 2};
  const int32_t starts[] = {-7, 390, 100, 100, 499, -299};
  c.indices.resize(sizeof(starts));
  std::memcpy(c.indices.data(), starts, sizeof(starts));
  const Monoid add = Monoid::kAdd;
  CheckScatter(c, ElementType::kF32, &add, random);
  CheckPairs(c, kMaxScatterPairs);
}

TEST_CASE("scatter stops between chunks", "[simd][reduce]") {
  IndexingCase c;
  c.operand_shape = {10};
  c.indices_shape = {100'000, 1};
  c.index_vector_dim = 1;
  c.slice_sizes = {1};
  c.result_shape = {100'000};
  c.collapsed_slice_dims = {0};
  c.start_index_map = {0};
  c.index_type = ElementType::kUI8;
  for (size_t i = 0; i < 100'000; ++i) c.indices.push_back(static_cast<uint8_t>(i * i % 11));
  const ScatterPlan plan = PlanOf(c, 4);
  std::vector<int32_t> result(10, 0);
  const std::vector<int32_t> updates(100'000, 1);
  const MonoidKernels* add = FindMonoidKernels(Monoid::kAdd, ElementType::kI32);
  int64_t position = 0;
  int64_t stops = 0;
  while (!RunScatter(plan, add, result.data(), c.indices.data(), updates.data(), &position, 1)) {
    ++stops;
  }
  CHECK(stops >= 5);
  std::vector<int32_t> expected(10, 0);
  for (uint8_t index : c.indices) {
    if (index < 10) ++expected[index];
  }
  CHECK(result == expected);
  CheckPairs(c, kMaxScatterPairs);
}

}  // namespace
}  // namespace paddock::simd
