// log, log_plus_one, power and atan2 of complex numbers.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/math/complex_logarithm.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "simd/math/atan2-inl.h"
#include "simd/math/complex_map-inl.h"
#include "simd/math/complex_root-inl.h"
#include "simd/math/family.h"
#include "simd/math/logarithm-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

// The sum of five terms as if in three times the precision, as a pair. Three passes reduce each
// term to at most an ULP of its successor.
template <class V>
HWY_INLINE Pair<V> SumOfTerms(V (&terms)[5]) {
  for (int pass = 0; pass < 3; ++pass) {
    for (int i = 1; i < 5; ++i) {
      const Pair<V> sum = TwoSum(terms[i], terms[i - 1]);
      terms[i] = sum.hi;
      terms[i - 1] = sum.lo;
    }
  }
  const V low = hn::Add(hn::Add(terms[0], terms[1]), terms[2]);
  return FastTwoSum(terms[4], hn::Add(terms[3], low));
}

// x * x exactly, for moderate x, by Dekker's product. The last bit of TwoProduct could be the whole
// difference from 1.
template <class D, class V>
HWY_INLINE Pair<V> ExactSquare(D d, V x) {
  const V product = hn::Mul(x, x);
  const V split = hn::Mul(x, hn::Set(d, 134217729.0));
  const V hi = hn::Sub(split, hn::Sub(split, x));
  const V lo = hn::Sub(x, hi);
  const V cross = hn::Mul(hn::Add(hi, hi), lo);
  const V high_error = hn::Sub(hn::Mul(hi, hi), product);
  return {product, hn::Add(hn::Add(high_error, cross), hn::Mul(lo, lo))};
}

// A number near 1 and the difference of its modulus from 1: |x + x_lo + iy|^2 - 1 is difference +
// root^2 + y^2.
template <class V>
struct ModulusTerms {
  V x;
  V x_lo;
  V y;
  V difference;
  V root;
};

// log|x + x_lo + iy| as a pair, with high relative accuracy even near 0.
template <class D, class V>
HWY_INLINE Pair<V> LogOfModulus(D d, ModulusTerms<V> terms) {
  const V zero = hn::Zero(d);
  const V half = hn::Set(d, 0.5);
  const V greatest = hn::Max(hn::Abs(terms.x), hn::Abs(terms.y));
  const auto scale = SafeScaleFor(d, greatest);
  const V x = hn::Mul(terms.x, scale.factor);
  const V y = hn::Mul(terms.y, scale.factor);
  Pair<V> square = AddPairs(TwoProduct<kPortable>(d, x, x), TwoProduct<kPortable>(d, y, y));
  const V cross = hn::Mul(hn::Add(x, x), hn::Mul(terms.x_lo, scale.factor));
  square = FastTwoSum(square.hi, hn::Add(square.lo, cross));
  const auto parts = SplitLogarithm<double>(d, square.hi);
  const V k = NegativeMultiplyAdd<kPortable>(scale.exponent, hn::Set(d, 2.0), parts.k);
  const V inverse = PowerOfTwo(d, RoundToInteger(d, hn::Neg(Limit(d, parts.k, -1000, 1000))).bits);
  const Pair<V> far = FastTwoSum(parts.f, hn::Mul(square.lo, inverse));

  const Pair<V> root_square = ExactSquare(d, terms.root);
  const Pair<V> y_square = ExactSquare(d, terms.y);
  V sum[5] = {root_square.lo, y_square.lo, y_square.hi, root_square.hi, terms.difference};
  const Pair<V> near = SumOfTerms(sum);
  const auto is_near = hn::And(hn::Eq(k, zero), hn::Eq(scale.exponent, zero));
  Pair<V> log = ScalePair(LogarithmPair<kPortable>(d, k, SelectPair(is_near, near, far)), half);

  const V infinity = hn::Set(d, kInfinity);
  const auto is_infinite =
      hn::Or(hn::Eq(hn::Abs(terms.x), infinity), hn::Eq(hn::Abs(terms.y), infinity));
  const auto is_zero = hn::And(hn::Eq(terms.x, zero), hn::Eq(terms.y, zero));
  const auto has_nan = hn::Or(hn::IsNaN(terms.x), hn::IsNaN(terms.y));
  log.hi = hn::IfThenElse(has_nan, hn::Set(d, kNaN), log.hi);
  log.hi = hn::IfThenElse(is_infinite, infinity, log.hi);
  log.hi = hn::IfThenElse(is_zero, hn::Neg(infinity), log.hi);
  const auto is_special = hn::Or(hn::Or(is_infinite, is_zero), has_nan);
  return {log.hi, hn::IfThenZeroElse(is_special, log.lo)};
}

