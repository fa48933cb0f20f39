#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <vector>

#include "simd/movement/testing.h"
#include "simd/reduce/monoid.h"

namespace paddock::simd {
namespace {

// Small numbers, so that sums round and products do not overflow.
template <class T>
std::vector<T> Numbers(testing::Random& random, int64_t count) {
  std::vector<T> numbers(static_cast<size_t>(count));
  for (T& x : numbers) x = static_cast<T>(random.Between(-2000, 2000)) / T{1024};
  return numbers;
}

template <class T>
void CheckTogether(ElementType type, Monoid monoid, int64_t count, int64_t gap, int64_t rows,
                   testing::Random& random) {
  const MonoidKernels& kernels = *FindMonoidKernels(monoid, type);
  const int64_t stride = count + gap;
  const std::vector<T> operand = Numbers<T>(random, (rows - 1) * stride + count);
  std::vector<T> together(static_cast<size_t>(rows)), alone(together);
  kernels.reduce_rows(type, operand.data(), stride, count, together.data(), rows);
  for (int64_t row = 0; row < rows; ++row) {
    kernels.reduce_rows(type, operand.data() + row * stride, stride, count,
                        alone.data() + static_cast<size_t>(row), 1);
  }
  INFO("count " << count << " gap " << gap << " rows " << rows);
  REQUIRE(std::memcmp(together.data(), alone.data(), alone.size() * sizeof(T)) == 0);
}

TEST_CASE("rows that are reduced together have the bits of each alone", "[simd][reduce]") {
  testing::ForEachTarget([] {
    testing::Random random(41);
    for (Monoid monoid : {Monoid::kAdd, Monoid::kMultiply, Monoid::kMinimum, Monoid::kMaximum}) {
      for (int64_t count = 1; count <= 50; ++count) {
        for (int64_t rows : {1, 2, 15, 16, 37}) {
          const int64_t gap = random.Between(0, 1) * random.Between(0, 9);
          CheckTogether<float>(ElementType::kF32, monoid, count, gap, rows, random);
          CheckTogether<double>(ElementType::kF64, monoid, count, gap, rows, random);
          CheckTogether<int32_t>(ElementType::kI32, monoid, count, gap, rows, random);
        }
      }
    }
  });
}

}  // namespace
}  // namespace paddock::simd
