// sinh and cosh as pairs, for the hyperbolic and the complex trigonometric functions.
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_HYPERBOLIC_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_HYPERBOLIC_INL_H_
#undef PADDOCK_SIMD_MATH_HYPERBOLIC_INL_H_
#else
#define PADDOCK_SIMD_MATH_HYPERBOLIC_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/math/complex-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// sinh x and cosh x, both to be multiplied by 2^k.
template <class V>
struct HyperbolicPairs {
  Pair<V> sinh;
  Pair<V> cosh;
  V k;
};

// With t = e^|x| - 1: sinh = (t + t / (t + 1)) / 2, cosh = 1 + t^2 / (2 (t + 1)).
// Beyond 40 both are e^|x| / 2.
template <class D, class V>
HWY_INLINE HyperbolicPairs<V> SinhAndCosh(D d, V x) {
  const V magnitude = hn::Abs(x);
  const V half = hn::Set(d, 0.5);
  const Pair<V> t = ExponentialMinusOnePair(d, Limit(d, magnitude, 0.0, 40.0));
  const Pair<V> t_plus_one = AddPairs(SetPair(d, 1.0), t);
  const Pair<V> ratio = DividePairs<kPortable>(d, t, t_plus_one);
  Pair<V> sinh = ScalePair(AddPairs(t, ratio), half);
  // t underflows to the operand before its half is rounded.
  const auto is_tiny = hn::Lt(magnitude, hn::Set(d, 0x1p-500));
  sinh = {hn::IfThenElse(is_tiny, magnitude, sinh.hi), hn::IfThenZeroElse(is_tiny, sinh.lo)};
  const Pair<V> square = ScalePair(MultiplyPairs<kPortable>(d, t, ratio), half);
  Pair<V> cosh = AddPairs(SetPair(d, 1.0), square);
  const ScaledPair<V> exponential = ExponentialPair(d, Pair<V>{magnitude, hn::Zero(d)});
  const auto is_large = hn::Gt(magnitude, hn::Set(d, 40.0));
  sinh = SelectPair(is_large, exponential.mantissa, sinh);
  cosh = SelectPair(is_large, exponential.mantissa, cosh);
  // Applies the sign of x, which may be -0, to both parts of the pair.
  const V sign = hn::And(x, hn::SignBit(d));
  sinh = {hn::Xor(sinh.hi, sign), hn::Xor(sinh.lo, sign)};
  return {sinh, cosh, hn::IfThenElseZero(is_large, hn::Sub(exponential.k, hn::Set(d, 1.0)))};
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MATH_HYPERBOLIC_INL_H_
