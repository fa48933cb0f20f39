// Arithmetic of Number. Products and quotients of real numbers stay exactly real.
#ifndef PADDOCK_SIMD_FACTOR_NUMBER_ARITHMETIC_H_
#define PADDOCK_SIMD_FACTOR_NUMBER_ARITHMETIC_H_

#include <bit>
#include <cmath>
#include <cstdint>

#include "simd/linalg/number.h"

namespace paddock::simd {

inline double Magnitude(double x) {
  return std::bit_cast<double>(std::bit_cast<uint64_t>(x) & ~(uint64_t{1} << 63));
}
// |x| with the sign of `sign`.
inline double WithSign(double x, double sign) {
  const uint64_t bit = uint64_t{1} << 63;
  return std::bit_cast<double>((std::bit_cast<uint64_t>(x) & ~bit) |
                               (std::bit_cast<uint64_t>(sign) & bit));
}
inline bool IsFinite(double x) { return (std::bit_cast<uint64_t>(x) >> 52 & 0x7FF) != 0x7FF; }
inline constexpr double kEpsilon = 0x1p-53;
// The smallest normal number, whose reciprocal is finite.
inline constexpr double kSafeMinimum = 0x1p-1022;

inline Number operator+(Number a, Number b) { return {a.re + b.re, a.im + b.im}; }
inline Number operator-(Number a, Number b) { return {a.re - b.re, a.im - b.im}; }
inline Number operator-(Number a) { return {-a.re, -a.im}; }
inline Number operator*(double a, Number b) { return {a * b.re, a * b.im}; }
// With a zero imaginary part, an infinite factor gives no NaN.
inline Number operator*(Number a, Number b) {
  if (a.im == 0 && b.im == 0) return {a.re * b.re, 0};
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
inline Number operator/(Number a, double b) { return {a.re / b, a.im / b}; }
inline Number Conjugate(Number a) { return {a.re, -a.im}; }
inline bool IsZero(Number a) { return a.re == 0 && a.im == 0; }
// |re| + |im|, BLAS' cabs1.
inline double Magnitude1(Number a) { return Magnitude(a.re) + Magnitude(a.im); }

// sqrt(x^2 + y^2) without overflow.
double Hypotenuse(double x, double y);
inline double Magnitude(Number a) { return a.im == 0 ? Magnitude(a.re) : Hypotenuse(a.re, a.im); }
// Divides by Smith's method, which only overflows if the result does.
Number Divide(Number a, Number b);
// The root in the right half-plane.
Number SquareRoot(Number a);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FACTOR_NUMBER_ARITHMETIC_H_
