#include "core/types/small_float.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace paddock {
namespace {

using N = SmallFloatFormat::NaN;

std::vector<ElementType> SmallFloats() {
  std::vector<ElementType> types;
  for (size_t i = 0; i < kElementTypeCount; ++i) {
    const ElementType type = static_cast<ElementType>(i);
    if (FormatOf(type).exponent_bits != 0) types.push_back(type);
  }
  return types;
}

uint32_t CodeCount(ElementType type) { return 1u << BitWidth(type); }

// Returns the value by the definition in element_type.h; not for infinities and NaN.
double ValueByDefinition(ElementType type, uint32_t code) {
  const SmallFloatFormat format = FormatOf(type);
  const uint32_t mantissa = code & ((1u << format.mantissa_bits) - 1);
  const int exponent =
      static_cast<int>(code >> format.mantissa_bits) & ((1 << format.exponent_bits) - 1);
  if (!format.has_sign) return std::ldexp(1.0, exponent - format.bias);
  const bool is_negative = (code >> (format.exponent_bits + format.mantissa_bits)) & 1;
  const double fraction = std::ldexp(mantissa, -format.mantissa_bits);
  const double magnitude = exponent == 0 ? std::ldexp(fraction, 1 - format.bias)
                                         : std::ldexp(1 + fraction, exponent - format.bias);
  return is_negative ? -magnitude : magnitude;
}

bool IsFiniteCode(ElementType type, uint32_t code) {
  const SmallFloatFormat format = FormatOf(type);
  const uint32_t all_ones = (1u << (format.exponent_bits + format.mantissa_bits)) - 1;
  switch (format.nan) {
    case N::kNone:
      return true;
    case N::kIeee:
      return ((code >> format.mantissa_bits) & ((1u << format.exponent_bits) - 1)) !=
             (1u << format.exponent_bits) - 1;
    case N::kAllOnes:
      return (code & all_ones) != all_ones;
    case N::kMinusZero:
      return code != all_ones + 1;
  }
  return false;
}

std::vector<double> FiniteValues(ElementType type) {  // not negative, ascending
  std::vector<double> values;
  for (uint32_t code = 0; code < CodeCount(type); ++code) {
    const double value = ValueByDefinition(type, code);
    if (IsFiniteCode(type, code) && !std::signbit(value)) values.push_back(value);
  }
  return values;
}

}  // namespace

