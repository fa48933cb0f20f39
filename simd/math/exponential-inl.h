// e^x in its parts, for exponential, exponential_minus_one, tanh, logistic, power and others: x = k
// ln 2 + r, abs(r) <= ln(2)/2, e^x = 2^k (1 + r + tail).
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_EXPONENTIAL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_EXPONENTIAL_INL_H_
#undef PADDOCK_SIMD_MATH_EXPONENTIAL_INL_H_
#else
#define PADDOCK_SIMD_MATH_EXPONENTIAL_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/math/coefficients.h"
#include "simd/math/pair-inl.h"
#include "simd/math/sixteenth-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// ln 2 in two parts; the first has 32 bits, so its product with k is exact.
inline constexpr double kLn2Hi = 0x1.62e42fee00000p-1;
inline constexpr double kLn2Lo = 0x1.a39ef35793c76p-33;

template <class V, class VU>
struct ExponentialParts {
  V k;
  VU k_bits;
  V r;
  // e^r - 1 - r, and the rounding error of r.
  V tail;
};

// For abs(x + x_lo) < 2000.
template <class Element, Numerics kNumerics, class D, class V>
HWY_INLINE auto SplitExponential(D d, V x, V x_lo) {
  const auto k = RoundToInteger(d, hn::Mul(x, hn::Set(d, kLog2E)));
  const V r_hi = hn::Sub(x, hn::Mul(k.value, hn::Set(d, kLn2Hi)));
  const V r_lo = NegativeMultiplyAdd<kNumerics>(k.value, hn::Set(d, kLn2Lo), x_lo);
  const V r = hn::Add(r_hi, r_lo);
  const V r2 = hn::Mul(r, r);
  V tail;
  if constexpr (sizeof(Element) == 4) {
    tail = hn::Mul(r2, Polynomial<kNumerics>(d, r, kExpTailF32));
  } else {
    const V lost = hn::Add(hn::Sub(r_hi, r), r_lo);
    tail = MultiplyAdd<kNumerics>(r2, Polynomial<kNumerics>(d, r, kExpTailF64), lost);
  }
  return ExponentialParts<V, decltype(k.bits)>{k.value, k.bits, r, tail};
}

// x * 2^k in three steps, for integral k, abs(k) <= 3000.
template <class D, class V>
HWY_INLINE V ScaleWidely(D d, V x, V k) {
  const auto third = RoundToInteger(d, hn::Mul(k, hn::Set(d, 1.0 / 3.0)));
  return Scale(d, hn::Mul(x, PowerOfTwo(d, third.bits)), hn::Sub(k, third.value));
}

// e^x = mantissa * 2^k. Beyond 2000 every product with an f64 overflows or underflows.
template <class V>
struct ScaledPair {
  Pair<V> mantissa;
  V k;
};

template <class D, class V, class VU>
HWY_INLINE ScaledPair<V> PairOfParts(D d, const ExponentialParts<V, VU>& parts) {
  const Pair<V> head = FastTwoSum(hn::Set(d, 1.0), parts.r);
  return {FastTwoSum(head.hi, hn::Add(head.lo, parts.tail)), parts.k};
}

template <class D, class V>
HWY_INLINE ScaledPair<V> ExponentialPair(D d, Pair<V> x) {
  const V hi = Limit(d, x.hi, -2000.0, 2000.0);
  const V lo = hn::IfThenElseZero(hn::Eq(hi, x.hi), x.lo);
  return PairOfParts(d, SplitExponential<double, kPortable>(d, hi, lo));
}

// (e^x - 1) / 2^k as a pair, with k. For -38 <= x < 2000.
template <class Element, Numerics kNumerics, class D, class V>
HWY_INLINE Pair<V> SplitExponentialMinusOne(D d, V x, V* k) {
  const auto parts = SplitExponential<Element, kNumerics>(d, x, hn::Zero(d));
  *k = parts.k;
  // 2^-k; below 2^-1022 it is negligible.
  const V inverse = PowerOfTwo(d, RoundToInteger(d, hn::Neg(Limit(d, parts.k, -64, 1000))).bits);
  const Pair<V> sum = TwoSum(hn::Sub(hn::Set(d, 1.0), inverse), parts.r);
  return FastTwoSum(sum.hi, hn::Add(sum.lo, parts.tail));
}

struct Exponential {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
#if PADDOCK_HAS_SIXTEENTHS
    if constexpr (sizeof(Element) == 8 && kNumerics == Numerics::kFast) {
      return InWholeVectors(
          d, x, [](auto whole, auto y) HWY_ATTR { return ExponentialBySixteenths(whole, y); });
    }
#endif
    const V one = hn::Set(d, 1.0);
    if constexpr (sizeof(Element) == 4) {
      x = Limit(d, x, -110.0, 95.0);
      const auto parts = SplitExponential<Element, kNumerics>(d, x, hn::Zero(d));
      const V mantissa = hn::Add(one, hn::Add(parts.r, parts.tail));
      return hn::Mul(mantissa, PowerOfTwo(d, parts.k_bits));
    } else {
      x = Limit(d, x, -750.0, 715.0);
      const auto parts = SplitExponential<Element, kNumerics>(d, x, hn::Zero(d));
      return Scale(d, hn::Add(one, hn::Add(parts.r, parts.tail)), parts.k);
    }
  }
};

struct ExponentialMinusOne {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const V limited = Limit(d, x, -38.0, 715.0);
    V k;
    const V scaled = SplitExponentialMinusOne<Element, kNumerics>(d, limited, &k).hi;
    // Has the operand's sign, zeros included.
    return hn::CopySign(Scale(d, scaled, k), x);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MATH_EXPONENTIAL_INL_H_
