// magnitude^y, as power, zeta and polygamma need it.
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_POWER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_POWER_INL_H_
#undef PADDOCK_SIMD_MATH_POWER_INL_H_
#else
#define PADDOCK_SIMD_MATH_POWER_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/math/exponential-inl.h"
#include "simd/math/logarithm-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// e^(y log), where the logarithm is a pair and abs(y) <= 2^1000.
template <Numerics kNumerics, class D, class V>
HWY_INLINE V PowerOfLogarithm(D d, Pair<V> log, V y) {
  const Pair<V> product = MultiplyPairs<kNumerics>(d, log, Pair<V>{y, hn::Zero(d)});
  const V hi = Limit(d, product.hi, -1000.0, 1000.0);
  const V lo = hn::IfThenElseZero(hn::Eq(hi, product.hi), product.lo);
  const auto exponential = SplitExponential<double, kNumerics>(d, hi, lo);
  const V mantissa = hn::Add(hn::Set(d, 1.0), hn::Add(exponential.r, exponential.tail));
  return Scale(d, mantissa, exponential.k);
}

// magnitude^y for 0 < magnitude < infinity and finite y.
template <class Element, Numerics kNumerics, class D, class V>
HWY_INLINE V PowerOfMagnitude(D d, V magnitude, V y) {
  const auto parts = SplitLogarithm<Element>(d, magnitude);
  if constexpr (sizeof(Element) == 4) {
    const V log = JoinLogarithm<Element, kNumerics>(d, parts, hn::Zero(d));
    return Exponential::Apply<Element, kNumerics>(d, hn::Mul(y, log));
  } else {
    // Beyond 2^70 every y overflows or underflows, unless the logarithm is 0.
    const V exponent = Limit(d, y, -0x1p70, 0x1p70);
    const Pair<V> f = {parts.f, hn::Zero(d)};
    return PowerOfLogarithm<kNumerics>(d, LogarithmPair<kNumerics>(d, parts.k, f), exponent);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MATH_POWER_INL_H_
