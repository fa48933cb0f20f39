// power: e^(y log |x|) with the logarithm and the product as pairs (f64), and
// IEEE 754's special cases.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/math/power.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "simd/math/exponential-inl.h"
#include "simd/math/family.h"
#include "simd/math/four-inl.h"
#include "simd/math/logarithm-inl.h"
#include "simd/math/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

// e^(y log), where the logarithm is a pair and abs(y) <= 2^1000.
template <Numerics kNumerics, class D, class V>
HWY_INLINE V PowerOfLogarithm(D d, Pair<V> log, V y) {
  const Pair<V> product = MultiplyPairs<kNumerics>(d, log, Pair<V>{y, hn::Zero(d)});
  const V hi = Limit(d, product.hi, -1000.0, 1000.0);
  const V lo = hn::IfThenElseZero(hn::Eq(hi, product.hi), product.lo);
  const auto exponential = SplitExponential<double, kNumerics>(d, hi, lo);
  const V mantissa = hn::Add(hn::Set(d, 1.0), hn::Add(exponential.r, exponential.tail));
  return Scale(d, mantissa, exponential.k);
}

// magnitude^y for 0 < magnitude < infinity and finite y.
template <class Element, Numerics kNumerics, class D, class V>
HWY_INLINE V PowerOfMagnitude(D d, V magnitude, V y) {
  const auto parts = SplitLogarithm<Element>(d, magnitude);
  if constexpr (sizeof(Element) == 4) {
    const V log = JoinLogarithm<Element, kNumerics>(d, parts, hn::Zero(d));
    return Exponential::Apply<Element, kNumerics>(d, hn::Mul(y, log));
  } else {
    // Beyond 2^70 every y overflows or underflows, unless the logarithm is 0.
    const V exponent = Limit(d, y, -0x1p70, 0x1p70);
    const Pair<V> f = {parts.f, hn::Zero(d)};
    return PowerOfLogarithm<kNumerics>(d, LogarithmPair<kNumerics>(d, parts.k, f), exponent);
  }
}

struct Power {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x, V y) {
    const V zero = hn::Zero(d);
    const V one = hn::Set(d, 1.0);
    const V infinity = hn::Set(d, kInfinity);
    const V magnitude = hn::Abs(x);
    const V y_magnitude = hn::Abs(y);
    V result = PowerOfMagnitude<Element, kNumerics>(d, magnitude, y);
    // 0 and infinity, as base or exponent: 0 or infinity, or 1 for (+-1)^(+-inf).
    const auto y_is_infinite = hn::Eq(y_magnitude, infinity);
    const auto is_extreme =
        hn::Or(hn::Or(hn::Eq(magnitude, zero), hn::Eq(magnitude, infinity)), y_is_infinite);
    const auto grows = hn::Xor(hn::Gt(magnitude, one), hn::Lt(y, zero));
    V extreme = hn::IfThenElseZero(grows, infinity);
    extreme = hn::IfThenElse(hn::Eq(magnitude, one), one, extreme);
    result = hn::IfThenElse(is_extreme, extreme, result);
    // A negative base: odd exponents negate, fractions have no real power.
    const V half_y = hn::Mul(y, hn::Set(d, 0.5));
    const auto y_is_integer = hn::Eq(hn::Trunc(y), y);
    const auto y_is_odd = hn::AndNot(hn::Eq(hn::Trunc(half_y), half_y), y_is_integer);
    const V signed_result = hn::IfThenElse(y_is_odd, hn::CopySign(result, x), result);
    const auto is_invalid = hn::AndNot(hn::Or(y_is_integer, is_extreme), hn::Lt(x, zero));
    result = hn::IfThenElse(is_invalid, hn::Set(d, kNaN), signed_result);
    const auto has_nan = hn::Or(hn::IsNaN(x), hn::IsNaN(y));
    result = hn::IfThenElse(has_nan, hn::Set(d, kNaN), result);
    const auto is_one = hn::Or(hn::Eq(x, one), hn::Eq(y, zero));
    return hn::IfThenElse(is_one, one, result);
  }
};

MathFamily Powers() {
  static constexpr MathImplementation kRows[] = {
      PADDOCK_MATH_ROWS("power", MapBinary, Power),
  };
  return kRows;
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
HWY_EXPORT(Powers);
MathFamily PowerFamily() { return HWY_DYNAMIC_DISPATCH(Powers)(); }
}  // namespace paddock::simd
#endif
