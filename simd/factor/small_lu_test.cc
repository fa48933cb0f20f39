// Small matrices have the factors of one elimination after another.
#ifndef __wasm__

#include "simd/factor/small_lu.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include "hwy/aligned_allocator.h"
#include "simd/movement/testing.h"

namespace paddock::simd {
namespace {

template <class T>
struct Factors {
  std::vector<T> a;
  std::vector<int64_t> pivots;
  int64_t info = 0;
};

template <class T>
Factors<T> Expected(std::vector<T> a, int64_t rows, int64_t columns, bool is_fused) {
  Factors<T> factors;
  const auto at = [&](int64_t i, int64_t j) -> T& {
    return a[static_cast<size_t>(i * columns + j)];
  };
  for (int64_t j = 0; j < std::min(rows, columns); ++j) {
    int64_t pivot = j;
    for (int64_t i = j + 1; i < rows; ++i) {
      if (std::abs(at(i, j)) > std::abs(at(pivot, j))) pivot = i;
    }
    factors.pivots.push_back(pivot);
    for (int64_t c = 0; c < columns; ++c) std::swap(at(j, c), at(pivot, c));
    if (at(j, j) == 0) {
      if (factors.info == 0) factors.info = j + 1;
      continue;
    }
    for (int64_t i = j + 1; i < rows; ++i) {
      const T factor = at(i, j) /= at(j, j);
      for (int64_t c = j + 1; c < columns; ++c) {
        at(i, c) = is_fused ? std::fma(-factor, at(j, c), at(i, c)) : at(i, c) - factor * at(j, c);
      }
    }
  }
  factors.a = std::move(a);
  return factors;
}

// Behind the columns of a row is NaN, which must not spread.
template <class T>
void Check(const std::vector<T>& a, int64_t rows, int64_t columns, bool is_fused) {
  constexpr int64_t kStride = SmallLu<T>::kStride;
  const auto aligned = hwy::AllocateAligned<T>(static_cast<size_t>(rows * kStride));
  std::fill_n(aligned.get(), rows * kStride, std::numeric_limits<T>::quiet_NaN());
  for (int64_t i = 0; i < rows; ++i) {
    std::copy_n(a.data() + i * columns, columns, aligned.get() + i * kStride);
  }
  int64_t pivots[kMostSmallLu];
  const int64_t info = FactorSmallLu(SmallLu<T>{aligned.get(), rows, columns, is_fused}, pivots);
  const auto is_equal = [&](const Factors<T>& expected) {
    bool is_same = info == expected.info &&
                   std::ranges::equal(expected.pivots, std::span(pivots, expected.pivots.size()));
    for (int64_t i = 0; i < rows; ++i) {
      is_same = is_same && std::memcmp(aligned.get() + i * kStride, expected.a.data() + i * columns,
                                       static_cast<size_t>(columns) * sizeof(T)) == 0;
    }
    return is_same;
  };
  INFO(rows << " x " << columns << (is_fused ? ", fused" : ""));
  REQUIRE((is_equal(Expected(a, rows, columns, false)) ||
           (is_fused && is_equal(Expected(a, rows, columns, true)))));
}

template <class T>
void CheckAll() {
  testing::ForEachTarget([] {
    std::mt19937 generator(3);
    std::uniform_int_distribution<int> numbers(-64, 64);
    for (int64_t rows = 1; rows <= kMostSmallLu; ++rows) {
      for (const int64_t columns : {int64_t{1}, int64_t{7}, rows, int64_t{31}, int64_t{32}}) {
        // Some columns are zero, so that some pivots are; all numbers of a column may be equal.
        for (int kind = 0; kind < 4; ++kind) {
          std::vector<T> a(static_cast<size_t>(rows * columns));
          for (T& number : a) number = static_cast<T>(numbers(generator)) / 8;
          for (int64_t i = 0; i < rows; ++i) {
            T& number = a[static_cast<size_t>(i * columns + columns / 2)];
            if (kind == 1) number = 0;
            if (kind == 2) number = 1;
          }
          for (const bool is_fused : {false, true}) Check<T>(a, rows, columns, is_fused);
        }
      }
    }
  });
}

TEST_CASE("small matrices have the factors of one elimination after another", "[simd][factor]") {
  CheckAll<double>();
  CheckAll<float>();
}

}  // namespace
}  // namespace paddock::simd
#endif  // __wasm__
