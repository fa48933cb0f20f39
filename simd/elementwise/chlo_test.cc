// CHLO's element-wise ops that are no mathematics.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

#include "core/types/small_float.h"
#include "simd/elementwise/testing.h"

namespace paddock::simd::testing {
namespace {

template <class Test>
void CheckTest(const std::string& op, Test test) {
  for (const ElementType type : FloatTypes()) {
    KernelCase kernel_case = CaseOf(op, type, 1);
    kernel_case.result_type = ElementType::kI1;
    kernel_case.reference = [=](std::span<const uint8_t* const> operands, uint8_t* result) {
      *result = test(ReadFloat(type, operands[0]));
    };
    ForEachTarget([&] {
      kernel_case.kernel = Find(op, type);
      CheckKernel(kernel_case);
    });
  }
}

// For 16-bit types, the neighbours are found among all values.
double NextOf(ElementType type, double from, double to) {
  if (std::isnan(from) || std::isnan(to)) return NAN;
  if (from == to) return to;
  double nearest = to > from ? INFINITY : -INFINITY;
  for (const auto& code : Samples(type, 65536)) {
    const double value = ReadFloat(type, code.data());
    if (to > from && value > from) nearest = std::min(nearest, value);
    if (to < from && value < from) nearest = std::max(nearest, value);
  }
  return nearest == 0 ? std::copysign(0.0, from) : nearest;
}

}  // namespace

TEST_CASE("infinities are classified by their sign", "[simd]") {
  CheckTest("is_inf", [](double x) { return std::isinf(x); });
  CheckTest("is_pos_inf", [](double x) { return x == INFINITY; });
  CheckTest("is_neg_inf", [](double x) { return x == -INFINITY; });
}

TEST_CASE("square is the product with itself", "[simd]") {
  CheckFloats("square", 1, [](auto a, auto, auto) { return a * a; });
  const float z[] = {3, -2};
  const void* operands[] = {z};
  float result[2];
  Find("square", ElementType::kC64)(operands, result, 1, nullptr);
  CHECK(result[0] == 5);
  CHECK(result[1] == -12);
  const float large[] = {0x1p100f, -0x1p100f};
  const void* large_operands[] = {large};
  Find("square", ElementType::kC64)(large_operands, result, 1, nullptr);
  CHECK(result[0] == 0);
  CHECK(result[1] == -std::numeric_limits<float>::infinity());
}

TEST_CASE("the square of equal parts is imaginary unless they are infinite", "[simd]") {
  const auto check = [](auto one, ElementType type) {
    using T = decltype(one);
    constexpr T kMax = std::numeric_limits<T>::max();
    constexpr T kInf = std::numeric_limits<T>::infinity();
    const T z[] = {kMax, kMax, -kMax, kMax, -3, -3, -T{0}, T{0}, kInf, -kInf, -kInf, 2, 0, kInf};
    const void* operands[] = {z};
    T result[14];
    Find("square", type)(operands, result, 7, nullptr);
    for (const size_t i : {0, 1, 2, 3}) {
      CHECK(result[2 * i] == 0);
      CHECK(!std::signbit(result[2 * i]));
    }
    CHECK(result[1] == kInf);
    CHECK(result[3] == -kInf);
    CHECK(result[5] == 18);
    CHECK(std::isnan(result[8]));
    CHECK(result[9] == -kInf);
    CHECK(result[10] == kInf);
    CHECK(result[11] == -kInf);
    CHECK(result[12] == -kInf);
    CHECK(std::isnan(result[13]));
  };
  check(float{1}, ElementType::kC64);
  check(double{1}, ElementType::kC128);
}

TEST_CASE("mulhi is the upper half of the product", "[simd]") {
  for (const ElementType type : IntegerTypes()) {
    CheckIntegers("mulhi", 2, type, [=](Wide a, Wide b, Wide) {
      if (type != ElementType::kUI64) return (a * b) >> BitWidth(type);
      // The product of two ui64 does not fit a Wide.
      const auto product = static_cast<unsigned __int128>(a) * static_cast<unsigned __int128>(b);
      return static_cast<Wide>(product >> 64);
    });
  }
}

TEST_CASE("next_after is the neighbour in the other's direction", "[simd]") {
  const auto check = [](ElementType type, size_t limit, auto next) {
    KernelCase kernel_case = CaseOf("next_after", type, 2);
    kernel_case.limit = limit;
    kernel_case.reference = [=](std::span<const uint8_t* const> operands, uint8_t* result) {
      WriteFloat(type, next(ReadFloat(type, operands[0]), ReadFloat(type, operands[1])), result);
    };
    ForEachTarget([&] {
      kernel_case.kernel = Find("next_after", type);
      CheckKernel(kernel_case);
    });
  };
  check(ElementType::kF64, 256, [](double a, double b) { return std::nextafter(a, b); });
  check(ElementType::kF32, 256, [](double a, double b) {
    return static_cast<double>(std::nextafter(static_cast<float>(a), static_cast<float>(b)));
  });
  CHECK(Find("next_after", ElementType::kI32) == nullptr);
}

TEST_CASE("next_after of small floats steps from code to code", "[simd]") {
  for (const ElementType type : FloatTypes()) {
    if (BitWidth(type) > 16) continue;
    // All codes of the narrow types.
    const size_t limit = BitWidth(type) <= 6 ? 64 : BitWidth(type) == 8 ? 40 : 12;
    for (const auto& from : Samples(type, limit)) {
      for (const auto& to : Samples(type, limit)) {
        const void* operands[] = {from.data(), to.data()};
        uint8_t result[2] = {};
        Find("next_after", type)(operands, result, 1, nullptr);
        const double expected =
            NextOf(type, ReadFloat(type, from.data()), ReadFloat(type, to.data()));
        const double actual = ReadFloat(type, result);
        INFO(Spelling(type) << " from " << ReadFloat(type, from.data()) << " to "
                            << ReadFloat(type, to.data()) << ": " << actual << ", not "
                            << expected);
        REQUIRE(((std::isnan(actual) && std::isnan(expected)) || actual == expected));
      }
    }
  }
}

TEST_CASE("next_after of every small float reaches the greatest value from the least", "[simd]") {
  for (const ElementType type : FloatTypes()) {
    if (BitWidth(type) > 16) continue;
    const SmallFloatFormat format = FormatOf(type);
    const SmallFloatCodes codes = CodesOf(format);
    const uint32_t last = format.has_infinity ? codes.overflow : codes.greatest;
    auto at = static_cast<uint16_t>(format.has_sign ? codes.sign_bit | last : 0);
    const auto end = static_cast<uint16_t>(last);
    uint32_t steps = 0;
    while (at != end && steps < 70000) {
      const void* operands[] = {&at, &end};
      uint16_t next = 0;
      Find("next_after", type)(operands, &next, 1, nullptr);
      at = next;
      ++steps;
    }
    INFO(Spelling(type));
    CHECK(at == end);
    // Both zeros are one value.
    CHECK(steps == (format.has_sign ? 2 * last : last));
  }
}

}  // namespace paddock::simd::testing
