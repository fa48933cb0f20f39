// acos, acosh, asin, asinh, atan and atanh of complex numbers, in pairs of f64. Sums of positive
// terms replace differences (Hull, Fairgrieve and Tang 1997).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/math/complex_inverse.cc"
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

// Beyond the first, 1 is negligible relative to |z|. Below the second, y^2 is negligible relative
// to 1 - x^2.
inline constexpr double kHuge = 0x1p60;
inline constexpr double kThin = 0x1p-400;

template <class V>
struct TwoParts {
  V w;
  V v;
};

// For a = (|z + 1| + |z - 1|) / 2: returns w = sqrt(a^2 - x^2), and the argument less 1 of log(a +
// sqrt(a^2 - 1)). x >= 0 and y > 0 are of moderate size.
template <class V>
struct EllipseParts {
  V w;
  Pair<V> argument;
};

template <class D, class V>
HWY_INLINE EllipseParts<V> EllipsePartsOf(D d, V x, V y) {
  const V half = hn::Set(d, 0.5);
  const Pair<V> one = SetPair(d, 1.0);
  const Pair<V> more = TwoSum(x, hn::Set(d, 1.0));
  const Pair<V> less = TwoSum(x, hn::Set(d, -1.0));
  const Pair<V> y_square = TwoProduct<kPortable>(d, y, y);
  const auto root_of = [&](Pair<V> part) HWY_ATTR {
    return SqrtOfPair(d, AddPairs(MultiplyPairs<kPortable>(d, part, part), y_square));
  };
  const Pair<V> r = root_of(more);
  const Pair<V> s = root_of(less);
  const Pair<V> a = ScalePair(AddPairs(r, s), half);
  const auto is_right = hn::Ge(x, hn::Set(d, 1.0));
  // r - (x + 1) and s - |x - 1|, without cancellation.
  const Pair<V> near_sum = AddPairs(s, SelectPair(is_right, less, Negate(less)));
  const Pair<V> r_rest = DividePairs<kPortable>(d, y_square, AddPairs(r, more));
  const Pair<V> s_rest = DividePairs<kPortable>(d, y_square, near_sum);
  const Pair<V> small = ScalePair(AddPairs(r_rest, s_rest), half);
  const Pair<V> large = ScalePair(AddPairs(r_rest, near_sum), half);
  // a - 1 is the small one left of 1, a - x right of it.
  const Pair<V> a_less_one = SelectPair(is_right, large, small);
  const Pair<V> a_less_x = SelectPair(is_right, small, large);
  const Pair<V> x_pair = {x, hn::Zero(d)};
  const V w = SqrtOfPair(d, MultiplyPairs<kPortable>(d, a_less_x, AddPairs(a, x_pair))).hi;
  const Pair<V> root = SqrtOfPair(d, MultiplyPairs<kPortable>(d, a_less_one, AddPairs(a, one)));
  return {w, AddPairs(a_less_one, root)};
}

// Variant for operands close to the real axis. v is y / sqrt(1 - x^2), sqrt(y) or acosh(x).
template <class D, class V>
HWY_INLINE EllipseParts<V> ThinPartsOf(D d, V x, V y, V* v_left) {
  const Pair<V> less = TwoSum(x, hn::Set(d, -1.0));
  const auto is_right = hn::Gt(x, hn::Set(d, 1.0));
  const Pair<V> distance = SelectPair(is_right, less, Negate(less));
  const Pair<V> root =
      SqrtOfPair(d, MultiplyPairs<kPortable>(d, distance, TwoSum(x, hn::Set(d, 1.0))));
  const auto is_end = hn::Eq(x, hn::Set(d, 1.0));
  const V root_y = hn::Sqrt(y);
  *v_left = hn::IfThenElse(is_end, root_y, hn::Div(y, root.hi));
  const V w_right = hn::Mul(y, hn::Div(x, root.hi));
  const V w = hn::IfThenElse(is_end, root_y, hn::IfThenElse(is_right, w_right, root.hi));
  const Pair<V> sum = AddPairs(less, root);
  return {w, SelectPair(is_right, sum, SetPair(d, 0.0))};
}

// log(2 |z|).
template <class D, class V>
HWY_INLINE V LogOfTwice(D d, V x, V y) {
  const auto scale = SafeScaleFor(d, hn::IfThenElse(hn::Gt(x, y), x, y));
  const Pair<V> modulus = ModulusPair(d, hn::Mul(x, scale.factor), hn::Mul(y, scale.factor));
  const auto parts = SplitLogarithm<double>(d, modulus.hi);
  const V inverse = PowerOfTwo(d, RoundToInteger(d, hn::Neg(Limit(d, parts.k, -1000, 1000))).bits);
  const Pair<V> f = FastTwoSum(parts.f, hn::Mul(modulus.lo, inverse));
  const V k = hn::Sub(hn::Add(parts.k, hn::Set(d, 1.0)), scale.exponent);
  return LogarithmPair<kPortable>(d, k, f).hi;
}

