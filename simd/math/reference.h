// References of the mathematical kernels, for tests and the sweep only: the C
// library's functions, one precision up.
#ifndef PADDOCK_SIMD_MATH_REFERENCE_H_
#define PADDOCK_SIMD_MATH_REFERENCE_H_

#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

namespace paddock::simd {

// For f32 the reference is f64; for f64 long double, which is wider on x86 only.
struct UnaryReference {
  std::string_view name;
  double (*f64)(double);
  long double (*wide)(long double);
};

struct BinaryReference {
  std::string_view name;
  double (*f64)(double, double);
  long double (*wide)(long double, long double);
};

UnaryReference FindUnaryReference(std::string_view name);
BinaryReference FindBinaryReference(std::string_view name);

// Returns the distance of `result` from the exact value `expected`, in units of the last place of T
// in the binade of `expected`. 0 for the same special value, infinite for another. Values that
// round to infinity count as infinity.
template <class T, class Wide>
double UlpError(T result, Wide expected) {
  constexpr double kWrong = std::numeric_limits<double>::infinity();
  if (std::isnan(expected)) return std::isnan(result) ? 0 : kWrong;
  const T rounded = static_cast<T>(expected);
  if (result == rounded) {
    const bool zero_differs = result == 0 && std::signbit(result) != std::signbit(expected);
    if (zero_differs) return kWrong;
    if (!std::isfinite(result)) return 0;
  }
  const bool is_next_to_infinite =
      std::isinf(rounded) && std::abs(result) == std::numeric_limits<T>::max();
  if (!std::isfinite(result) || (std::isinf(rounded) && !is_next_to_infinite)) {
    return std::isinf(result) && std::abs(rounded) == std::numeric_limits<T>::max() ? 1 : kWrong;
  }
  if (std::isinf(expected)) return kWrong;
  const int exponent =
      expected == 0 ? std::numeric_limits<T>::min_exponent - 1 : std::ilogb(expected);
  const int least = std::numeric_limits<T>::min_exponent - 1;
  const int last_place = (exponent < least ? least : exponent) - std::numeric_limits<T>::digits + 1;
  const Wide error = std::abs(static_cast<Wide>(result) - expected);
  return static_cast<double>(std::scalbn(error, -last_place));
}

// Counts a result below `least` in units of the last place of `least`.
template <class T, class Wide>
double UlpErrorOf(T result, Wide expected, double least) {
  const bool is_small = std::abs(expected) < static_cast<Wide>(least);
  if (!is_small || !std::isfinite(result)) return UlpError(result, expected);
  const int last_place = std::ilogb(least) - std::numeric_limits<T>::digits + 1;
  const Wide error = std::abs(static_cast<Wide>(result) - expected);
  return static_cast<double>(std::scalbn(error, -last_place));
}

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MATH_REFERENCE_H_
