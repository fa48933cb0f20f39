#include "simd/movement/iota.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "simd/movement/testing.h"

namespace paddock::simd {
namespace {

using testing::GuardedBuffer;

// The value of a small float, from the definition in core/types/element_type.h.
double Decode(ElementType type, uint32_t bits) {
  const SmallFloatFormat format = FormatOf(type);
  const uint32_t mantissa = bits & ((1u << format.mantissa_bits) - 1);
  const int exponent =
      static_cast<int>((bits >> format.mantissa_bits) & ((1u << format.exponent_bits) - 1));
  if (type == ElementType::kF8E8M0FNU) return std::ldexp(1.0, exponent - format.bias);
  const double scale = std::ldexp(1.0, -format.mantissa_bits);
  if (exponent == 0) return std::ldexp(mantissa * scale, 1 - format.bias);
  return std::ldexp(1 + mantissa * scale, exponent - format.bias);
}

std::vector<uint8_t> RunAll(ElementType type, const std::vector<int64_t>& shape, int64_t dimension,
                            int64_t work_budget = 1) {
  size_t bytes = ByteSize(type);
  for (int64_t size : shape) bytes *= static_cast<size_t>(size);
  GuardedBuffer result(bytes, 3);
  const IotaPlan plan = PlanIota(type, shape, dimension);
  int64_t position = 0;
  while (!RunIota(plan, result.data(), &position, work_budget)) {
  }
  REQUIRE(result.guards_are_whole());
  return {result.data(), result.data() + bytes};
}

template <class T>
std::vector<T> RunAs(ElementType type, const std::vector<int64_t>& shape, int64_t dimension) {
  const std::vector<uint8_t> bytes = RunAll(type, shape, dimension);
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

TEST_CASE("iota counts along its dimension", "[simd][movement]") {
  using Floats = std::vector<float>;
  CHECK(RunAs<float>(ElementType::kF32, {2, 3}, 1) == Floats{0, 1, 2, 0, 1, 2});
  CHECK(RunAs<float>(ElementType::kF32, {2, 3}, 0) == Floats{0, 0, 0, 1, 1, 1});
  CHECK(RunAs<float>(ElementType::kF32, {2, 2, 2}, 1) == Floats{0, 0, 1, 1, 0, 0, 1, 1});
  CHECK(RunAs<float>(ElementType::kF32, {2, 0}, 0).empty());
  CHECK(RunAs<double>(ElementType::kC128, {3}, 0) == std::vector<double>{0, 0, 1, 0, 2, 0});
  CHECK(RunAs<float>(ElementType::kC64, {2}, 0) == Floats{0, 0, 1, 0});
  CHECK(RunAs<int64_t>(ElementType::kI64, {3}, 0) == std::vector<int64_t>{0, 1, 2});
}

TEST_CASE("iota of integers wraps at their width", "[simd][movement]") {
  const auto bytes = [](ElementType type) { return RunAs<int8_t>(type, {260}, 0); };
  CHECK(bytes(ElementType::kI8)[128] == -128);
  CHECK(bytes(ElementType::kI8)[256] == 0);
  CHECK(bytes(ElementType::kI4)[7] == 7);
  CHECK(bytes(ElementType::kI4)[8] == -8);
  CHECK(bytes(ElementType::kI2)[3] == -1);
  CHECK(bytes(ElementType::kUI4)[17] == 1);
  CHECK(bytes(ElementType::kUI2)[3] == 3);
  CHECK(bytes(ElementType::kI1)[0] == 0);
  CHECK(bytes(ElementType::kI1)[2] == 1);
}

TEST_CASE("iota of small floats is the nearest value, ties to even", "[simd][movement]") {
  for (ElementType type :
       {ElementType::kF4E2M1FN, ElementType::kF6E2M3FN, ElementType::kF6E3M2FN,
        ElementType::kF8E3M4, ElementType::kF8E4M3, ElementType::kF8E4M3FN,
        ElementType::kF8E4M3FNUZ, ElementType::kF8E4M3B11FNUZ, ElementType::kF8E5M2,
        ElementType::kF8E5M2FNUZ, ElementType::kF8E8M0FNU, ElementType::kBF16, ElementType::kF16}) {
    INFO(Spelling(type));
    const int64_t count = 70'000;
    const size_t bytes = ByteSize(type);
    const std::vector<uint8_t> result = RunAll(type, {count}, 0);
    const auto bits_at = [&](int64_t i) {
      uint32_t bits = 0;
      std::memcpy(&bits, result.data() + static_cast<size_t>(i) * bytes, bytes);
      return bits;
    };
    // Values rise by whole steps of the encoding, and each is no further from
    // its index than its neighbours in the format are.
    int64_t i = 1;
    for (; i < count; ++i) {
      const uint32_t bits = bits_at(i);
      if (i > 1 && bits < bits_at(i - 1)) break;
      const double here = std::abs(Decode(type, bits) - static_cast<double>(i));
      const double below = std::abs(Decode(type, bits - 1) - static_cast<double>(i));
      const double above = std::abs(Decode(type, bits + 1) - static_cast<double>(i));
      const SmallFloatFormat format = FormatOf(type);
      const uint32_t all = (1u << (format.exponent_bits + format.mantissa_bits)) - 1;
      const bool is_overflow = format.has_infinity ? bits > all - (1u << format.mantissa_bits) - 1
                               : format.nan == SmallFloatFormat::NaN::kAllOnes ? bits >= all - 1
                                                                               : bits >= all;
      if (is_overflow) break;
      const bool is_nearest = here < below || (here == below && bits % 2 == 0);
      const bool is_not_above = here < above || (here == above && bits % 2 == 0);
      if (!is_nearest || !is_not_above) FAIL("value " << i << " became bits " << bits);
    }
    CHECK(i >= 3);
  }
  const auto last = [](ElementType type, int64_t size) { return RunAll(type, {size}, 0).back(); };
  CHECK(last(ElementType::kF4E2M1FN, 100) == 0x7);        // saturates at 6
  CHECK(last(ElementType::kF6E2M3FN, 100) == 0x1F);       // saturates at 7.5
  CHECK(last(ElementType::kF6E3M2FN, 100) == 0x1F);       // saturates at 28
  CHECK(last(ElementType::kF8E3M4, 100) == 0x70);         // infinity
  CHECK(last(ElementType::kF8E4M3, 1000) == 0x78);        // infinity
  CHECK(last(ElementType::kF8E4M3FN, 465) == 0x7E);       // 464 rounds to 448 (even)
  CHECK(last(ElementType::kF8E4M3FN, 466) == 0x7F);       // NaN
  CHECK(last(ElementType::kF8E4M3FNUZ, 1000) == 0x80);    // NaN
  CHECK(last(ElementType::kF8E4M3B11FNUZ, 100) == 0x80);  // NaN
  CHECK(RunAs<uint16_t>(ElementType::kF16, {65520}, 0).back() == 0x7BFF);
  CHECK(RunAs<uint16_t>(ElementType::kF16, {65521}, 0).back() == 0x7C00);
}

TEST_CASE("iota in chunks is iota at once", "[simd][movement]") {
  for (int64_t dimension = 0; dimension < 3; ++dimension) {
    const std::vector<int64_t> shape = {37, 71, 131};
    const auto stepped = RunAll(ElementType::kF32, shape, dimension);
    CHECK(stepped ==
          RunAll(ElementType::kF32, shape, dimension, std::numeric_limits<int64_t>::max()));
    CHECK(ChunkCount(PlanIota(ElementType::kF32, shape, dimension)) > 1);
    const int64_t strides[] = {71 * 131, 131, 1};
    bool is_right = true;
    for (int64_t i = 0; i < 37 * 71 * 131; ++i) {
      float value;
      std::memcpy(&value, stepped.data() + i * 4, 4);
      const auto d = static_cast<size_t>(dimension);
      is_right &= value == static_cast<float>(i / strides[d] % shape[d]);
    }
    CHECK(is_right);
  }
}

}  // namespace
}  // namespace paddock::simd
