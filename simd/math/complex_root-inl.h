// The complex square root and its modulus, for sqrt, rsqrt and atan2.
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_COMPLEX_ROOT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_COMPLEX_ROOT_INL_H_
#undef PADDOCK_SIMD_MATH_COMPLEX_ROOT_INL_H_
#else
#define PADDOCK_SIMD_MATH_COMPLEX_ROOT_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/math/complex-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class D, class V>
HWY_INLINE auto IsInfinite(D d, V x) {
  return hn::Eq(hn::Abs(x), hn::Set(d, kInfinity));
}

template <class V>
HWY_INLINE V GreatestPart(Complex<V> z) {
  return hn::Max(hn::Abs(z.re), hn::Abs(z.im));
}

// Modulus of z * factor, and w = sqrt((|x| + |z|) / 2) for it.
template <class V>
struct RootParts {
  SafeScale<V> scale;
  Pair<V> modulus;
  V w;
};

template <class D, class V>
HWY_INLINE RootParts<V> RootPartsOf(D d, Complex<V> z) {
  const auto scale = SafeScaleFor(d, GreatestPart(z));
  const V x = hn::Abs(hn::Mul(z.re, scale.factor));
  const Pair<V> modulus = ModulusPair(d, x, hn::Mul(z.im, scale.factor));
  const Pair<V> sum = AddPairs(Pair<V>{x, hn::Zero(d)}, modulus);
  return {scale, modulus, SqrtOfPair(d, ScalePair(sum, hn::Set(d, 0.5))).hi};
}

// The root of z, of which w = sqrt((|x| + |z|) / 2): w + i y / (2 w) for x >= 0, else |y| / (2 w) +
// i w with the sign of y. Special values as in C, annex G.
template <class D, class V>
HWY_INLINE Complex<V> RootByGreaterPart(D d, Complex<V> z, V w) {
  const V zero = hn::Zero(d);
  const V infinity = hn::Set(d, kInfinity);
  const V y_magnitude = hn::Abs(z.im);
  V other = hn::Div(y_magnitude, hn::Add(w, w));
  // True for a real number, false for NaN.
  const auto is_real = hn::And(hn::Eq(y_magnitude, zero), hn::Eq(z.re, z.re));
  other = hn::IfThenElse(is_real, zero, other);
  const auto is_left = hn::Lt(z.re, zero);
  Complex<V> root = {hn::IfThenElse(is_left, other, w), hn::IfThenElse(is_left, w, other)};
  // -infinity + i NaN has a NaN real part, and an infinite imaginary one.
  const auto x_is_infinite = IsInfinite(d, z.re);
  const V lost = hn::IfThenElse(hn::IsNaN(z.im), z.im, zero);
  root.re = hn::IfThenElse(x_is_infinite, hn::IfThenElse(is_left, lost, infinity), root.re);
  root.im = hn::IfThenElse(x_is_infinite, hn::IfThenElse(is_left, infinity, lost), root.im);
  const auto y_is_infinite = IsInfinite(d, z.im);
  return {hn::IfThenElse(y_is_infinite, infinity, root.re),
          hn::CopySign(hn::IfThenElse(y_is_infinite, infinity, root.im), z.im)};
}

template <class D, class V>
PADDOCK_LONG_PART Complex<V> ComplexSqrtOf(D d, Complex<V> z) {
  const RootParts<V> parts = RootPartsOf(d, z);
  return RootByGreaterPart(d, z, hn::Div(parts.w, parts.scale.root));
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MATH_COMPLEX_ROOT_INL_H_
