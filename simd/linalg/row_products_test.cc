// Products of rows have the bits of 16 sums, combined by halves.
#include "simd/linalg/row_products.h"

#ifndef __wasm__

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

#include "simd/movement/testing.h"

namespace paddock::simd {
namespace {

constexpr size_t kStride = 51;

float Expected(const float* row, const float* other, size_t columns, bool is_fused) {
  std::array<float, 16> sums{};
  for (size_t c = 0; c < columns; ++c) {
    float& sum = sums[c % 16];
    sum = is_fused ? std::fma(row[c], other[c], sum) : row[c] * other[c] + sum;
  }
  for (size_t half = 8; half > 0; half /= 2) {
    for (size_t k = 0; k < half; ++k) sums[k] += sums[k + half];
  }
  return sums[0];
}

TEST_CASE("products of rows with a row have sixteen sums", "[simd][linalg]") {
  testing::ForEachTarget([] {
    std::mt19937 generator(7);
    std::uniform_real_distribution<float> distribution(-1, 1);
    for (size_t count = 0; count <= 9; ++count) {
      for (size_t columns = 0; columns <= kStride; ++columns) {
        // The memory ends with the last row.
        std::vector<float> rows(count == 0 ? 0 : (count - 1) * kStride + columns), row(columns);
        for (float& one : rows) one = distribution(generator);
        for (float& one : row) one = distribution(generator);
        std::vector<float> products(count + 1, 5.0f);
        MultiplyRows({rows.data(), kStride, static_cast<int64_t>(count), row.data(),
                      static_cast<int64_t>(columns), products.data()});
        CHECK(products[count] == 5.0f);
        for (size_t i = 0; i < count; ++i) {
          const float* const of = rows.data() + i * kStride;
          REQUIRE((products[i] == Expected(of, row.data(), columns, false) ||
                   products[i] == Expected(of, row.data(), columns, true)));
        }
      }
    }
  });
}

}  // namespace
}  // namespace paddock::simd
#endif  // __wasm__
