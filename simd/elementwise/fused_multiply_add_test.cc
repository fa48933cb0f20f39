// fma against the C library's, and against exact sums where a type is narrow.
#include "simd/elementwise/fused_multiply_add.h"

#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "simd/elementwise/testing.h"

namespace paddock::simd::testing {
namespace {

template <class T>
bool IsSame(T actual, T expected) {
  if (std::isnan(expected)) return std::isnan(actual);
  return actual == expected && std::signbit(actual) == std::signbit(expected);
}

// The C library's fma, with a correction for Emscripten: a product that rounds to -0, plus a zero,
// is not +0, since the exact sum is below zero.
template <class T>
T LibraryFma(T a, T b, T c) {
  return c == 0 && a != 0 && b != 0 ? a * b : std::fma(a, b, c);
}

template <class T, class Bits>
void CheckTriple(T a, T b, T c) {
  const T actual = FusedMultiplyAdd(a, b, c);
  const T expected = LibraryFma(a, b, c);
  if (IsSame(actual, expected)) return;
  // Recording a million successful checks takes half a minute in WebAssembly.
  INFO(std::hexfloat << a << " * " << b << " + " << c << " = " << actual << ", not " << expected);
  REQUIRE(IsSame(actual, expected));
}

// Cases in turn: random bits; c near -a * b, so that high bits cancel; all near the least numbers.
template <class T, class Bits>
void CheckRandomTriples(int exponent_of_least) {
  Random random(11);
  const auto any = [&] { return std::bit_cast<T>(static_cast<Bits>(random.Bits())); };
  for (int i = 0; i < 200000; ++i) {
    CheckTriple<T, Bits>(any(), any(), any());
    const T a = std::ldexp(static_cast<T>(random.Between(-1000000, 1000000)), -10);
    const T b = std::ldexp(static_cast<T>(random.Between(-1000000, 1000000)), -10) + T(1e-5);
    const T near = std::ldexp(-a * b, static_cast<int>(random.Between(0, 8) == 0));
    CheckTriple<T, Bits>(a, b, std::nextafter(near, any()));
    CheckTriple<T, Bits>(a, b, std::ldexp(near, static_cast<int>(random.Between(-120, 120))));
    const T tiny = std::ldexp(a, exponent_of_least / 2 - 8);
    CheckTriple<T, Bits>(
        tiny, std::ldexp(b, exponent_of_least / 2 - 8),
        std::ldexp(near, exponent_of_least - static_cast<int>(random.Between(0, 40))));
  }
}

}  // namespace

TEST_CASE("fma without an instruction equals the C library's", "[simd]") {
  for (const auto& a : Samples(ElementType::kF64)) {
    for (const auto& b : Samples(ElementType::kF64)) {
      for (const auto& c : Samples(ElementType::kF64, 20)) {
        CheckTriple<double, uint64_t>(ReadFloat(ElementType::kF64, a.data()),
                                      ReadFloat(ElementType::kF64, b.data()),
                                      ReadFloat(ElementType::kF64, c.data()));
      }
    }
  }
  CheckRandomTriples<double, uint64_t>(-1074);
  CheckRandomTriples<float, uint32_t>(-149);
}

TEST_CASE("fma rounds once to f32 and f64", "[simd]") {
  const auto check = [](ElementType type, auto reference) {
    KernelCase kernel_case = CaseOf("fma", type, 3);
    kernel_case.reference = [=](std::span<const uint8_t* const> operands, uint8_t* result) {
      WriteFloat(type,
                 reference(ReadFloat(type, operands[0]), ReadFloat(type, operands[1]),
                           ReadFloat(type, operands[2])),
                 result);
    };
    ForEachTarget([&] {
      kernel_case.kernel = Find("fma", type);
      CheckKernel(kernel_case);
    });
  };
  check(ElementType::kF64, [](double a, double b, double c) { return std::fma(a, b, c); });
  check(ElementType::kF32, [](double a, double b, double c) {
    return static_cast<double>(
        std::fma(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c)));
  });
  CHECK(Find("fma", ElementType::kI32) == nullptr);
  CHECK(Find("fma", ElementType::kC64) == nullptr);
}

// Operands so small and close that the sum is exact in double but not in f32.
TEST_CASE("fma of bf16 and f16 rounds once", "[simd]") {
  Random random(5);
  const auto check = [&](ElementType type, int bits, int least_shift, int greatest_shift) {
    const auto number = [&] {
      const int64_t most = int64_t{1} << bits;
      return static_cast<double>(random.Between(-most, most));
    };
    for (int i = 0; i < 100000; ++i) {
      const auto shift = static_cast<int>(random.Between(least_shift, greatest_shift));
      const double values[] = {number(), number(), std::ldexp(number(), shift)};
      uint8_t codes[3][2];
      for (size_t k = 0; k < 3; ++k) WriteFloat(type, values[k], codes[k]);
      const double exact =
          ReadFloat(type, codes[0]) * ReadFloat(type, codes[1]) + ReadFloat(type, codes[2]);
      uint8_t result[2], expected[2];
      const void* operands[] = {codes[0], codes[1], codes[2]};
      Find("fma", type)(operands, result, 1, nullptr);
      WriteFloat(type, exact, expected);
      INFO(Spelling(type) << ": " << values[0] << " * " << values[1] << " + " << values[2]);
      REQUIRE(ReadFloat(type, result) == ReadFloat(type, expected));
    }
  };
  check(ElementType::kBF16, 8, -36, 36);
  check(ElementType::kF16, 11, -20, 4);
}

}  // namespace paddock::simd::testing
