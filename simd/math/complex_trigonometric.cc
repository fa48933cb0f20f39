// sine, cosine, tan and tanh of complex numbers.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/math/complex_trigonometric.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "simd/math/complex_map-inl.h"
#include "simd/math/family.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

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
  // t underflows to the operand before its half can be rounded.
  const auto is_tiny = hn::Lt(magnitude, hn::Set(d, 0x1p-500));
  sinh = {hn::IfThenElse(is_tiny, magnitude, sinh.hi), hn::IfThenZeroElse(is_tiny, sinh.lo)};
  const Pair<V> square = ScalePair(MultiplyPairs<kPortable>(d, t, ratio), half);
  Pair<V> cosh = AddPairs(SetPair(d, 1.0), square);
  const ScaledPair<V> exponential = ExponentialPair(d, Pair<V>{magnitude, hn::Zero(d)});
  const auto is_large = hn::Gt(magnitude, hn::Set(d, 40.0));
  sinh = SelectPair(is_large, exponential.mantissa, sinh);
  cosh = SelectPair(is_large, exponential.mantissa, cosh);
  // The sign of x, which may be -0, for both parts of the pair.
  const V sign = hn::And(x, hn::SignBit(d));
  sinh = {hn::Xor(sinh.hi, sign), hn::Xor(sinh.lo, sign)};
  return {sinh, cosh, hn::IfThenElseZero(is_large, hn::Sub(exponential.k, hn::Set(d, 1.0)))};
}

// sin x cosh y + i cos x sinh y.
struct ComplexSine {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    const auto angle = SineAndCosineOf(d, z.re);
    const auto hyperbolic = SinhAndCosh(d, z.im);
    return {TimesExponential(d, angle.sine, ScaledPair<V>{hyperbolic.cosh, hyperbolic.k}),
            TimesExponential(d, hyperbolic.sinh, ScaledPair<V>{angle.cosine, hyperbolic.k})};
  }
};

// cos x cosh y - i sin x sinh y.
struct ComplexCosine {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    const auto angle = SineAndCosineOf(d, z.re);
    const auto hyperbolic = SinhAndCosh(d, z.im);
    return {TimesExponential(d, angle.cosine, ScaledPair<V>{hyperbolic.cosh, hyperbolic.k}),
            hn::Neg(ProductOfTiny(d, angle.sine, hyperbolic))};
  }

 private:
  // sin x sinh y, where both may be tiny: each is brought up by itself.
  template <class D, class V>
  static HWY_INLINE V ProductOfTiny(D d, Pair<V> sine, HyperbolicPairs<V> hyperbolic) {
    const auto is_tiny = hn::Lt(hn::Abs(sine.hi), hn::Set(d, 0x1p-500));
    const V lift = hn::IfThenElse(is_tiny, hn::Set(d, 0x1p500), hn::Set(d, 1.0));
    const V k = hn::Sub(hyperbolic.k, hn::IfThenElseZero(is_tiny, hn::Set(d, 500.0)));
    return TimesExponential(d, hyperbolic.sinh, ScaledPair<V>{ScalePair(sine, lift), k});
  }
};

// (sinh x cosh x + i sin y cos y) / (cos^2 y + sinh^2 x), whose denominator is a
// sum of squares. Beyond 22: +-1 + 4 i sin y cos y e^(-2 |x|).
template <class D, class V>
HWY_INLINE Complex<V> ComplexTanhOf(D d, V x, V y) {
  const V infinity = hn::Set(d, kInfinity);
  const V magnitude = hn::Abs(x);
  const auto angle = SineAndCosineOf(d, y);
  const auto hyperbolic = SinhAndCosh(d, Limit(d, x, -22.0, 22.0));
  const Pair<V> denominator =
      AddPairs(MultiplyPairs<kPortable>(d, angle.cosine, angle.cosine),
               MultiplyPairs<kPortable>(d, hyperbolic.sinh, hyperbolic.sinh));
  // Quotients first: products of tiny numerators would underflow.
  const Pair<V> re = MultiplyPairs<kPortable>(
      d, hyperbolic.cosh, DividePairs<kPortable>(d, hyperbolic.sinh, denominator));
  const Pair<V> im =
      MultiplyPairs<kPortable>(d, angle.cosine, DividePairs<kPortable>(d, angle.sine, denominator));
  const ScaledPair<V> decay =
      ExponentialPair(d, Pair<V>{hn::Mul(magnitude, hn::Set(d, -2.0)), hn::Zero(d)});
  const Pair<V> product = MultiplyPairs<kPortable>(d, angle.sine, angle.cosine);
  V far_im = TimesExponential(d, ScalePair(product, hn::Set(d, 4.0)), decay);
  // No angle, yet nothing but zero to turn.
  const auto is_lost = hn::And(hn::Eq(magnitude, infinity), hn::IsNaN(far_im));
  far_im = hn::IfThenElse(is_lost, hn::CopySign(hn::Zero(d), y), far_im);
  const auto is_far = hn::Gt(magnitude, hn::Set(d, 22.0));
  const auto is_real = hn::Eq(y, hn::Zero(d));
  return {hn::IfThenElse(is_far, hn::CopySign(hn::Set(d, 1.0), x), re.hi),
          hn::IfThenElse(is_real, y, hn::IfThenElse(is_far, far_im, im.hi))};
}

struct ComplexTanh {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    return ComplexTanhOf(d, z.re, z.im);
  }
};

// tan z = -i tanh(iz), and tanh is odd.
struct ComplexTan {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    const Complex<V> tanh = ComplexTanhOf(d, z.im, z.re);
    return {tanh.im, tanh.re};
  }
};

MathFamily ComplexTrigonometrics() {
  static constexpr MathImplementation kRows[] = {
      PADDOCK_COMPLEX_ROWS("sine", ComplexSine),
      PADDOCK_COMPLEX_ROWS("cosine", ComplexCosine),
      PADDOCK_COMPLEX_ROWS("tan", ComplexTan),
      PADDOCK_COMPLEX_ROWS("tanh", ComplexTanh),
  };
  return kRows;
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
HWY_EXPORT(ComplexTrigonometrics);
MathFamily ComplexTrigonometricFamily() { return HWY_DYNAMIC_DISPATCH(ComplexTrigonometrics)(); }
}  // namespace paddock::simd
#endif
