// Arithmetic of integers, booleans and floats against scalar references.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "simd/elementwise/elementwise.h"
#include "simd/elementwise/testing.h"

namespace paddock::simd::testing {
namespace {

constexpr auto kMaximum = []<class T>(T a, T b) {
  if (std::isnan(a)) return a;
  if (std::isnan(b)) return b;
  if (a == b) return std::signbit(a) ? b : a;
  return a < b ? b : a;
};
constexpr auto kMinimum = []<class T>(T a, T b) {
  if (std::isnan(a)) return a;
  if (std::isnan(b)) return b;
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
};

}  // namespace

TEST_CASE("integer addition, subtraction, multiplication and negation wrap", "[simd]") {
  for (const ElementType type : IntegerTypes()) {
    CheckIntegers("add", 2, type, [](Wide a, Wide b, Wide) { return a + b; });
    CheckIntegers("subtract", 2, type, [](Wide a, Wide b, Wide) { return a - b; });
    CheckIntegers("negate", 1, type, [](Wide a, Wide, Wide) { return -a; });
    // Two factors of 64 bits overflow Wide only where both are unsigned: then modulo 2^128.
    CheckIntegers("multiply", 2, type, [](Wide a, Wide b, Wide) {
      return static_cast<Wide>(static_cast<uint64_t>(static_cast<unsigned __int128>(a) *
                                                     static_cast<unsigned __int128>(b)));
    });
  }
}

TEST_CASE("integer maximum, minimum and clamp respect the type's sign", "[simd]") {
  for (const ElementType type : IntegerTypes()) {
    CheckIntegers("maximum", 2, type, [](Wide a, Wide b, Wide) { return a > b ? a : b; });
    CheckIntegers("minimum", 2, type, [](Wide a, Wide b, Wide) { return a < b ? a : b; });
    CheckIntegers("clamp", 3, type,
                  [](Wide min, Wide x, Wide max) { return std::min(std::max(x, min), max); });
  }
}

TEST_CASE("abs and sign work on signed integers", "[simd]") {
  for (const ElementType type : IntegerTypes()) {
    if (!IsSigned(type)) {
      CHECK(Find("abs", type) == nullptr);
      CHECK(Find("sign", type) == nullptr);
      continue;
    }
    CheckIntegers("abs", 1, type, [](Wide a, Wide, Wide) { return a < 0 ? -a : a; });
    CheckIntegers("sign", 1, type, [](Wide a, Wide, Wide) { return Wide{(a > 0) - (a < 0)}; });
  }
}

TEST_CASE("booleans add by or and multiply by and", "[simd]") {
  const ElementType type = ElementType::kI1;
  CheckIntegers("add", 2, type, [](Wide a, Wide b, Wide) { return a | b; });
  CheckIntegers("multiply", 2, type, [](Wide a, Wide b, Wide) { return a & b; });
  CheckIntegers("maximum", 2, type, [](Wide a, Wide b, Wide) { return a | b; });
  CheckIntegers("minimum", 2, type, [](Wide a, Wide b, Wide) { return a & b; });
  CheckIntegers("clamp", 3, type, [](Wide min, Wide x, Wide max) { return (x | min) & max; });
  CHECK(Find("subtract", type) == nullptr);
  CHECK(Find("negate", type) == nullptr);
}

TEST_CASE("float arithmetic rounds once", "[simd]") {
  CheckFloats("add", 2, [](auto a, auto b, auto) { return a + b; });
  CheckFloats("subtract", 2, [](auto a, auto b, auto) { return a - b; });
  CheckFloats("multiply", 2, [](auto a, auto b, auto) { return a * b; });
  CheckFloats("divide", 2, [](auto a, auto b, auto) { return a / b; });
}

TEST_CASE("float maximum, minimum and clamp propagate NaN and order zeros", "[simd]") {
  CheckFloats("maximum", 2, [](auto a, auto b, auto) { return kMaximum(a, b); });
  CheckFloats("minimum", 2, [](auto a, auto b, auto) { return kMinimum(a, b); });
  CheckFloats("clamp", 3,
              [](auto min, auto x, auto max) { return kMinimum(kMaximum(x, min), max); });
}

TEST_CASE("float abs, negate and sign act on the sign", "[simd]") {
  CheckFloats("abs", 1, [](auto a, auto, auto) { return std::abs(a); });
  CheckFloats("negate", 1, [](auto a, auto, auto) { return -a; });
  CheckFloats("sign", 1, []<class T>(T a, T, T) {
    return std::isnan(a) || a == 0 ? a : std::copysign(T{1}, a);
  });
}

TEST_CASE("an unknown op has no kernel", "[simd]") {
  CHECK(Find("addition", ElementType::kF32) == nullptr);
  CHECK(Find("", ElementType::kF32) == nullptr);
  CHECK(Find("zzz", ElementType::kF32) == nullptr);
}

}  // namespace paddock::simd::testing
