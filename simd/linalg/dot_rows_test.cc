// Products of several rows with one have the bits of single products.
#ifndef __wasm__

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "simd/linalg/rows.h"
#include "simd/movement/testing.h"

namespace paddock::simd {
namespace {

TEST_CASE("products of rows at once are those of each row", "[simd][linalg]") {
  constexpr int64_t kStride = 37;
  testing::ForEachTarget([&] {
    std::mt19937 generator(3);
    std::uniform_real_distribution<double> distribution(-1, 1);
    for (int64_t count = 0; count <= 9; ++count) {
      for (int64_t columns = 0; columns <= kStride; ++columns) {
        // The memory ends with the last row.
        std::vector<double> rows(
            static_cast<size_t>(count == 0 ? 0 : (count - 1) * kStride + columns));
        std::vector<double> row(static_cast<size_t>(columns));
        for (double& one : rows) one = distribution(generator);
        for (double& one : row) one = generator() % 8 == 0 ? -0.0 : distribution(generator);
        if (count > 2 && columns > 2) {
          rows[kStride] = std::numeric_limits<double>::infinity();
          rows[2 * kStride + 1] = std::numeric_limits<double>::denorm_min();
        }
        std::vector<double> products(static_cast<size_t>(count));
        DotEachRow(rows.data(), kStride, count, row.data(), columns, products.data());
        for (int64_t i = 0; i < count; ++i) {
          const Row own{rows.data() + i * kStride, nullptr};
          const double expected = DotRows(own, {row.data(), nullptr}, columns, false).re;
          CHECK((std::memcmp(&products[static_cast<size_t>(i)], &expected, sizeof(double)) == 0 ||
                 (std::isnan(products[static_cast<size_t>(i)]) && std::isnan(expected))));
        }
      }
    }
  });
}

}  // namespace
}  // namespace paddock::simd
#endif  // __wasm__
