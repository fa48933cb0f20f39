// sqrt, rsqrt, cbrt, abs and sign of complex numbers.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/math/complex_root.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "simd/math/atan2-inl.h"
#include "simd/math/cbrt-inl.h"
#include "simd/math/complex_map-inl.h"
#include "simd/math/complex_root-inl.h"
#include "simd/math/family.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

struct ComplexSqrt {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    return ComplexSqrtOf(d, z);
  }
};

#if !HWY_ARCH_WASM
// For parts that are f32: their squares are exact in f64.
struct FastComplexSqrt {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    const V modulus = hn::Sqrt(hn::Add(hn::Mul(z.re, z.re), hn::Mul(z.im, z.im)));
    const V sum = hn::Add(hn::Abs(z.re), modulus);
    return RootByGreaterPart(d, z, hn::Sqrt(hn::Mul(sum, hn::Set(d, 0.5))));
  }
};
#endif

// conj(sqrt z) / |z|, as (|y| / |z|) / (2 w) and w / |z|; of 0 infinity, of
// infinities 0.
struct ComplexRsqrt {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    const V zero = hn::Zero(d);
    const RootParts<V> parts = RootPartsOf(d, z);
    const V y_magnitude = hn::Abs(hn::Mul(z.im, parts.scale.factor));
    const V sine = hn::Div(y_magnitude, parts.modulus.hi);
    const V other = hn::Mul(hn::Div(sine, hn::Add(parts.w, parts.w)), parts.scale.root);
    const V main = hn::Mul(hn::Div(parts.w, parts.modulus.hi), parts.scale.root);
    const auto is_left = hn::Lt(z.re, zero);
    Complex<V> result = {hn::IfThenElse(is_left, other, main),
                         hn::CopySign(hn::IfThenElse(is_left, main, other), hn::Neg(z.im))};
    const auto is_infinite = hn::Or(IsInfinite(d, z.re), IsInfinite(d, z.im));
    const auto is_zero = hn::And(hn::Eq(z.re, zero), hn::Eq(z.im, zero));
    const V limit = hn::IfThenElseZero(is_zero, hn::Set(d, kInfinity));
    const auto is_special = hn::Or(is_infinite, is_zero);
    result.re = hn::IfThenElse(is_special, limit, result.re);
    result.im = hn::IfThenElse(is_special, hn::CopySign(zero, hn::Neg(z.im)), result.im);
    return result;
  }
};

// The principal root: cbrt|z| at a third of the angle.
struct ComplexCbrt {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    const auto scale = SafeScaleFor(d, GreatestPart(z));
    const V modulus = ModulusPair(d, hn::Mul(z.re, scale.factor), hn::Mul(z.im, scale.factor)).hi;
    V root = Cbrt::Apply<double, kPortable>(d, modulus);
    // The factor 2^(+-600) leaves a root of 2^(+-200).
    const V third = hn::Mul(scale.exponent, hn::Set(d, -1.0 / 3.0));
    root = hn::Mul(root, PowerOfTwo(d, RoundToInteger(d, third).bits));
    const auto is_infinite = hn::Or(IsInfinite(d, z.re), IsInfinite(d, z.im));
    root = hn::IfThenElse(is_infinite, hn::Set(d, kInfinity), root);
    const Pair<V> angle =
        DividePairs<kPortable>(d, Atan2Pair<double, kPortable>(d, z.im, z.re), SetPair(d, 3.0));
    const auto turn = SineAndCosineOfPair(d, angle);
    const V im = hn::Mul(root, turn.sine.hi);
    return {hn::Mul(root, turn.cosine.hi), hn::IfThenElse(hn::Eq(angle.hi, hn::Zero(d)), z.im, im)};
  }
};

struct ComplexAbs {
  template <class D, class V>
  static HWY_INLINE V Apply(D d, Complex<V> z) {
    const auto scale = SafeScaleFor(d, GreatestPart(z));
    const V modulus = ModulusPair(d, hn::Mul(z.re, scale.factor), hn::Mul(z.im, scale.factor)).hi;
    const V result = hn::Div(modulus, scale.factor);
    const auto has_nan = hn::Or(hn::IsNaN(z.re), hn::IsNaN(z.im));
    const auto is_infinite = hn::Or(IsInfinite(d, z.re), IsInfinite(d, z.im));
    return hn::IfThenElse(is_infinite, hn::Set(d, kInfinity),
                          hn::IfThenElse(has_nan, hn::Set(d, kNaN), result));
  }
};

// z / |z|; 0 of 0, NaN in both parts if either is.
struct ComplexSign {
  template <class D, class V>
  static HWY_INLINE Complex<V> Apply(D d, Complex<V> z) {
    const V zero = hn::Zero(d);
    const V one = hn::Set(d, 1.0);
    const auto scale = SafeScaleFor(d, GreatestPart(z));
    const V modulus = ModulusPair(d, hn::Mul(z.re, scale.factor), hn::Mul(z.im, scale.factor)).hi;
    const auto is_zero = hn::And(hn::Eq(z.re, zero), hn::Eq(z.im, zero));
    const auto has_nan = hn::Or(hn::IsNaN(z.re), hn::IsNaN(z.im));
    const auto divide = [&](V part) HWY_ATTR {
      // Applies factors above 1 first and below 1 last, so that a small part does not underflow.
      const V lifted = hn::Mul(part, hn::Max(scale.factor, one));
      const V ratio = hn::Mul(hn::Div(lifted, modulus), hn::Min(scale.factor, one));
      const V quotient = hn::IfThenElse(is_zero, zero, ratio);
      return hn::IfThenElse(has_nan, hn::Set(d, kNaN), quotient);
    };
    return {divide(z.re), divide(z.im)};
  }
};

MathFamily ComplexRoots() {
  static constexpr MathImplementation kRows[] = {
#if HWY_ARCH_WASM
      PADDOCK_COMPLEX_ROWS("sqrt", ComplexSqrt),
#else
      PADDOCK_COMPLEX_SHORT_ROWS("sqrt", ComplexSqrt, FastComplexSqrt),
#endif
      PADDOCK_COMPLEX_ROWS("rsqrt", ComplexRsqrt),
      PADDOCK_COMPLEX_ROWS("cbrt", ComplexCbrt),
      PADDOCK_COMPLEX_ROWS("sign", ComplexSign),
      {"abs", ElementType::kC64, &MapComplexUnary<ComplexAbs, float, 1>,
       &MapComplexUnary<ComplexAbs, float, 1>},
      {"abs", ElementType::kC128, &MapComplexUnary<ComplexAbs, double, 1>,
       &MapComplexUnary<ComplexAbs, double, 1>},
  };
  return kRows;
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
HWY_EXPORT(ComplexRoots);
MathFamily ComplexRootFamily() { return HWY_DYNAMIC_DISPATCH(ComplexRoots)(); }
}  // namespace paddock::simd
#endif
