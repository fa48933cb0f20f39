// sine, cosine, tan, sinh, cosh and tanh of complex numbers.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/math/complex_trigonometric.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "simd/math/complex_map-inl.h"
#include "simd/math/family.h"
#include "simd/math/hyperbolic-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

// Returns a product of the odd function of `part` and a factor that may be undefined: 0 with the
// part's sign if the part is 0.
template <class D, class V>
HWY_INLINE V ZeroOfZero(D d, V part, V product) {
  const auto is_zero = hn::And(hn::Eq(part, hn::Zero(d)), hn::IsNaN(product));
  return hn::IfThenElse(is_zero, part, product);
}

// sin x cosh y + i cos x sinh y.
struct ComplexSine {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    const auto angle = SineAndCosineOf(d, z.re);
    const auto hyperbolic = SinhAndCosh(d, z.im);
    const V re = TimesExponential(d, angle.sine, ScaledPair<V>{hyperbolic.cosh, hyperbolic.k});
    const V im = TimesExponential(d, hyperbolic.sinh, ScaledPair<V>{angle.cosine, hyperbolic.k});
    return {ZeroOfZero(d, z.re, re), ZeroOfZero(d, z.im, im)};
  }
};

// cos x cosh y - i sin x sinh y.
struct ComplexCosine {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    const auto angle = SineAndCosineOf(d, z.re);
    const auto hyperbolic = SinhAndCosh(d, z.im);
    const V im = ProductOfTiny(d, angle.sine, hyperbolic);
    const auto is_real = hn::Or(hn::Eq(z.re, hn::Zero(d)), hn::Eq(z.im, hn::Zero(d)));
    return {TimesExponential(d, angle.cosine, ScaledPair<V>{hyperbolic.cosh, hyperbolic.k}),
            hn::IfThenZeroElse(hn::And(is_real, hn::IsNaN(im)), hn::Neg(im))};
  }

 private:
  // sin x sinh y, where both may be tiny: each is scaled up separately.
  template <class D, class V>
  static HWY_INLINE V ProductOfTiny(D d, Pair<V> sine, HyperbolicPairs<V> hyperbolic) {
    const auto is_tiny = hn::Lt(hn::Abs(sine.hi), hn::Set(d, 0x1p-500));
    const V lift = hn::IfThenElse(is_tiny, hn::Set(d, 0x1p500), hn::Set(d, 1.0));
    const V k = hn::Sub(hyperbolic.k, hn::IfThenElseZero(is_tiny, hn::Set(d, 500.0)));
    return TimesExponential(d, hyperbolic.sinh, ScaledPair<V>{ScalePair(sine, lift), k});
  }
};

// 4 sin y cos y e^(-2 |x|).
template <class D, class V>
HWY_INLINE V FarImaginaryPart(D d, V magnitude, V y, Pair<V> product) {
  const ScaledPair<V> decay =
      ExponentialPair(d, Pair<V>{hn::Mul(magnitude, hn::Set(d, -2.0)), hn::Zero(d)});
  const V part = TimesExponential(d, ScalePair(product, hn::Set(d, 4.0)), decay);
  // The angle is undefined, but only zero is rotated.
  const auto is_lost = hn::And(hn::Eq(magnitude, hn::Set(d, kInfinity)), hn::IsNaN(part));
  return hn::IfThenElse(is_lost, hn::CopySign(hn::Zero(d), y), part);
}

// (sinh x cosh x + i sin y cos y) / (cos^2 y + sinh^2 x), whose denominator is a
// sum of squares. Beyond 22: +-1 + 4 i sin y cos y e^(-2 |x|).
template <Numerics kNumerics, class D, class V>
PADDOCK_LONG_PART Complex<V> ComplexTanhOf(D d, V x, V y) {
  const V infinity = hn::Set(d, kInfinity);
  const V magnitude = hn::Abs(x);
  const auto angle = SineAndCosineOf(d, y);
  const auto hyperbolic = SinhAndCosh(d, Limit(d, x, -22.0, 22.0));
  const Pair<V> denominator =
      AddPairs(MultiplyPairs<kNumerics>(d, angle.cosine, angle.cosine),
               MultiplyPairs<kNumerics>(d, hyperbolic.sinh, hyperbolic.sinh));
  // Quotients first: products of tiny numerators would underflow.
  const Pair<V> re = MultiplyPairs<kNumerics>(
      d, hyperbolic.cosh, DividePairs<kNumerics>(d, hyperbolic.sinh, denominator));
  const Pair<V> im =
      MultiplyPairs<kNumerics>(d, angle.cosine, DividePairs<kNumerics>(d, angle.sine, denominator));
  const Pair<V> product = MultiplyPairs<kNumerics>(d, angle.sine, angle.cosine);
  const auto is_far = hn::Gt(magnitude, hn::Set(d, 22.0));
  V far_im = hn::Zero(d);
  if (!hn::AllFalse(d, is_far)) far_im = FarImaginaryPart(d, magnitude, y, product);
  // A finite number without an angle has no limit.
  const auto has_limit = hn::Or(hn::Eq(magnitude, infinity), hn::Eq(product.hi, product.hi));
  const V far_re = hn::IfThenElse(has_limit, hn::Set(d, 1.0), product.hi);
  const auto is_real = hn::Eq(y, hn::Zero(d));
  // The sum of a pair has lost the sign of a zero.
  const V near_im = hn::CopySign(im.hi, hn::Mul(angle.sine.hi, angle.cosine.hi));
  const V any_re = hn::CopySign(hn::IfThenElse(is_far, far_re, re.hi), x);
  return {ZeroOfZero(d, x, any_re),
          hn::IfThenElse(is_real, y, hn::IfThenElse(is_far, far_im, near_im))};
}

template <Numerics kNumerics>
struct ComplexTanh {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    return ComplexTanhOf<kNumerics>(d, z.re, z.im);
  }
};

// tan z = -i tanh(iz), and tanh is odd.
template <Numerics kNumerics>
struct ComplexTan {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    const Complex<V> tanh = ComplexTanhOf<kNumerics>(d, z.im, z.re);
    return {tanh.im, tanh.re};
  }
};

// sinh z = -i sin(iz): the sine of y + ix with its parts exchanged.
struct ComplexSinh {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    const Complex<V> sine = ComplexSine::Apply(d, Complex<V>{z.im, z.re});
    return {sine.im, sine.re};
  }
};

// cosh z = cos(iz).
struct ComplexCosh {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    return ComplexCosine::Apply(d, Complex<V>{hn::Neg(z.im), z.re});
  }
};

MathFamily ComplexTrigonometrics() {
  static constexpr MathImplementation kRows[] = {
      PADDOCK_COMPLEX_ROWS("sine", ComplexSine),
      PADDOCK_COMPLEX_ROWS("cosine", ComplexCosine),
      PADDOCK_COMPLEX_FUSED_ROWS("tan", ComplexTan),
      PADDOCK_COMPLEX_ROWS("sinh", ComplexSinh),
      PADDOCK_COMPLEX_ROWS("cosh", ComplexCosh),
      PADDOCK_COMPLEX_FUSED_ROWS("tanh", ComplexTanh),
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