TEST_CASE("every code of a small float decodes to its value") {
  for (const ElementType type : SmallFloats()) {
    INFO(Spelling(type));
    uint32_t wrong = 0;
    for (uint32_t code = 0; code < CodeCount(type); ++code) {
      if (!IsFiniteCode(type, code)) continue;
      const double expected = ValueByDefinition(type, code);
      const double actual = static_cast<double>(DecodeSmallFloat(type, code));
      wrong += actual != expected || std::signbit(actual) != std::signbit(expected);
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("every code of a small float survives decoding and encoding") {
  for (const ElementType type : SmallFloats()) {
    INFO(Spelling(type));
    uint32_t wrong = 0;
    for (uint32_t code = 0; code < CodeCount(type); ++code) {
      wrong += EncodeSmallFloat(type, DecodeSmallFloat(type, code)) != code;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("codes that are not finite are infinities and NaN") {
  for (const ElementType type : SmallFloats()) {
    INFO(Spelling(type));
    for (uint32_t code = 0; code < CodeCount(type); ++code) {
      if (IsFiniteCode(type, code)) continue;
      const SmallFloatFormat format = FormatOf(type);
      const bool is_infinity =
          format.has_infinity && (code & ((1u << format.mantissa_bits) - 1)) == 0;
      REQUIRE(std::isinf(DecodeSmallFloat(type, code)) == is_infinity);
      REQUIRE(std::isnan(DecodeSmallFloat(type, code)) == !is_infinity);
    }
  }
}

TEST_CASE("encoding rounds to nearest, halfway to even, both signs") {
  for (const ElementType type : SmallFloats()) {
    INFO(Spelling(type));
    const bool has_sign = FormatOf(type).has_sign;
    const std::vector<double> values = FiniteValues(type);
    uint32_t wrong = 0;
    const auto check = [&](double value, double expected) {
      wrong +=
          static_cast<double>(DecodeSmallFloat(type, EncodeSmallFloat(type, value))) != expected;
      if (!has_sign || value == 0) return;
      wrong +=
          static_cast<double>(DecodeSmallFloat(type, EncodeSmallFloat(type, -value))) != -expected;
    };
    for (size_t i = 0; i + 1 < values.size(); ++i) {
      const double low = values[i];
      const double high = values[i + 1];
      const double halfway = low + (high - low) / 2;
      // Codes ascend with values, so the even one of two neighbours has an even index.
      check(halfway, has_sign && i % 2 == 0 ? low : high);
      check(std::nextafter(halfway, 0.0), low);
      check(std::nextafter(halfway, INFINITY), high);
      check(low + (high - low) / 1024, low);
      check(high - (high - low) / 1024, high);
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("above the greatest value, each format has its own result") {
  for (const ElementType type : SmallFloats()) {
    INFO(Spelling(type));
    const SmallFloatFormat format = FormatOf(type);
    const std::vector<double> values = FiniteValues(type);
    const double greatest = values.back();
    const double step = format.has_sign ? greatest - values[values.size() - 2] : greatest;
    const auto encoded = [&](double value) {
      return static_cast<double>(DecodeSmallFloat(type, EncodeSmallFloat(type, value)));
    };
    CHECK(encoded(std::nextafter(greatest + step / 2, 0.0)) == greatest);
    for (const double value : {greatest + step, greatest * 4, 1e300, double{INFINITY}}) {
      if (format.has_infinity) {
        CHECK(encoded(value) == INFINITY);
        CHECK(encoded(-value) == -INFINITY);
      } else if (format.nan == N::kNone) {
        CHECK(encoded(value) == greatest);
        CHECK(encoded(-value) == -greatest);
      } else {
        CHECK(std::isnan(encoded(value)));
        CHECK(std::isnan(encoded(-value)));
      }
    }
    const double nan = std::numeric_limits<double>::quiet_NaN();
    if (format.nan == N::kNone) {
      CHECK(encoded(nan) == greatest);
      CHECK(encoded(-nan) == greatest);
    } else {
      CHECK(std::isnan(encoded(nan)));
      CHECK(std::isnan(encoded(-nan)));
    }
  }
}

TEST_CASE("f8E8M0FNU has neither zero nor sign, FNUZ types have no minus zero") {
  CHECK(EncodeSmallFloat(ElementType::kF8E8M0FNU, 0.0) == 0);
  CHECK(EncodeSmallFloat(ElementType::kF8E8M0FNU, -0.0) == 0);
  CHECK(EncodeSmallFloat(ElementType::kF8E8M0FNU, 1e-300) == 0);
  CHECK(EncodeSmallFloat(ElementType::kF8E8M0FNU, -1.0) == 0xFF);
  CHECK(EncodeSmallFloat(ElementType::kF8E8M0FNU, 1.5) == 128);
  CHECK(EncodeSmallFloat(ElementType::kF8E4M3FNUZ, -0.0) == 0);
  CHECK(EncodeSmallFloat(ElementType::kF8E5M2FNUZ, -1e-30) == 0);
  CHECK(EncodeSmallFloat(ElementType::kF8E4M3, -0.0) == 0x80);
}

TEST_CASE("small floats can be computed at compile time") {
  static_assert(DecodeSmallFloat(ElementType::kBF16, 0x3FC0) == 1.5f);
  static_assert(EncodeSmallFloat(ElementType::kF16, 65520.0) == 0x7C00);
  static_assert(EncodeSmallFloat(ElementType::kF16, 65519.0f) == 0x7BFF);
}

}  // namespace paddock
