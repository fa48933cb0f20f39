// exponential, exponential_minus_one and logistic of complex numbers.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/math/complex_exponential.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "simd/math/complex_map-inl.h"
#include "simd/math/family.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

// e^x (cos y + i sin y), where x is a pair. An imaginary part that is zero is kept. An infinite one
// gives NaN in both parts, for any real part.
template <class D, class V>
HWY_INLINE Complex<V> ComplexExponentialOf(D d, V x, V y) {
  const auto angle = SineAndCosineOf(d, y);
  const ScaledPair<V> exponential = ExponentialPair(d, Pair<V>{x, hn::Zero(d)});
  const V im = TimesExponential(d, angle.sine, exponential);
  return {TimesExponential(d, angle.cosine, exponential),
          hn::IfThenElse(hn::Eq(y, hn::Zero(d)), y, im)};
}

struct ComplexExponential {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    return ComplexExponentialOf(d, z.re, z.im);
  }
};

// re = (e^x - 1) cos y - (1 - cos y), which for small z is the sum of two small
// terms; far from 0 the exponential's.
struct ComplexExponentialMinusOne {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    const Complex<V> exponential = ComplexExponentialOf(d, z.re, z.im);
    const Pair<V> cosine = SineAndCosineOf(d, z.im).cosine;
    const Pair<V> x_part = ExponentialMinusOnePair(d, Limit(d, z.re, -38.0, 40.0));
    const Pair<V> one_minus_cosine = AddPairs(SetPair(d, 1.0), Negate(cosine));
    const Pair<V> sum =
        AddPairs(MultiplyPairs<kPortable>(d, x_part, cosine), Negate(one_minus_cosine));
    const auto is_large = hn::Gt(z.re, hn::Set(d, 40.0));
    V re = hn::IfThenElse(is_large, exponential.re, sum.hi);
    re = hn::IfThenElse(hn::Eq(z.im, hn::Zero(d)), RealPart(d, z.re, re), re);
    return {re, exponential.im};
  }

 private:
  // On the real axis the imaginary part has the operand's sign, including that of -0.
  template <class D, class V>
  static HWY_INLINE V RealPart(D d, V x, V result) {
    return hn::IfThenElse(hn::Eq(result, hn::Zero(d)), x, result);
  }
};

// With w = e^-|x|, a = 1 - w, b = 2 cos^2(y/2), c = a^2 + 2 w b (that is
// |1 + w e^(iy)|^2, without its cancellation near the poles):
// ((a + w b) + i w sin y) / c for x >= 0, (w (b - a) + i w sin y) / c for x < 0.
struct ComplexLogistic {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    const V two = hn::Set(d, 2.0);
    const V negative = hn::Neg(hn::Abs(z.re));
    const ScaledPair<V> w = ExponentialPair(d, Pair<V>{negative, hn::Zero(d)});
    const Pair<V> a = Negate(ExponentialMinusOnePair(d, Limit(d, negative, -38.0, 0.0)));
    // Below 2^-900, w is only added to terms near 1.
    const V power = PowerOfTwo(d, RoundToInteger(d, Limit(d, w.k, -900.0, 0.0)).bits);
    const Pair<V> w_value = ScalePair(w.mantissa, power);
    const auto half_angle = SineAndCosineOf(d, hn::Mul(z.im, hn::Set(d, 0.5)));
    const Pair<V> sine = half_angle.sine;
    const Pair<V> cosine = half_angle.cosine;
    const Pair<V> b = ScalePair(MultiplyPairs<kPortable>(d, cosine, cosine), two);
    const Pair<V> w_b = MultiplyPairs<kPortable>(d, w_value, b);
    const Pair<V> c = AddPairs(MultiplyPairs<kPortable>(d, a, a), ScalePair(w_b, two));
    const Pair<V> sine_y = ScalePair(MultiplyPairs<kPortable>(d, sine, cosine), two);
    const V im = TimesExponential(d, DividePairs<kPortable>(d, sine_y, c), w);
    const V right = DividePairs<kPortable>(d, AddPairs(a, w_b), c).hi;
    const V left = TimesExponential(d, DividePairs<kPortable>(d, AddPairs(b, Negate(a)), c), w);
    return {hn::IfThenElse(hn::Lt(z.re, hn::Zero(d)), left, right),
            hn::IfThenElse(hn::Eq(z.im, hn::Zero(d)), z.im, im)};
  }
};

MathFamily ComplexExponentials() {
  static constexpr MathImplementation kRows[] = {
      PADDOCK_COMPLEX_ROWS("exponential", ComplexExponential),
      PADDOCK_COMPLEX_ROWS("exponential_minus_one", ComplexExponentialMinusOne),
      PADDOCK_COMPLEX_ROWS("logistic", ComplexLogistic),
  };
  return kRows;
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
HWY_EXPORT(ComplexExponentials);
MathFamily ComplexExponentialFamily() { return HWY_DYNAMIC_DISPATCH(ComplexExponentials)(); }
}  // namespace paddock::simd
#endif
