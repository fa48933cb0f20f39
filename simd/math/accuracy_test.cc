// Compares the mathematical kernels with the C library one precision up, on every target, over
// samples of all bit patterns. paddock_math_sweep tests all f32.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cfloat>
#include <cstdlib>
#include <sstream>
#include <string_view>

#include "simd/math/reference.h"
#include "simd/math/test_samples.h"

namespace paddock::simd {
namespace {

constexpr Numerics kBothNumerics[] = {Numerics::kPortable, Numerics::kFast};

// Whether long double is wider than f64 and has functions to match.
#if defined(__EMSCRIPTEN__)
constexpr bool kWideReference = false;
#else
constexpr bool kWideReference = LDBL_MANT_DIG > DBL_MANT_DIG;
#endif

struct Worst {
  double ulp = 0;
  std::string where;
  void Note(double error, double x, double y, double result) {
    if (!(error > ulp)) return;
    ulp = error;
    std::ostringstream text;
    text << std::hexfloat << "f(" << x << ", " << y << ") = " << result;
    where = text.str();
  }
};

template <class T, class Expected>
Worst WorstOfKernel(const MathKernel& row, Numerics numerics, const std::vector<T>& x,
                    const std::vector<T>& y, Expected expected) {
  const ElementwiseFunction kernel = FindMathFunction(row.name, TestType<T>::kType, numerics);
  REQUIRE(kernel != nullptr);
  std::vector<T> results(x.size());
  const void* operands[] = {x.data(), y.data()};
  kernel(operands, results.data(), x.size(), nullptr);
  Worst worst;
  for (size_t i = 0; i < x.size(); ++i) {
    worst.Note(UlpErrorOf(results[i], expected(x[i], y[i]), row.least), x[i], y[i], results[i]);
  }
  return worst;
}

template <class T>
Worst WorstOfSample(const MathKernel& row, Numerics numerics, size_t count) {
  std::vector<T> x = SampleOperand<T>(row, 0, count, 1);
  std::vector<T> y = SampleOperand<T>(row, 1, count, 1);
  // The bounds hold right of 0, where no terms cancel, and for orders whose factorial is an f64;
  // order 0 is digamma.
  if (WantsIntegers(row)) {
    for (T& value : y) value = std::abs(value);
    if (row.name == "polygamma") {
      for (T& value : x) value = value == 0 ? 1 : value > 170 ? 100 : value;
    }
  }
  constexpr bool kF32 = sizeof(T) == 4;
  if (row.operand_count == 1) {
    const UnaryReference reference = FindUnaryReference(row.name);
    REQUIRE(reference.f64 != nullptr);
    return WorstOfKernel(row, numerics, x, y,
                         [&](T a, T) -> std::conditional_t<kF32, double, long double> {
                           if constexpr (kF32)
                             return reference.f64(a);
                           else
                             return reference.wide(a);
                         });
  }
  const BinaryReference reference = FindBinaryReference(row.name);
  REQUIRE(reference.f64 != nullptr);
  return WorstOfKernel(row, numerics, x, y,
                       [&](T a, T b) -> std::conditional_t<kF32, double, long double> {
                         if constexpr (kF32)
                           return reference.f64(a, b);
                         else
                           return reference.wide(a, b);
                       });
}

constexpr size_t kUsualSample = 40000;

// The number of operands in a sample: PADDOCK_MATH_SAMPLE. A greater number than the usual one
// prints the worst operand of each kernel, too.
size_t SampleSize() {
  const char* asked = std::getenv("PADDOCK_MATH_SAMPLE");
  return asked != nullptr ? std::strtoull(asked, nullptr, 10) : kUsualSample;
}

// In WebAssembly the fast sinh and cosh are rounded once, unlike those that follow JAX's steps.
template <class T>
double BoundOf(const MathKernel& row, Numerics numerics) {
  const bool is_rounded_once = HWY_ARCH_WASM && sizeof(T) == 4 && numerics == Numerics::kFast;
  return is_rounded_once ? std::min<double>(BoundOf<T>(row), 1) : BoundOf<T>(row);
}

template <class T>
void CheckBounds(const std::string& target) {
  const size_t size = SampleSize();
  for (const MathKernel& row : MathKernels()) {
    if (BoundOf<T>(row) == 0) continue;
    for (const Numerics numerics : kBothNumerics) {
      const Worst worst = WorstOfSample<T>(row, numerics, size);
      INFO(target << " " << row.name << " " << worst.where);
      CHECK(worst.ulp <= BoundOf<T>(row, numerics));
      if (size <= kUsualSample) continue;
      WARN(target << " " << row.name << (numerics == Numerics::kFast ? " fast " : " portable ")
                  << worst.ulp << " " << worst.where);
    }
  }
}

// The 32 floats on either side of each quarter of a binade from 2^-6 to 16, both signs.
std::vector<float> BesideQuarters() {
  std::vector<float> values;
  for (uint32_t quarter = 0x3C800000; quarter <= 0x41800000; quarter += 1 << 21) {
    for (uint32_t bits = quarter - 32; bits < quarter + 32; ++bits) {
      values.push_back(std::bit_cast<float>(bits));
      values.push_back(-values.back());
    }
  }
  return values;
}

}  // namespace

TEST_CASE("functions are within their bound in f32 where their pieces meet", "[simd]") {
  const std::vector<float> x = BesideQuarters();
  ForEachTarget([&](const std::string& target) {
    for (const MathKernel& row : MathKernels()) {
      if (BoundOf<float>(row) == 0 || row.operand_count != 1) continue;
      const auto reference = FindUnaryReference(row.name).f64;
      const Worst worst =
          WorstOfKernel(row, Numerics::kFast, x, x, [&](double a, double) { return reference(a); });
      INFO(target << " " << row.name << " " << worst.where);
      CHECK(worst.ulp > 0);
      CHECK(worst.ulp <= row.max_ulp_f32);
    }
  });
}

// In WebAssembly, less careful coefficients or remainders exceed the bound there.
TEST_CASE("exponentials of f32 are within their bound at the hardest operands", "[simd]") {
  const std::vector<float> x = {-0x1.77a92ap+2F, 0x1.ab760ep+4F,  -0x1.76c71ap+2F, 0x1.ab8932p+4F,
                                0x1.ab572cp+4F,  -0x1.769e88p+2F, 0x1.5075cap+2F,  -0x1.77320ap+2F,
                                0x1.50512ap+2F,  -0x1.b610fp+4F,  -0x1.7804a6p+2F, 0x1.433e02p+6F};
  ForEachTarget([&](const std::string& target) {
    for (const MathKernel& row : MathKernels()) {
      if (std::string_view(row.name) != "exponential") continue;
      const Worst worst =
          WorstOfKernel(row, Numerics::kFast, x, x, [](double a, double) { return std::exp(a); });
      INFO(target << " " << worst.where);
      CHECK(worst.ulp > 0);
      CHECK(worst.ulp <= row.max_ulp_f32);
    }
  });
}

TEST_CASE("math kernels are within their bound in f32", "[simd]") {
  ForEachTarget(CheckBounds<float>);
}

TEST_CASE("math kernels are within their bound in f64", "[simd]") {
  if (!kWideReference) SKIP("long double is f64 here; the portable bits are pinned instead");
  ForEachTarget(CheckBounds<double>);
}

}  // namespace paddock::simd