template <class D, class V>
HWY_INLINE Pair<V> LogOfModulusOf(D d, Complex<V> z) {
  return LogOfModulus(d, ModulusTerms<V>{z.re, hn::Zero(d), z.im, hn::Set(d, -1.0), z.re});
}

struct ComplexLog {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    return {LogOfModulusOf(d, z).hi, Atan2Pair<double, kPortable>(d, z.im, z.re).hi};
  }
};

// Uses u = 1 + x: |u + iy|^2 - 1 = 2 x + x^2 + y^2.
struct ComplexLogPlusOne {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    const Pair<V> u = TwoSum(hn::Set(d, 1.0), z.re);
    // An infinite u has no rounding error.
    const auto is_finite = hn::Lt(hn::Abs(u.hi), hn::Set(d, kInfinity));
    const V lost = hn::IfThenElseZero(is_finite, u.lo);
    const V doubled = hn::Add(z.re, z.re);
    const V re = LogOfModulus(d, ModulusTerms<V>{u.hi, lost, z.im, doubled, z.re}).hi;
    // -0 stays on the real axis.
    const auto is_zero = hn::And(hn::Eq(z.re, hn::Zero(d)), hn::Eq(z.im, hn::Zero(d)));
    return {hn::IfThenElse(is_zero, z.re, re), Atan2Pair<double, kPortable>(d, z.im, u.hi).hi};
  }
};

// An infinite product has no low part.
template <class D, class V>
HWY_INLINE Pair<V> ScaleBack(D d, Pair<V> product, V factor) {
  const Pair<V> scaled = ScalePair(product, factor);
  const auto is_finite = hn::Lt(hn::Abs(scaled.hi), hn::Set(d, kInfinity));
  return {scaled.hi, hn::IfThenElseZero(is_finite, scaled.lo)};
}

// w log z for finite w and a finite logarithm. A part that overflows is infinite.
template <class D, class V>
HWY_INLINE Complex<Pair<V>> ProductWithLogarithm(D d, Complex<V> w, Pair<V> log, Pair<V> angle) {
  // The parts of a huge w cannot be split in two, which products in pairs require.
  const auto is_huge = hn::Gt(GreatestPart(w), hn::Set(d, 0x1p900));
  const V factor = hn::IfThenElse(is_huge, hn::Set(d, 0x1p-200), hn::Set(d, 1.0));
  const V back = hn::IfThenElse(is_huge, hn::Set(d, 0x1p200), hn::Set(d, 1.0));
  const Pair<V> w_re = {hn::Mul(w.re, factor), hn::Zero(d)};
  const Pair<V> w_im = {hn::Mul(w.im, factor), hn::Zero(d)};
  const Pair<V> re = AddPairs(MultiplyPairs<kPortable>(d, w_re, log),
                              Negate(MultiplyPairs<kPortable>(d, w_im, angle)));
  const Pair<V> im =
      AddPairs(MultiplyPairs<kPortable>(d, w_re, angle), MultiplyPairs<kPortable>(d, w_im, log));
  return {ScaleBack(d, re, back), ScaleBack(d, im, back)};
}

// e^(w log z) with the logarithm and the product in pairs. z^0 = 1 always,
// 0^w = 0 for re w > 0.
struct ComplexPower {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z, Complex<V> w) {
    const V zero = hn::Zero(d);
    const V infinity = hn::Set(d, kInfinity);
    const Pair<V> log = LogOfModulusOf(d, z);
    const Pair<V> angle = Atan2Pair<double, kPortable>(d, z.im, z.re);
    auto [re, im] = ProductWithLogarithm(d, w, log, angle);
    // Pairs give NaN for infinities. A real power of 0 or infinity has a modulus, and so has an
    // infinite power of any number.
    const auto w_is_real = hn::Eq(w.im, zero);
    const auto is_extreme = hn::And(
        w_is_real, hn::Or(hn::Eq(hn::Abs(log.hi), infinity), hn::Eq(hn::Abs(w.re), infinity)));
    const Pair<V> turned = MultiplyPairs<kPortable>(d, Pair<V>{w.re, zero}, angle);
    re = SelectPair(is_extreme, Pair<V>{hn::Mul(w.re, log.hi), zero}, re);
    im = SelectPair(is_extreme, SelectPair(hn::Eq(angle.hi, zero), angle, turned), im);
    const auto turn = SineAndCosineOfPair(d, im);
    const ScaledPair<V> modulus = ExponentialPair(d, re);
    Complex<V> result = {TimesExponential(d, turn.cosine, modulus),
                         TimesExponential(d, turn.sine, modulus)};
    result.im = hn::IfThenElse(hn::Eq(im.hi, zero), im.hi, result.im);
    // If the modulus underflows to 0, an infinite angle has no effect.
    const auto z_is_zero = hn::And(hn::Eq(z.re, zero), hn::Eq(z.im, zero));
    const auto is_nothing =
        hn::And(hn::Eq(hn::Abs(im.hi), infinity), hn::Lt(re.hi, hn::Set(d, -0x1p20)));
    const auto is_zero = hn::Or(is_nothing, hn::And(z_is_zero, hn::Gt(w.re, zero)));
    const auto is_one = hn::And(hn::Eq(w.re, zero), hn::Eq(w.im, zero));
    result = {hn::IfThenZeroElse(is_zero, result.re), hn::IfThenZeroElse(is_zero, result.im)};
    return {hn::IfThenElse(is_one, hn::Set(d, 1.0), result.re),
            hn::IfThenZeroElse(is_one, result.im)};
  }
};

