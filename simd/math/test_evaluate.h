// Helpers for tests at single operands: evaluating a kernel, finding its row, and lists of
// difficult operands.
#ifndef PADDOCK_SIMD_MATH_TEST_EVALUATE_H_
#define PADDOCK_SIMD_MATH_TEST_EVALUATE_H_

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <complex>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "simd/math/reference.h"
#include "simd/math/test_samples.h"

namespace paddock::simd {

using C128 = std::complex<double>;
using C64 = std::complex<float>;

inline constexpr double kInf = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kPi = 3.141592653589793;

template <class T>
T Evaluate(std::string_view name, T x, T y = 0) {
  const ElementwiseFunction kernel =
      FindMathFunction(name, TestType<T>::kType, Numerics::kPortable);
  REQUIRE(kernel != nullptr);
  const void* operands[] = {&x, &y};
  T result = 0;
  kernel(operands, &result, 1, nullptr);
  return result;
}

inline const MathKernel& RowOf(std::string_view name) {
  for (const MathKernel& row : MathKernels()) {
    if (row.name == name) return row;
  }
  FAIL("no row for " << name);
  return MathKernels()[0];
}

// Whether both are NaN, or equal with the same sign of zero.
template <class T>
bool IsSame(T a, T b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b && std::signbit(a) == std::signbit(b);
}

template <class T, class Wide>
double GreaterPartError(std::complex<T> result, Wide re, Wide im) {
  const Wide greater = std::max(std::abs(re), std::abs(im));
  const int place = std::ilogb(greater) - std::numeric_limits<T>::digits + 1;
  const Wide error =
      std::max(std::abs(Wide{result.real()} - re), std::abs(Wide{result.imag()} - im));
  return static_cast<double>(std::scalbn(error, -place));
}

struct ComplexCase {
  std::string_view name;
  C128 operand;
  C128 result;
};

// Checks every target against the bound of the function's row.
inline void CheckHardCases(std::span<const ComplexCase> cases) {
  ForEachTarget([&](const std::string& target) {
    for (const ComplexCase& row : cases) {
      const C128 result = Evaluate(row.name, row.operand);
      const MathKernel& kernel = RowOf(row.name);
      INFO(target << " " << row.name << row.operand << " = " << result << ", not " << row.result);
      // The expected value itself is rounded.
      const double bound = kernel.max_ulp_c128 + 0.5;
      if (kernel.complex_error == ComplexError::kEachPart) {
        CHECK(UlpError(result.real(), row.result.real()) <= bound);
        CHECK(UlpError(result.imag(), row.result.imag()) <= bound);
      } else {
        CHECK(GreaterPartError(result, row.result.real(), row.result.imag()) <= bound);
      }
    }
  });
}

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MATH_TEST_EVALUATE_H_
