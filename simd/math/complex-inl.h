// Building blocks of the complex functions, over vectors of f64. complex<f32> is computed as
// complex<f64> and rounded once. Always portable: the same bits everywhere, and one copy of the
// code.
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_COMPLEX_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_COMPLEX_INL_H_
#undef PADDOCK_SIMD_MATH_COMPLEX_INL_H_
#else
#define PADDOCK_SIMD_MATH_COMPLEX_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/math/exponential-inl.h"
#include "simd/math/pair-inl.h"
#include "simd/math/trigonometric-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class V>
struct Complex {
  V re;
  V im;
};

// Returns a factor that scales numbers as large as `greatest` so that squares and their errors
// neither overflow nor underflow. Also returns the root of that factor.
template <class V>
struct SafeScale {
  V factor;
  V root;
  V exponent;
};

template <class D, class V>
HWY_INLINE SafeScale<V> SafeScaleFor(D d, V greatest) {
  const V one = hn::Set(d, 1.0);
  const auto is_large = hn::Gt(greatest, hn::Set(d, 0x1p400));
  const auto is_small = hn::Lt(greatest, hn::Set(d, 0x1p-400));
  const auto select = [&](double large, double small, V otherwise) HWY_ATTR {
    return hn::IfThenElse(is_large, hn::Set(d, large),
                          hn::IfThenElse(is_small, hn::Set(d, small), otherwise));
  };
  return {select(0x1p-600, 0x1p600, one), select(0x1p-300, 0x1p300, one),
          select(-600, 600, hn::Zero(d))};
}

// |x + iy| as a pair. x and y must be in SafeScale's range.
template <class D, class V>
HWY_INLINE Pair<V> ModulusPair(D d, V x, V y) {
  return SqrtOfPair(d, AddPairs(TwoProduct<kPortable>(d, x, x), TwoProduct<kPortable>(d, y, y)));
}

// e^x - 1 as a pair, for -38 <= x <= 700.
template <class D, class V>
HWY_INLINE Pair<V> ExponentialMinusOnePair(D d, V x) {
  V k;
  const Pair<V> scaled = SplitExponentialMinusOne<double, kPortable>(d, x, &k);
  return ScalePair(scaled, PowerOfTwo(d, RoundToInteger(d, k).bits));
}

// factor * e^x, where factor is a sine, a cosine or a product of these.
template <class D, class V>
HWY_INLINE V TimesExponential(D d, Pair<V> factor, ScaledPair<V> exponential) {
  // A tiny factor is scaled up first, because its low bits would underflow.
  const auto is_tiny = hn::Lt(hn::Abs(factor.hi), hn::Set(d, 0x1p-800));
  const V lift = hn::IfThenElse(is_tiny, hn::Set(d, 0x1p100), hn::Set(d, 1.0));
  const V k = hn::Sub(exponential.k, hn::IfThenElseZero(is_tiny, hn::Set(d, 100.0)));
  const Pair<V> product =
      MultiplyPairs<kPortable>(d, ScalePair(factor, lift), exponential.mantissa);
  // The sum of a pair has lost the sign of a zero product.
  const V plain = hn::Mul(factor.hi, exponential.mantissa.hi);
  const auto is_zero = hn::Eq(product.hi, hn::Zero(d));
  return ScaleWidely(d, hn::IfThenElse(is_zero, plain, product.hi), k);
}

// Sine and cosine as pairs, of a pair whose low part is negligible as an angle.
template <class D, class V>
HWY_INLINE SineAndCosine<V> SineAndCosineOfNear(D d, Pair<V> x) {
  const hn::RebindToUnsigned<D> du;
  const auto parts = ReduceAngle<double, kPortable>(d, x.hi);
  const Pair<V> sum = TwoSum(parts.angle.hi, x.lo);
  const Pair<V> angle = FastTwoSum(sum.hi, hn::Add(sum.lo, parts.angle.lo));
  const auto both = SineAndCosineOfReduced<double, kPortable>(d, angle);
  const Pair<V> sine = FastTwoSum(both.sine.hi, both.sine.lo);
  const Pair<V> cosine = FastTwoSum(both.cosine.hi, both.cosine.lo);
  const auto is_odd = hn::RebindMask(d, hn::TestBit(parts.quadrant, hn::Set(du, uint64_t{1})));
  const auto signed_by = [&](Pair<V> value, auto quadrant) HWY_ATTR {
    const V sign = hn::BitCast(d, hn::ShiftLeft<62>(hn::And(quadrant, hn::Set(du, 2))));
    return Pair<V>{hn::Xor(value.hi, sign), hn::Xor(value.lo, sign)};
  };
  const auto next = hn::Add(parts.quadrant, hn::Set(du, 1));
  Pair<V> x_sine = signed_by(SelectPair(is_odd, cosine, sine), parts.quadrant);
  x_sine.hi = hn::IfThenElse(hn::Eq(x.hi, hn::Zero(d)), x.hi, x_sine.hi);
  return {x_sine, signed_by(SelectPair(is_odd, sine, cosine), next)};
}

template <class D, class V>
HWY_INLINE SineAndCosine<V> SineAndCosineOf(D d, V x) {
  return SineAndCosineOfNear(d, Pair<V>{x, hn::Zero(d)});
}

// Sine and cosine of any pair, as pairs. The low part of a large angle is a considerable angle
// itself.
template <class D, class V>
HWY_INLINE SineAndCosine<V> SineAndCosineOfPair(D d, Pair<V> x) {
  const auto is_large = hn::Gt(hn::Abs(x.lo), hn::Set(d, 0x1p-10));
  const SineAndCosine<V> a =
      SineAndCosineOfNear(d, Pair<V>{x.hi, hn::IfThenZeroElse(is_large, x.lo)});
  if (hn::AllFalse(d, is_large)) return a;
  const SineAndCosine<V> b = SineAndCosineOf(d, hn::IfThenElseZero(is_large, x.lo));
  const auto times = [](Pair<V> p, Pair<V> q)
                         HWY_ATTR { return MultiplyPairs<kPortable>(D(), p, q); };
  const Pair<V> sine = AddPairs(times(a.sine, b.cosine), times(a.cosine, b.sine));
  const Pair<V> cosine = AddPairs(times(a.cosine, b.cosine), Negate(times(a.sine, b.sine)));
  return {SelectPair(is_large, sine, a.sine), SelectPair(is_large, cosine, a.cosine)};
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MATH_COMPLEX_INL_H_