// w and v of |x| and |y|, from which all four functions are computed.
template <class D, class V>
HWY_NOINLINE TwoParts<V> AsinAcosKernel(D d, V x, V y) {
  const V zero = hn::Zero(d);
  const V one = hn::Set(d, 1.0);
  x = hn::Abs(x);
  y = hn::Abs(y);
  const auto is_huge = hn::Or(hn::Gt(x, hn::Set(d, kHuge)), hn::Gt(y, hn::Set(d, kHuge)));
  const auto is_thin = hn::Lt(y, hn::Set(d, kThin));
  const V near_x = hn::IfThenElse(is_huge, one, x);
  const V near_y = hn::IfThenElse(hn::Or(is_huge, is_thin), one, y);
  const EllipseParts<V> wide = EllipsePartsOf(d, near_x, near_y);
  V v_left;
  const EllipseParts<V> thin = ThinPartsOf(d, near_x, hn::IfThenElseZero(is_thin, y), &v_left);
  V w = hn::IfThenElse(is_thin, thin.w, wide.w);
  V v = LogarithmOfOnePlus(d, SelectPair(is_thin, thin.argument, wide.argument), zero).hi;
  v = hn::IfThenElse(hn::And(is_thin, hn::Le(near_x, one)), v_left, v);
  w = hn::IfThenElse(is_huge, y, w);
  v = hn::IfThenElse(is_huge, LogOfTwice(d, x, y), v);
  const V nan = hn::Set(d, kNaN);
  const auto has_nan = hn::Or(hn::IsNaN(x), hn::IsNaN(y));
  const auto is_infinite = hn::Or(IsInfinite(d, x), IsInfinite(d, y));
  v = hn::IfThenElse(is_infinite, hn::Set(d, kInfinity), hn::IfThenElse(has_nan, nan, v));
  return {hn::IfThenElse(has_nan, nan, w), v};
}

// magnitude, negated where `like` is less than 0.
template <class D, class V>
HWY_INLINE V SignedAs(D d, V magnitude, V like) {
  return hn::IfThenElse(hn::Lt(like, hn::Zero(d)), hn::Neg(magnitude), magnitude);
}

template <class D, class V>
HWY_INLINE V AngleOf(D d, V y, V x) {
  return Atan2Pair<double, kPortable>(d, y, x).hi;
}

struct ComplexAsinAcosKernel {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    const TwoParts<V> parts = AsinAcosKernel(d, z.re, z.im);
    return {parts.w, parts.v};
  }
};

struct ComplexAsin {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    const TwoParts<V> parts = AsinAcosKernel(d, z.re, z.im);
    return {AngleOf(d, z.re, parts.w), SignedAs(d, parts.v, z.im)};
  }
};

struct ComplexAcos {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    const TwoParts<V> parts = AsinAcosKernel(d, z.re, z.im);
    return {AngleOf(d, parts.w, z.re), hn::Neg(SignedAs(d, parts.v, z.im))};
  }
};

struct ComplexAcosh {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    const TwoParts<V> parts = AsinAcosKernel(d, z.re, z.im);
    return {parts.v, SignedAs(d, AngleOf(d, parts.w, z.re), z.im)};
  }
};

// i asin(-iz).
struct ComplexAsinh {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    const TwoParts<V> parts = AsinAcosKernel(d, z.im, z.re);
    return {SignedAs(d, parts.v, z.re), AngleOf(d, z.im, parts.w)};
  }
};

// Half of (log 2 - log y): close to the poles at 1 and -1.
template <class D, class V>
HWY_INLINE V AtanhBesidePole(D d, V y) {
  const Pair<V> log = LogarithmOfPair(d, Pair<V>{y, hn::Zero(d)});
  const Pair<V> sum = AddPairs(SetPair(d, kLn2, 0x1.abc9e3b39803fp-56), Negate(log));
  const V half = hn::Mul(sum.hi, hn::Set(d, 0.5));
  return hn::IfThenElse(hn::Eq(y, hn::Zero(d)), hn::Set(d, kInfinity), half);
}

// x / |z|^2 of large numbers.
template <class D, class V>
HWY_INLINE V AtanhFar(D d, V x, V y) {
  const auto is_large = hn::Or(hn::Gt(x, hn::Set(d, 0x1p400)), hn::Gt(y, hn::Set(d, 0x1p400)));
  const V scale = hn::IfThenElse(is_large, hn::Set(d, 0x1p-600), hn::Set(d, 1.0));
  const V scaled_x = hn::Mul(x, scale);
  const V scaled_y = hn::Mul(y, scale);
  const V square = hn::Add(hn::Mul(scaled_x, scaled_x), hn::Mul(scaled_y, scaled_y));
  const V result = hn::Mul(hn::Div(scaled_x, square), scale);
  return hn::IfThenZeroElse(hn::Or(IsInfinite(d, x), IsInfinite(d, y)), result);
}

