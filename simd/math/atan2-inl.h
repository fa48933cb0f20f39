// atan2 of finite or infinite operands, by division, one reduction by pi/4 and
// a polynomial.
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_ATAN2_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_ATAN2_INL_H_
#undef PADDOCK_SIMD_MATH_ATAN2_INL_H_
#else
#define PADDOCK_SIMD_MATH_ATAN2_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/math/coefficients.h"
#include "simd/math/pair-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Normalises numerator <= denominator by exact powers of two, so that products of both and their
// errors neither overflow nor underflow: 0/0 becomes 0/1, inf/inf 1/1, f/inf 0/1.
template <class Element, class D, class V>
HWY_INLINE void NormaliseRatio(D d, V& numerator, V& denominator) {
  const V zero = hn::Zero(d);
  const V one = hn::Set(d, 1.0);
  const V infinity = hn::Set(d, kInfinity);
  const auto numerator_is_infinite = hn::Eq(numerator, infinity);
  const auto denominator_is_infinite = hn::Eq(denominator, infinity);
  if constexpr (sizeof(Element) == 8) {
    const auto is_small = hn::Lt(denominator, hn::Set(d, 0x1p-500));
    const auto is_large = hn::Gt(denominator, hn::Set(d, 0x1p500));
    const V scale = hn::IfThenElse(is_small, hn::Set(d, 0x1p500),
                                   hn::IfThenElse(is_large, hn::Set(d, 0x1p-500), one));
    numerator = hn::Mul(numerator, scale);
    denominator = hn::Mul(denominator, scale);
  }
  numerator = hn::IfThenElse(denominator_is_infinite,
                             hn::IfThenElseZero(numerator_is_infinite, one), numerator);
  const auto is_one = hn::Or(denominator_is_infinite, hn::Eq(denominator, zero));
  denominator = hn::IfThenElse(is_one, one, denominator);
}

// atan(numerator / denominator) in [0, pi/4] as a pair, of normalised operands.
template <class Element, Numerics kNumerics, class D, class V>
HWY_INLINE Pair<V> AtanOfRatio(D d, V numerator, V denominator) {
  // Above tan(pi/8): pi/4 - atan((denominator - numerator) / (denominator + numerator)).
  const V limit = hn::Mul(denominator, hn::Set(d, 0x1.a827999fcef32p-2));
  const auto is_above = hn::Gt(numerator, limit);
  if constexpr (sizeof(Element) == 4) {
    const V top = hn::IfThenElse(is_above, hn::Sub(numerator, denominator), numerator);
    const V bottom = hn::IfThenElse(is_above, hn::Add(numerator, denominator), denominator);
    const V q = hn::Div(top, bottom);
    const V z = hn::Mul(q, q);
    const V atan =
        MultiplyAdd<kNumerics>(hn::Mul(q, z), Polynomial<kNumerics>(d, z, kAtanTailF32), q);
    const V base = hn::IfThenElseZero(is_above, hn::Set(d, 0x1.921fb54442d18p-1));
    return {hn::Add(base, atan), hn::Zero(d)};
  } else {
    const Pair<V> difference = TwoSum(numerator, hn::Neg(denominator));
    const Pair<V> sum = TwoSum(denominator, numerator);
    const Pair<V> top = {hn::IfThenElse(is_above, difference.hi, numerator),
                         hn::IfThenElseZero(is_above, difference.lo)};
    const Pair<V> bottom = {hn::IfThenElse(is_above, sum.hi, denominator),
                            hn::IfThenElseZero(is_above, sum.lo)};
    Pair<V> q = DividePairs<kNumerics>(d, top, bottom);
    // The low part of a tiny quotient underflows, so it is dropped.
    const V plain = hn::Div(top.hi, bottom.hi);
    const auto is_tiny = hn::Lt(hn::Abs(plain), hn::Set(d, 0x1p-400));
    q = {hn::IfThenElse(is_tiny, plain, q.hi), hn::IfThenZeroElse(is_tiny, q.lo)};
    const V z = hn::Mul(q.hi, q.hi);
    const V tail =
        MultiplyAdd<kNumerics>(hn::Mul(q.hi, z), Polynomial<kNumerics>(d, z, kAtanTailF64), q.lo);
    const Pair<V> sum_hi =
        TwoSum(hn::IfThenElseZero(is_above, hn::Set(d, 0x1.921fb54442d18p-1)), q.hi);
    const V base_lo = hn::IfThenElseZero(is_above, hn::Set(d, 0x1.1a62633145c07p-55));
    return FastTwoSum(sum_hi.hi, hn::Add(sum_hi.lo, hn::Add(base_lo, tail)));
  }
}

