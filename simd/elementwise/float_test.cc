// Rounding, remainder, is_finite, reduce_precision and small float mathematics.
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "simd/elementwise/testing.h"
#include "simd/math/math.h"

namespace paddock::simd::testing {
namespace {

struct Format {
  int exponent_bits, mantissa_bits, bias;
  double greatest;
};

Format FormatOfFloat(ElementType type) {
  if (type == ElementType::kF32) return {8, 23, 127, std::numeric_limits<float>::max()};
  if (type == ElementType::kF64) return {11, 52, 1023, std::numeric_limits<double>::max()};
  const SmallFloatFormat format = FormatOf(type);
  double greatest = 0;
  for (const auto& code : Samples(type, 65536)) {
    const double value = ReadFloat(type, code.data());
    if (std::isfinite(value)) greatest = std::max(greatest, value);
  }
  return {format.exponent_bits, format.mantissa_bits, format.bias, greatest};
}

// Computed on values: rounds to a multiple of the last kept bit, then limits the range.
double Reduce(const Format& format, ReducePrecisionAttributes attributes, double x) {
  if (std::isinf(x) || x == 0) return x;
  double rounded = x;
  if (attributes.mantissa_bits < format.mantissa_bits) {
    const int exponent = std::max(std::ilogb(x), 1 - format.bias);
    const int last = exponent - attributes.mantissa_bits;
    double units = std::nearbyint(std::ldexp(x, -last));
    // Without a mantissa the last bit is the exponent's: ties go to an even exponent field.
    const bool is_subnormal = std::ilogb(x) < 1 - format.bias;
    const bool is_even = (exponent + format.bias) % 2 == 0;
    if (attributes.mantissa_bits == 0 && !is_subnormal && std::abs(std::ldexp(x, -last)) == 1.5 &&
        is_even) {
      units = std::copysign(1.0, x);
    }
    rounded = std::ldexp(units, last);
    if (std::abs(rounded) > format.greatest) rounded = std::copysign(INFINITY, x);
  }
  if (attributes.exponent_bits < format.exponent_bits) {
    const int greatest_exponent = (1 << (attributes.exponent_bits - 1)) - 1;
    if (std::abs(rounded) >= std::ldexp(1.0, greatest_exponent + 1)) {
      rounded = std::copysign(INFINITY, x);
    } else if (std::abs(rounded) < std::ldexp(1.0, 1 - greatest_exponent)) {
      rounded = std::copysign(0.0, x);
    }
  }
  return rounded;
}

void CheckReducePrecision(ElementType type, ReducePrecisionAttributes attributes) {
  const Format format = FormatOfFloat(type);
  KernelCase kernel_case = CaseOf("reduce_precision", type, 1);
  kernel_case.name += " e" + std::to_string(attributes.exponent_bits) + "m" +
                      std::to_string(attributes.mantissa_bits);
  kernel_case.attributes = &attributes;
  kernel_case.limit = 3000;
  kernel_case.reference = [&](std::span<const uint8_t* const> operands, uint8_t* result) {
    const double x = ReadFloat(type, operands[0]);
    if (!std::isnan(x)) return WriteFloat(type, Reduce(format, attributes, x), result);
    if (attributes.mantissa_bits > 0) {
      memcpy(result, operands[0], ByteSize(type));
    } else {
      WriteFloat(type, INFINITY, result);
    }
  };
  ForEachTarget([&] {
    kernel_case.kernel = Find("reduce_precision", type);
    CheckKernel(kernel_case);
  });
}

}  // namespace

TEST_CASE("floats round to integers in four ways", "[simd]") {
  CheckFloats("ceil", 1, [](auto a, auto, auto) { return std::ceil(a); });
  CheckFloats("floor", 1, [](auto a, auto, auto) { return std::floor(a); });
  CheckFloats("round_nearest_afz", 1, [](auto a, auto, auto) { return std::round(a); });
  CheckFloats("round_nearest_even", 1, [](auto a, auto, auto) { return std::nearbyint(a); });
}

TEST_CASE("remainder of floats is exact", "[simd]") {
  CheckFloats("remainder", 2, [](auto a, auto b, auto) { return std::fmod(a, b); });
}

TEMPLATE_TEST_CASE("remainder is exact beside multiples of the divisor", "[simd]", float, double) {
  constexpr bool kIsSingle = sizeof(TestType) == 4;
  constexpr int kDigits = std::numeric_limits<TestType>::digits;
  Random random(3);
  std::vector<TestType> lhs(20000), rhs(20000), result(20000);
  for (size_t i = 0; i < lhs.size(); ++i) {
    // All quotients of some vectors are small.
    const int bits = (i / 100) % 2 == 0 ? kDigits - 3 : kDigits - 1;
    const auto multiplier = random.Between(1, int64_t{1} << random.Between(1, bits));
    rhs[i] = std::ldexp(static_cast<TestType>(random.Between(1, int64_t{1} << kDigits)),
                        static_cast<int>(random.Between(-100, 60)));
    const TestType multiple = rhs[i] * static_cast<TestType>(multiplier);
    lhs[i] = std::nextafter(multiple, random.Between(0, 1) == 0 ? TestType{0} : TestType{INFINITY});
    if (random.Between(0, 1) == 0) lhs[i] = -lhs[i];
  }
  ForEachTarget([&] {
    const ElementwiseFunction kernel =
        Find("remainder", kIsSingle ? ElementType::kF32 : ElementType::kF64);
    const void* operands[] = {lhs.data(), rhs.data()};
    kernel(operands, result.data(), lhs.size(), nullptr);
    for (size_t i = 0; i < lhs.size(); ++i) REQUIRE(result[i] == std::fmod(lhs[i], rhs[i]));
  });
}

TEST_CASE("is_finite distinguishes numbers from infinities and NaN", "[simd]") {
  for (const ElementType type : FloatTypes()) {
    KernelCase kernel_case = CaseOf("is_finite", type, 1);
    kernel_case.result_type = ElementType::kI1;
    kernel_case.reference = [=](std::span<const uint8_t* const> operands, uint8_t* result) {
      *result = std::isfinite(ReadFloat(type, operands[0]));
    };
    ForEachTarget([&] {
      kernel_case.kernel = Find("is_finite", type);
      CheckKernel(kernel_case);
    });
  }
}

TEST_CASE("reduce_precision rounds the mantissa, then limits the exponent", "[simd]") {
  constexpr ReducePrecisionAttributes kAttributes[] = {{5, 10}, {5, 0},   {8, 7},  {4, 3},
                                                       {1, 0},  {2, 1},   {3, 52}, {11, 52},
                                                       {8, 23}, {20, 60}, {9, 1}};
  for (const ElementType type : FloatTypes()) {
    for (const ReducePrecisionAttributes& attributes : kAttributes) {
      CheckReducePrecision(type, attributes);
    }
  }
}

TEST_CASE("mathematics of small floats is computed in f32 and rounded once", "[simd]") {
  const char* const kUnary[] = {"cbrt", "cosine",       "exponential", "exponential_minus_one",
                                "log",  "log_plus_one", "logistic",    "rsqrt",
                                "sine", "sqrt",         "tan",         "tanh"};
  const char* const kBinary[] = {"atan2", "power"};
  const auto check = [](const std::string& op, size_t arity, Numerics numerics) {
    for (const ElementType type : FloatTypes()) {
      if (FormatOf(type).exponent_bits == 0) continue;
      KernelCase kernel_case = CaseOf(op, type, arity);
      kernel_case.limit = arity == 1 ? 3000 : 50;
      const ElementwiseFunction of_f32 = FindMathFunction(op, ElementType::kF32, numerics);
      kernel_case.reference = [=](std::span<const uint8_t* const> operands, uint8_t* result) {
        float values[2];
        for (size_t i = 0; i < arity; ++i) {
          values[i] = static_cast<float>(ReadFloat(type, operands[i]));
        }
        const void* pointers[] = {&values[0], &values[1]};
        float value;
        of_f32(pointers, &value, 1, nullptr);
        WriteFloat(type, value, result);
      };
      kernel_case.kernel = FindElementwise(op, type, numerics).function;
      CheckKernel(kernel_case);
    }
  };
  for (const Numerics numerics : {Numerics::kPortable, Numerics::kFast}) {
    for (const char* op : kUnary) check(op, 1, numerics);
    for (const char* op : kBinary) check(op, 2, numerics);
  }
}

TEST_CASE("mathematics of f32, f64 and complex numbers is found by name", "[simd]") {
  for (const ElementType type : {ElementType::kF32, ElementType::kF64}) {
    CHECK(Find("tanh", type) == FindMathFunction("tanh", type, Numerics::kPortable));
    CHECK(Find("tanh", type) != nullptr);
  }
  CHECK(Find("tanh", ElementType::kI32) == nullptr);
}

}  // namespace paddock::simd::testing
