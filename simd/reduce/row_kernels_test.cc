#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <type_traits>
#include <vector>

#include "simd/movement/testing.h"
#include "simd/reduce/monoid.h"
#include "simd/reduce/reduce.h"

namespace paddock::simd {
namespace {

// Small floats, so that sums round and products do not overflow, or integers.
template <class T>
std::vector<T> Numbers(testing::Random& random, int64_t count) {
  std::vector<T> numbers(static_cast<size_t>(count));
  for (T& x : numbers) {
    const int64_t number = random.Between(-40000, 40000);
    if constexpr (std::is_integral_v<T>) {
      x = static_cast<T>(number);
    } else {
      x = static_cast<T>(number % 2000) / T{1024};
    }
  }
  return numbers;
}

// The total of a row by its definition: elements in 16 lanes, which are combined by halves.
template <class T>
T TotalOf(const MonoidKernels& kernels, ElementType type, const T* row, int64_t count) {
  std::vector<T> lanes(row, row + std::min(count, kReduceLanes));
  for (int64_t i = kReduceLanes; i < count; ++i) {
    kernels.combine(type, &lanes[static_cast<size_t>(i % kReduceLanes)], row + i, 1);
  }
  for (size_t half = static_cast<size_t>(kReduceLanes) / 2; half >= 1; half /= 2) {
    for (size_t i = 0; i + half < lanes.size(); ++i) {
      kernels.combine(type, &lanes[i], &lanes[i + half], 1);
    }
    lanes.resize(std::min(lanes.size(), half));
  }
  return lanes[0];
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
    alone[static_cast<size_t>(row)] = TotalOf(kernels, type, operand.data() + row * stride, count);
  }
  INFO("count " << count << " gap " << gap << " rows " << rows);
  REQUIRE(std::memcmp(together.data(), alone.data(), alone.size() * sizeof(T)) == 0);
}

TEST_CASE("rows that are reduced together have the bits of their definition", "[simd][reduce]") {
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

// The order does not matter, so single rows, which have other code, and sanitizers decide.
TEST_CASE("rows of narrow integers have the bits of each alone", "[simd][reduce]") {
  testing::ForEachTarget([] {
    testing::Random random(43);
    for (Monoid monoid : {Monoid::kAdd, Monoid::kMultiply, Monoid::kMinimum, Monoid::kMaximum,
                          Monoid::kAnd, Monoid::kOr, Monoid::kXor}) {
      for (int64_t count = 1; count <= 200; count += count < 70 ? 1 : 13) {
        for (int64_t rows : {15, 16, 70, 150}) {
          const int64_t gap = random.Between(0, 1) * random.Between(0, 9);
          CheckTogether<int8_t>(ElementType::kI8, monoid, count, gap, rows, random);
          CheckTogether<uint8_t>(ElementType::kUI8, monoid, count, gap, rows, random);
          CheckTogether<int16_t>(ElementType::kI16, monoid, count, gap, rows, random);
          CheckTogether<uint16_t>(ElementType::kUI16, monoid, count, gap, rows, random);
        }
      }
    }
  });
}

TEST_CASE("maxima of rows select among zeros, infinities and several NaNs", "[simd][reduce]") {
  constexpr uint32_t kBits[] = {0x80000000, 0x80000000, 0x00000000, 0xBF800000, 0xFF800000,
                                0x7F800000, 0x7FC00001, 0xFFC00002, 0x7FC00003, 0x3F800000};
  const MonoidKernels& kernels = *FindMonoidKernels(Monoid::kMaximum, ElementType::kF32);
  testing::Random random(5);
  constexpr int64_t kRows = 11;
  for (int64_t count = 1; count < 70; ++count) {
    for (const int64_t kinds : {1, 3, 5, 6, 10}) {
      std::vector<float> operand(static_cast<size_t>(kRows * count));
      for (float& x : operand) {
        const bool is_negative = random.Between(0, 3) != 0;
        const uint32_t bits = is_negative ? 0xC0000000 : kBits[random.Between(0, kinds - 1)];
        std::memcpy(&x, &bits, sizeof(x));
      }
      std::vector<float> together(kRows), alone(kRows);
      kernels.reduce_rows(ElementType::kF32, operand.data(), count, count, together.data(), kRows);
      for (int64_t row = 0; row < kRows; ++row) {
        const float* const from = operand.data() + row * count;
        alone[static_cast<size_t>(row)] = TotalOf(kernels, ElementType::kF32, from, count);
      }
      INFO("count " << count << " kinds " << kinds);
      REQUIRE(std::memcmp(together.data(), alone.data(), kRows * sizeof(float)) == 0);
    }
  }
}

// Rows of one NaN at most: the payload of several is the first one's in their own order.
TEST_CASE("extremes of floats of 16 bits select among zeros, infinities and a NaN",
          "[simd][reduce]") {
  testing::ForEachTarget([] {
    testing::Random random(6);
    constexpr int64_t kRows = 3;
    for (const ElementType type : {ElementType::kBF16, ElementType::kF16}) {
      const uint16_t infinity = type == ElementType::kBF16 ? 0x7F80 : 0x7C00;
      const uint16_t quiet = type == ElementType::kBF16 ? 0x7FC0 : 0x7E00;
      const uint16_t kinds[] = {0x8000,
                                0x0000,
                                infinity,
                                static_cast<uint16_t>(0x8000 | infinity),
                                static_cast<uint16_t>(0x8001 | quiet),
                                quiet};
      for (const Monoid monoid : {Monoid::kMinimum, Monoid::kMaximum}) {
        const MonoidKernels& kernels = *FindMonoidKernels(monoid, type);
        for (int64_t count = 2; count <= 300; count += count < 70 ? 1 : 23) {
          std::vector<uint16_t> operand(static_cast<size_t>(kRows * count));
          const int64_t sign = random.Between(0, 2);
          for (uint16_t& x : operand) {
            x = static_cast<uint16_t>(random.Between(0, infinity));
            if (sign == 0 || random.Between(0, sign) == 0) x |= 0x8000;
            if (random.Between(0, 30) == 0) x = kinds[random.Between(0, 3)];
          }
          const auto somewhere = static_cast<size_t>(random.Between(0, kRows * count - 1));
          operand[somewhere] = kinds[random.Between(0, 5)];
          std::vector<uint16_t> rows(kRows), alone(kRows);
          kernels.reduce_rows(type, operand.data(), count, count, rows.data(), kRows);
          for (int64_t row = 0; row < kRows; ++row) {
            const uint16_t* const from = operand.data() + row * count;
            alone[static_cast<size_t>(row)] = TotalOf(kernels, type, from, count);
          }
          INFO(Spelling(type) << " count " << count);
          REQUIRE(rows == alone);
          // Groups of lanes, and rows below each other.
          const int64_t groups = kRows * count / kReduceLanes;
          std::vector<uint16_t> lanes(static_cast<size_t>(kReduceLanes), 0x3C00), expected(lanes);
          kernels.accumulate(type, lanes.data(), operand.data(), groups);
          for (int64_t i = 0; i < groups * kReduceLanes; ++i) {
            kernels.combine(type, &expected[static_cast<size_t>(i % kReduceLanes)],
                            &operand[static_cast<size_t>(i)], 1);
          }
          REQUIRE(TotalOf(kernels, type, lanes.data(), kReduceLanes) ==
                  TotalOf(kernels, type, expected.data(), kReduceLanes));
        }
      }
    }
  });
}

}  // namespace
}  // namespace paddock::simd