template <class Element, Numerics kNumerics, class D, class V>
HWY_INLINE Pair<V> Atan2PairOf(D d, V y, V x) {
  const V y_magnitude = hn::Abs(y);
  const V x_magnitude = hn::Abs(x);
  const auto is_steep = hn::Gt(y_magnitude, x_magnitude);
  V numerator = hn::IfThenElse(is_steep, x_magnitude, y_magnitude);
  V denominator = hn::IfThenElse(is_steep, y_magnitude, x_magnitude);
  NormaliseRatio<Element>(d, numerator, denominator);
  Pair<V> angle = AtanOfRatio<Element, kNumerics>(d, numerator, denominator);
  // x < 0 and shallow: pi - angle; steep: pi/2 -+ angle. Both are base + sign * angle.
  const hn::RebindToSigned<D> di;
  const auto x_is_negative = hn::RebindMask(d, hn::Lt(hn::BitCast(di, x), hn::Zero(di)));
  const V base =
      hn::IfThenElse(is_steep, hn::Set(d, 0x1.921fb54442d18p+0),
                     hn::IfThenElseZero(x_is_negative, hn::Set(d, 0x1.921fb54442d18p+1)));
  const V base_lo =
      hn::IfThenElse(is_steep, hn::Set(d, 0x1.1a62633145c07p-54),
                     hn::IfThenElseZero(x_is_negative, hn::Set(d, 0x1.1a62633145c07p-53)));
  const auto is_negated = hn::Xor(is_steep, x_is_negative);
  angle.hi = hn::IfThenElse(is_negated, hn::Neg(angle.hi), angle.hi);
  angle.lo = hn::IfThenElse(is_negated, hn::Neg(angle.lo), angle.lo);
  const Pair<V> sum = TwoSum(base, angle.hi);
  const Pair<V> result = FastTwoSum(sum.hi, hn::Add(sum.lo, hn::Add(base_lo, angle.lo)));
  const auto has_nan = hn::Or(hn::IsNaN(x), hn::IsNaN(y));
  const V sign = hn::And(y, hn::SignBit(d));
  return {hn::IfThenElse(has_nan, hn::Set(d, kNaN), hn::Or(result.hi, sign)),
          hn::Xor(result.lo, sign)};
}

// The angle of a right triangle opposite to `opposite`, for f32 that is rounded once. Both catheti
// are at least 0, and one of them more.
template <Numerics kNumerics, class D, class V>
HWY_INLINE V ShortAngle(D d, V opposite, V adjacent) {
  const auto is_steep = hn::Gt(opposite, adjacent);
  const V angle = AtanOfRatio<float, kNumerics>(d, hn::IfThenElse(is_steep, adjacent, opposite),
                                                hn::IfThenElse(is_steep, opposite, adjacent))
                      .hi;
  return hn::IfThenElse(is_steep, hn::Sub(hn::Set(d, 0x1.921fb54442d18p+0), angle), angle);
}

template <Numerics kNumerics, class D, class V>
PADDOCK_LONG_PART Pair<V> Atan2PairInF64(D d, V y, V x) {
  return Atan2PairOf<double, kNumerics>(d, y, x);
}

template <class Element, Numerics kNumerics, class D, class V>
HWY_INLINE Pair<V> Atan2Pair(D d, V y, V x) {
  if constexpr (sizeof(Element) == 8) return Atan2PairInF64<kNumerics>(d, y, x);
  return Atan2PairOf<Element, kNumerics>(d, y, x);
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MATH_ATAN2_INL_H_
