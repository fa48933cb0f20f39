// The largest number is that of a loop over the numbers.
#include "simd/linalg/largest.h"

#ifndef __wasm__

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <vector>

#include "simd/movement/testing.h"

namespace paddock::simd {
namespace {

int64_t Expected(const std::vector<float>& numbers) {
  size_t position = 0;
  for (size_t i = 1; i < numbers.size(); ++i) {
    if (std::abs(numbers[i]) > std::abs(numbers[position])) position = i;
  }
  return static_cast<int64_t>(position);
}

TEST_CASE("the first of the largest numbers is found", "[simd][linalg]") {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  // Few values, so that the largest is often there twice.
  constexpr std::array<float, 8> kValues = {0.0f, -0.0f, 1.0f, -1.0f, 2.0f, -2.0f, kInfinity, kNaN};
  testing::ForEachTarget([&] {
    std::mt19937 generator(7);
    for (size_t count = 1; count <= 70; ++count) {
      for (const size_t kinds : {1, 2, 4, 6, 7, 8}) {
        std::vector<float> numbers(count);
        for (float& one : numbers) one = kValues[generator() % kinds];
        CHECK(FindLargest(numbers.data(), static_cast<int64_t>(count)) == Expected(numbers));
        numbers[0] = kNaN;
        CHECK(FindLargest(numbers.data(), static_cast<int64_t>(count)) == 0);
      }
    }
  });
}

}  // namespace
}  // namespace paddock::simd
#endif  // __wasm__