// re = log(1 + 4 |x| / ((1 - |x|)^2 + y^2)) / 4 with the sign of x,
// im = atan2(2 y, (1 - |x|) (1 + |x|) - y^2) / 2.
template <class D, class V>
HWY_NOINLINE Complex<V> ComplexAtanhOf(D d, V x_signed, V y_signed) {
  const V zero = hn::Zero(d);
  const V one = hn::Set(d, 1.0);
  const V x = hn::Abs(x_signed);
  const V y = hn::Abs(y_signed);
  const auto is_huge = hn::Or(hn::Gt(x, hn::Set(d, kHuge)), hn::Gt(y, hn::Set(d, kHuge)));
  const auto is_pole = hn::And(hn::Eq(x, one), hn::Lt(y, hn::Set(d, kThin)));
  const auto is_apart = hn::Or(is_huge, is_pole);
  const V near_x = hn::IfThenElse(is_apart, one, x);
  const V near_y = hn::IfThenElse(is_apart, one, y);
  const Pair<V> less = TwoSum(one, hn::Neg(near_x));
  const Pair<V> y_square = TwoProduct<kPortable>(d, near_y, near_y);
  const Pair<V> denominator = AddPairs(MultiplyPairs<kPortable>(d, less, less), y_square);
  const Pair<V> t =
      DividePairs<kPortable>(d, Pair<V>{hn::Mul(near_x, hn::Set(d, 4.0)), zero}, denominator);
  V re = hn::Mul(LogarithmOfOnePlus(d, t, zero).hi, hn::Set(d, 0.25));
  re = hn::IfThenElse(hn::Lt(t.hi, hn::Set(d, 0x1p-60)), hn::Div(near_x, denominator.hi), re);
  re = hn::IfThenElse(is_pole, AtanhBesidePole(d, y), re);
  re = hn::IfThenElse(is_huge, AtanhFar(d, x, y), re);
  const Pair<V> product = MultiplyPairs<kPortable>(d, less, TwoSum(one, near_x));
  V other = AddPairs(product, Negate(y_square)).hi;
  other = hn::IfThenZeroElse(is_pole, other);
  V im = hn::Mul(AngleOf(d, hn::Add(y_signed, y_signed), other), hn::Set(d, 0.5));
  im = hn::IfThenElse(is_huge, SignedAs(d, hn::Set(d, 0x1.921fb54442d18p+0), y_signed), im);
  // If one part is infinite, the other does not determine the limit; 0 is kept.
  const auto has_nan = hn::Or(hn::IsNaN(x), hn::IsNaN(y));
  const V nan = hn::Set(d, kNaN);
  const auto y_is_infinite = IsInfinite(d, y);
  const auto re_is_zero = hn::Or(y_is_infinite, hn::Or(IsInfinite(d, x), hn::Eq(x, zero)));
  const V re_of_nan = hn::CopySign(hn::IfThenElse(re_is_zero, zero, nan), x_signed);
  const V im_of_nan = hn::IfThenElse(y_is_infinite, im, nan);
  return {hn::IfThenElse(has_nan, re_of_nan, hn::CopySign(re, x_signed)),
          hn::IfThenElse(has_nan, im_of_nan, im)};
}

struct ComplexAtanh {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    return ComplexAtanhOf(d, z.re, z.im);
  }
};

// -i atanh(iz).
struct ComplexAtan {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    const Complex<V> result = ComplexAtanhOf(d, hn::Neg(z.im), z.re);
    return {result.im, hn::Neg(result.re)};
  }
};

MathFamily ComplexInverses() {
  static constexpr MathImplementation kRows[] = {
      PADDOCK_COMPLEX_ROWS("_asin_acos_kernel", ComplexAsinAcosKernel),
      PADDOCK_COMPLEX_ROWS("acos", ComplexAcos),
      PADDOCK_COMPLEX_ROWS("acosh", ComplexAcosh),
      PADDOCK_COMPLEX_ROWS("asin", ComplexAsin),
      PADDOCK_COMPLEX_ROWS("asinh", ComplexAsinh),
      PADDOCK_COMPLEX_ROWS("atan", ComplexAtan),
      PADDOCK_COMPLEX_ROWS("atanh", ComplexAtanh),
  };
  return kRows;
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
HWY_EXPORT(ComplexInverses);
MathFamily ComplexInverseFamily() { return HWY_DYNAMIC_DISPATCH(ComplexInverses)(); }
}  // namespace paddock::simd
#endif
