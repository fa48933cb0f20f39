#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "simd/movement/testing.h"
#include "simd/reduce/monoid.h"

namespace paddock::simd {
namespace {

constexpr int64_t kColumns = 37;
constexpr int64_t kStride = 41;
constexpr int64_t kRowCount = 9;

// Numbers with zeros of both signs; in some tables also NaN and infinities of both signs.
template <class T>
std::vector<T> Table(testing::Random& random, bool has_specials) {
  std::vector<T> table(kStride * kRowCount);
  for (T& x : table) {
    x = static_cast<T>(random.Between(-2, 2)) * T{0.5};
    if (x == 0 && random.Between(0, 1) == 0) x = -x;
    if (!has_specials || random.Between(0, 40) != 0) continue;
    constexpr T kInfinity = std::numeric_limits<T>::infinity();
    const T specials[] = {std::numeric_limits<T>::quiet_NaN(), kInfinity, -kInfinity};
    x = specials[random.Between(0, 2)];
  }
  return table;
}

template <class T>
bool AreSame(const std::vector<T>& a, const std::vector<T>& b) {
  for (size_t i = 0; i < a.size(); ++i) {
    const bool are_nan = std::isnan(a[i]) && std::isnan(b[i]);
    if (!are_nan && (a[i] != b[i] || std::signbit(a[i]) != std::signbit(b[i]))) return false;
  }
  return true;
}

template <class T>
void CheckRows(ElementType type, Monoid monoid, testing::Random& random, bool has_specials) {
  const MonoidKernels& kernels = *FindMonoidKernels(monoid, type);
  if (kernels.combine_rows == nullptr) return;
  const std::vector<T> table = Table<T>(random, has_specials);
  for (int64_t rows = 0; rows < kRowCount; ++rows) {
    std::vector<T> at_once(table.begin(), table.begin() + kColumns);
    std::vector<T> one_by_one = at_once;
    kernels.combine_rows(type, at_once.data(), table.data() + kStride, kColumns, kStride, rows);
    for (int64_t row = 1; row <= rows; ++row) {
      kernels.combine(type, one_by_one.data(), table.data() + row * kStride, kColumns);
    }
    CHECK(AreSame(at_once, one_by_one));
  }
}

TEST_CASE("combine_rows combines row after row", "[simd][reduce]") {
  testing::ForEachTarget([] {
    testing::Random random(28);
    for (Monoid monoid : {Monoid::kAdd, Monoid::kMultiply, Monoid::kMinimum, Monoid::kMaximum}) {
      for (int round = 0; round < 20; ++round) {
        CheckRows<float>(ElementType::kF32, monoid, random, round % 2 == 1);
        CheckRows<double>(ElementType::kF64, monoid, random, round % 2 == 1);
      }
    }
  });
}

}  // namespace
}  // namespace paddock::simd