// a b + c d, rounded about once.
template <class D, class V>
HWY_INLINE V SumOfProducts(D tag, V a, V b, V c, V d) {
  return AddPairs(TwoProduct<kPortable>(tag, a, b), TwoProduct<kPortable>(tag, c, d)).hi;
}

template <class D, class V>
HWY_INLINE Complex<V> Product(D d, Complex<V> a, Complex<V> b) {
  return {SumOfProducts(d, a.re, b.re, a.im, hn::Neg(b.im)),
          SumOfProducts(d, a.re, b.im, a.im, b.re)};
}

template <class D, class V>
HWY_INLINE Complex<V> Quotient(D d, Complex<V> a, Complex<V> b) {
  const V square = SumOfProducts(d, b.re, b.re, b.im, b.im);
  return {hn::Div(SumOfProducts(d, a.re, b.re, a.im, b.im), square),
          hn::Div(SumOfProducts(d, a.im, b.re, a.re, hn::Neg(b.im)), square)};
}

// -i log(q), q = (x + iy) / r, r = sqrt(x^2 + y^2). If x and r have the same direction, q may be
// near 1, and log(q) = log(1 + (iy - y^2 / (x + r)) / r). Scaling both operands does not change the
// result.
struct ComplexAtan2 {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> y, Complex<V> x) {
    const V scale = SafeScaleFor(d, hn::Max(GreatestPart(x), GreatestPart(y))).factor;
    x = {hn::Mul(x.re, scale), hn::Mul(x.im, scale)};
    y = {hn::Mul(y.re, scale), hn::Mul(y.im, scale)};
    // x^2 + y^2 = (x + iy) (x - iy), which keeps its relative accuracy.
    const Complex<V> sum = {hn::Sub(x.re, y.im), hn::Add(x.im, y.re)};
    const Complex<V> difference = {hn::Add(x.re, y.im), hn::Sub(x.im, y.re)};
    const Complex<V> root = ComplexSqrtOf(d, Product(d, sum, difference));
    const Complex<V> far = ComplexLog::Apply(d, Quotient(d, sum, root));
    const Complex<V> x_plus_root = {hn::Add(x.re, root.re), hn::Add(x.im, root.im)};
    const Complex<V> rest = Quotient(d, Product(d, y, y), x_plus_root);
    const Complex<V> numerator = {hn::Neg(hn::Add(y.im, rest.re)), hn::Sub(y.re, rest.im)};
    const Complex<V> near = ComplexLogPlusOne::Apply(d, Quotient(d, numerator, root));
    const auto is_near = hn::Gt(SumOfProducts(d, x.re, root.re, x.im, root.im), hn::Zero(d));
    return {hn::IfThenElse(is_near, near.im, far.im),
            hn::Neg(hn::IfThenElse(is_near, near.re, far.re))};
  }
};

MathFamily ComplexLogarithms() {
  static constexpr MathImplementation kRows[] = {
      PADDOCK_COMPLEX_ROWS("log", ComplexLog),
      PADDOCK_COMPLEX_ROWS("log_plus_one", ComplexLogPlusOne),
      PADDOCK_COMPLEX_BINARY_ROWS("power", ComplexPower),
      PADDOCK_COMPLEX_BINARY_ROWS("atan2", ComplexAtan2),
  };
  return kRows;
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
HWY_EXPORT(ComplexLogarithms);
MathFamily ComplexLogarithmFamily() { return HWY_DYNAMIC_DISPATCH(ComplexLogarithms)(); }
}  // namespace paddock::simd
#endif
