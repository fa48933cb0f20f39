#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "simd/movement/testing.h"
#include "simd/reduce/monoid.h"

namespace paddock::simd {
namespace {

#ifndef __wasm__

using Bytes = std::vector<uint8_t>;

constexpr int64_t kStride = 75;

// The most significant byte of a float whose other bytes are random, and is no NaN.
uint8_t TopByte(testing::Random& random) { return random.Between(0, 1) == 0 ? 0x3F : 0xBF; }

// Zeros and infinities of both signs.
void MakeSpecial(ElementType type, uint8_t* element, testing::Random& random) {
  const size_t bytes = ByteSize(type);
  std::memset(element, 0, bytes);
  if (random.Between(0, 1) == 0) {
    element[bytes - 1] = type == ElementType::kF16 ? 0x7C : 0x7F;
    if (type == ElementType::kF32 || type == ElementType::kBF16) element[bytes - 2] = 0x80;
    if (type == ElementType::kF64) element[bytes - 2] = 0xF0;
  }
  if (random.Between(0, 1) == 0) element[bytes - 1] |= 0x80;
}

// Integers of random bits, 0 or 1 of i1, and floats near 1 or -1; some are `special`.
Bytes Elements(ElementType type, int64_t count, testing::Random& random, bool has_specials) {
  const size_t bytes = ByteSize(type);
  Bytes elements(static_cast<size_t>(count) * bytes);
  for (uint8_t& byte : elements) {
    byte = static_cast<uint8_t>(random.Between(0, IsBoolean(type) ? 1 : 255));
  }
  for (size_t i = 0; IsFloat(type) && i < elements.size(); i += bytes) {
    elements[i + bytes - 1] = TopByte(random);
    if (has_specials && random.Between(0, 9) == 0) MakeSpecial(type, &elements[i], random);
  }
  return elements;
}

// The order of docs/numerics.md, "Reductions", with `combine` on one row after the other.
Bytes Expected(const MonoidKernels& kernels, const Bytes& operand, int64_t rows, int64_t count,
               const uint8_t* init) {
  const size_t bytes = ByteSize(kernels.type);
  const auto row_at = [&](int64_t row) {
    return &operand[static_cast<size_t>(row * kStride) * bytes];
  };
  std::vector<Bytes> lanes;
  for (int64_t row = 0; row < rows; ++row) {
    if (row < kReduceLanes) {
      lanes.emplace_back(row_at(row), row_at(row) + static_cast<size_t>(count) * bytes);
    } else {
      kernels.combine(kernels.type, lanes[static_cast<size_t>(row % kReduceLanes)].data(),
                      row_at(row), count);
    }
  }
  for (size_t half = kReduceLanes / 2; half >= 1; half /= 2) {
    for (size_t i = 0; i + half < lanes.size(); ++i) {
      kernels.combine(kernels.type, lanes[i].data(), lanes[i + half].data(), count);
    }
    lanes.resize(std::min(lanes.size(), half));
  }
  if (init == nullptr) return lanes[0];
  Bytes result;
  for (int64_t i = 0; i < count; ++i) result.insert(result.end(), init, init + bytes);
  kernels.combine(kernels.type, result.data(), lanes[0].data(), count);
  return result;
}

void CheckColumns(const MonoidKernels& kernels, testing::Random& random) {
  const size_t bytes = ByteSize(kernels.type);
  for (const int64_t rows : {1, 2, 7, 15, 16, 17, 31, 33, 50}) {
    for (const int64_t count : {1, 3, 4, 8, 9, 16, 31, 32, 33, 40, 64, 70}) {
      const Bytes operand =
          Elements(kernels.type, rows * kStride, random, random.Between(0, 1) == 0);
      const Bytes init = Elements(kernels.type, 1, random, false);
      for (const uint8_t* one : {static_cast<const uint8_t*>(nullptr), init.data()}) {
        testing::GuardedBuffer result(static_cast<size_t>(count) * bytes, 1);
        kernels.reduce_columns(kernels.type, operand.data(), kStride, rows, one, result.data(),
                               count);
        const Bytes expected = Expected(kernels, operand, rows, count, one);
        INFO(Spelling(kernels.type) << " rows " << rows << " columns " << count);
        CHECK(std::memcmp(result.data(), expected.data(), expected.size()) == 0);
        CHECK(result.guards_are_whole());
      }
    }
  }
}

// As the bodies for which kIsRare holds.
bool IsRare(Monoid monoid, ElementType type) {
  if (monoid == Monoid::kXor) return true;
  if (monoid == Monoid::kAnd || monoid == Monoid::kOr) return ByteSize(type) > 1;
  const bool is_masked = monoid == Monoid::kAdd || monoid == Monoid::kMultiply;
  return is_masked && BitWidth(type) > 1 && BitWidth(type) < 8;
}

TEST_CASE("reduce_columns has the totals of rows that are combined one by one", "[simd][reduce]") {
  using enum ElementType;
  testing::ForEachTarget([] {
    testing::Random random(29);
    for (const ElementType type :
         {kI1, kI2, kI8, kUI8, kI16, kUI16, kI32, kUI32, kI64, kUI64, kBF16, kF16, kF32, kF64}) {
      for (const Monoid monoid : {Monoid::kAdd, Monoid::kMultiply, Monoid::kMinimum,
                                  Monoid::kMaximum, Monoid::kAnd, Monoid::kOr, Monoid::kXor}) {
        const MonoidKernels* const kernels = FindMonoidKernels(monoid, type);
        if (kernels == nullptr) continue;
        REQUIRE((kernels->reduce_columns == nullptr) == IsRare(monoid, type));
        if (kernels->reduce_columns == nullptr) continue;
        CheckColumns(*kernels, random);
      }
    }
    CHECK(FindMonoidKernels(Monoid::kAdd, kC64)->reduce_columns == nullptr);
  });
}

#endif

}  // namespace
}  // namespace paddock::simd
