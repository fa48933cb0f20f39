// Blocks of rows have the bits of one subtraction after another.
#include "simd/linalg/row_blocks.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "simd/movement/testing.h"

namespace paddock::simd {
namespace {

constexpr int64_t kStride = 45;

template <class T>
std::vector<T> RandomNumbers(size_t count, uint32_t seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<T> distribution(-1, 1);
  std::vector<T> numbers(count);
  for (T& number : numbers) number = distribution(generator);
  return numbers;
}

// Fused, the bits are those with or without fusing, as the target does.
template <class T>
void CheckBlock(int64_t targets, int64_t count, int64_t columns, bool is_turned, bool is_fused) {
  std::vector<T> found = RandomNumbers<T>(static_cast<size_t>(targets * kStride), 1);
  const auto rows = RandomNumbers<T>(static_cast<size_t>(count * kStride), 2);
  const auto factors = RandomNumbers<T>(static_cast<size_t>(targets * count), 3);
  const int64_t factor_stride = is_turned ? 1 : count, factor_step = is_turned ? targets : 1;
  std::vector<T> expected = found, fused = found;
  for (int64_t t = 0; t < targets; ++t) {
    for (int64_t c = 0; c < columns; ++c) {
      const auto at = static_cast<size_t>(t * kStride + c);
      for (int64_t k = 0; k < count; ++k) {
        const T factor = factors[static_cast<size_t>(t * factor_stride + k * factor_step)];
        const T row = rows[static_cast<size_t>(k * kStride + c)];
        expected[at] = expected[at] - factor * row;
        fused[at] = std::fma(-factor, row, fused[at]);
      }
    }
  }
  SubtractBlock(RowBlockOf<T>{found.data(), kStride, targets, rows.data(), kStride, count,
                              factors.data(), factor_stride, factor_step, columns, is_fused});
  INFO(targets << " targets, " << count << " rows, " << columns << " columns");
  // Elements behind the columns are unchanged too.
  const auto is_equal = [&](const std::vector<T>& other) {
    return found.empty() || std::memcmp(found.data(), other.data(), found.size() * sizeof(T)) == 0;
  };
  REQUIRE((is_equal(expected) || (is_fused && is_equal(fused))));
}

template <class T>
void CheckBlocks() {
  testing::ForEachTarget([] {
    for (int64_t targets = 0; targets <= 9; ++targets) {
      for (int64_t columns = 0; columns <= kStride; columns += targets < 2 ? 1 : 4) {
        for (const bool is_fused : {false, true}) {
          CheckBlock<T>(targets, columns % 7, columns, columns % 2 == 0, is_fused);
        }
      }
    }
    for (const bool is_fused : {false, true}) CheckBlock<T>(6, 40, 45, true, is_fused);
  });
}

TEST_CASE("a block of rows has the bits of one subtraction after another", "[simd][linalg]") {
  CheckBlocks<double>();
#ifndef __wasm__
  CheckBlocks<float>();
#endif
}

}  // namespace
}  // namespace paddock::simd
