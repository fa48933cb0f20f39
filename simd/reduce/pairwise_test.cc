#include "simd/reduce/pairwise.h"

#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <string>
#include <vector>

#include "simd/movement/testing.h"

namespace paddock::simd {
namespace {

using testing::Random;

// The tree as brackets.
std::string TreeOf(std::vector<std::string> level) {
  while (level.size() > 1) {
    std::vector<std::string> next;
    for (size_t i = 0; i + 1 < level.size(); i += 2) {
      next.push_back("(" + level[i] + " " + level[i + 1] + ")");
    }
    if (level.size() % 2 != 0) next.push_back(level.back());
    level = next;
  }
  return level[0];
}

TEST_CASE("pairwise batches build the tree of adjacent pairs", "[simd][reduce]") {
  for (int64_t count = 1; count <= 70; ++count) {
    for (int64_t max_pairs : {1, 2, 5, 100}) {
      const PairwiseShape shape{count, 1};
      std::vector<std::string> rows;
      for (int64_t i = 0; i < count; ++i) rows.push_back(std::to_string(i));
      const std::string expected = TreeOf(rows);
      int64_t position = 0;
      while (position < PairCount(shape)) {
        const PairBatch batch = PairBatchAt(shape, position, max_pairs);
        REQUIRE(batch.pairs >= 1);
        REQUIRE(batch.pairs <= max_pairs);
        const std::vector<std::string> read = rows;
        for (int64_t i = batch.first; i < batch.first + batch.pairs; ++i) {
          const auto at = static_cast<size_t>(i);
          rows[at] = "(" + read[2 * at] + " " + read[2 * at + 1] + ")";
        }
        if (batch.carried_from >= 0) {
          rows[static_cast<size_t>(batch.carried_to)] =
              rows[static_cast<size_t>(batch.carried_from)];
        }
        position += batch.pairs;
      }
      REQUIRE(rows[0] == expected);
    }
  }
}

TEST_CASE("operands are arranged with one row for each reduced element", "[simd][reduce]") {
  const std::vector<int64_t> shape = {2, 3, 4};
  const std::vector<int64_t> dimensions = {2, 0};
  const PairwiseShape pairwise = PairwiseShapeOf(shape, dimensions);
  REQUIRE(pairwise.count == 8);
  REQUIRE(pairwise.kept == 3);
  std::vector<uint16_t> operand(24);
  for (size_t i = 0; i < operand.size(); ++i) operand[i] = static_cast<uint16_t>(i);
  std::vector<uint16_t> rows(24);
  RunStridedCopy(PlanArrange(2, shape, dimensions), operand.data(), rows.data());
  for (size_t a = 0; a < 2; ++a) {
    for (size_t b = 0; b < 3; ++b) {
      for (size_t c = 0; c < 4; ++c) CHECK(rows[(a * 4 + c) * 3 + b] == a * 12 + b * 4 + c);
    }
  }
  const std::vector<int64_t> empty = {0, 1LL << 40, 1LL << 40};
  const std::vector<int64_t> first = {0};
  CHECK(PairwiseShapeOf(empty, first).count == 0);
  CHECK(ChunkCount(PlanArrange(2, empty, first)) == 0);
}

TEST_CASE("pairs are split into left and right rows", "[simd][reduce]") {
  Random random(31);
  for (size_t width : {1, 2, 4, 8, 16}) {
    for (int64_t kept : {1, 2, 3, 4, 8, 9, 40}) {
      for (int64_t pairs : {0, 1, 2, 15, 16, 33, 100}) {
        const size_t row = width * static_cast<size_t>(kept);
        const auto count = static_cast<size_t>(pairs);
        std::vector<uint8_t> rows(2 * count * row);
        for (uint8_t& byte : rows) byte = static_cast<uint8_t>(random.Bits());
        std::vector<uint8_t> left(count * row + 1, 0xA5);
        std::vector<uint8_t> right(count * row + 1, 0xA5);
        SplitPairs(width, kept, pairs, rows.data(), left.data(), right.data());
        bool is_right = left.back() == 0xA5 && right.back() == 0xA5;
        for (size_t i = 0; i < count; ++i) {
          is_right &= std::memcmp(left.data() + i * row, rows.data() + 2 * i * row, row) == 0;
          is_right &=
              std::memcmp(right.data() + i * row, rows.data() + (2 * i + 1) * row, row) == 0;
        }
        REQUIRE(is_right);
      }
    }
  }
}

}  // namespace
}  // namespace paddock::simd
