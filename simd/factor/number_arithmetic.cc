#include "simd/factor/number_arithmetic.h"

#include <algorithm>

#include "simd/linalg/rows.h"

namespace paddock::simd {

double Hypotenuse(double x, double y) {
  x = Magnitude(x);
  y = Magnitude(y);
  if (x != x || y != y) return x + y;
  const double large = std::max(x, y);
  const double small = std::min(x, y);
  if (small == 0 || !IsFinite(large)) return large;
  const double ratio = small / large;
  return large * SquareRoot(1 + ratio * ratio);
}

Number Divide(Number a, Number b) {
  if (b.im == 0) return {a.re / b.re, a.im == 0 ? 0 : a.im / b.re};
  if (Magnitude(b.re) >= Magnitude(b.im)) {
    const double ratio = b.im / b.re;
    const double divisor = b.re + b.im * ratio;
    return {(a.re + a.im * ratio) / divisor, (a.im - a.re * ratio) / divisor};
  }
  const double ratio = b.re / b.im;
  const double divisor = b.re * ratio + b.im;
  return {(a.re * ratio + a.im) / divisor, (a.im * ratio - a.re) / divisor};
}

Number SquareRoot(Number a) {
  if (a.im == 0) return a.re >= 0 ? Number{SquareRoot(a.re), 0} : Number{0, SquareRoot(-a.re)};
  const double half = SquareRoot((Magnitude(a.re) + Magnitude(a)) / 2);
  if (a.re >= 0) return {half, a.im / (2 * half)};
  return {Magnitude(a.im) / (2 * half), WithSign(half, a.im)};
}

}  // namespace paddock::simd
