// Tables of sixteen f64 in registers, and powers of e by sixteenths of a binade, for fast numerics
// with AVX-512.
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_SIXTEENTH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_SIXTEENTH_INL_H_
#undef PADDOCK_SIMD_MATH_SIXTEENTH_INL_H_
#else
#define PADDOCK_SIMD_MATH_SIXTEENTH_INL_H_
#endif

#include <cstddef>

#include "hwy/highway.h"
#include "simd/math/pair-inl.h"
#include "simd/math/sixteenth_coefficients.h"

#undef PADDOCK_HAS_SIXTEENTHS
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
#define PADDOCK_HAS_SIXTEENTHS 1
#else
#define PADDOCK_HAS_SIXTEENTHS 0
#endif

#if PADDOCK_HAS_SIXTEENTHS
HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Applies a function of whole vectors, whose lanes look up tables, to a vector of any length.
template <class D, class V, class Function>
HWY_INLINE V InWholeVectors(D d, V x, Function function) {
  const hn::ScalableTag<double> whole;
  if constexpr (hn::MaxLanes(d) == hn::MaxLanes(whole)) {
    return function(whole, x);
  } else {
    return hn::ResizeBitCast(d, function(whole, hn::ResizeBitCast(whole, x)));
  }
}

// Sixteen numbers in two registers, by the last four bits of `column`.
template <class D, class Column>
HWY_INLINE hn::Vec<D> LookUpSixteenth(D d, Column column, const double (&table)[16]) {
  const auto lower = hn::LoadU(d, table), upper = hn::LoadU(d, table + 8);
  return hn::Vec<D>{_mm512_permutex2var_pd(lower.raw, column.raw, upper.raw)};
}

// x 2^k, rounded once, for an abs(x) < 2. Of a k that is no integer, it takes the next lower one.
// Scaling to zero takes a processor ten times as long, so lanes that vanish are left out.
template <class D, class V>
HWY_INLINE V ScaleByFloor(D d, V x, V k) {
  const auto remains = hn::Not(hn::Lt(k, hn::Set(d, -1075.0)));
  return V{_mm512_maskz_scalef_pd(remains.raw, x.raw, k.raw)};
}

// The lesser of both; a NaN that is `x` is kept.
template <class D, class V>
HWY_INLINE V AtMost(D d, V x, double greatest) {
  return V{_mm512_min_pd(hn::Set(d, greatest).raw, x.raw)};
}

// e^x = power (1 + minus_one) 2^k, the last with its floor, and power the sum of two numbers.
template <class V>
struct SixteenthParts {
  V power;
  V power_lo;
  V minus_one;
  // A multiple of 1/16.
  V k;
};

// The parts for the multiple `k` of 1/16 that has the last bits of `shifted`.
template <class D, class V, size_t kCount>
HWY_INLINE SixteenthParts<V> PartsOfSixteenth(D d, V x, V k, V shifted,
                                              const double (&coefficients)[kCount]) {
  const auto column = hn::BitCast(hn::RebindToUnsigned<D>(), shifted);
  // ln 2 in two parts: the product with the first is exact.
  V r = hn::NegMulAdd(k, hn::Set(d, 0x1.62e42fee00000p-1), x);
  r = hn::NegMulAdd(k, hn::Set(d, 0x1.a39ef35793c76p-33), r);
  const V tail = Polynomial<Numerics::kFast>(d, r, coefficients);
  return {LookUpSixteenth(d, column, kPowerOfSixteenth),
          LookUpSixteenth(d, column, kPowerOfSixteenthLo), hn::MulAdd(hn::Mul(r, r), tail, r), k};
}

// The last place of this is 1/16.
inline constexpr double kSixteenths = 0x1.8p48;

// With the nearest sixteenth. For abs(x) < 2^20.
template <class D, class V>
HWY_INLINE SixteenthParts<V> SplitSixteenth(D d, V x) {
  const V magic = hn::Set(d, kSixteenths);
  const V shifted = hn::MulAdd(x, hn::Set(d, kLog2E), magic);
  return PartsOfSixteenth(d, x, hn::Sub(shifted, magic), shifted, kExpTailSixteenthF64);
}

// With the next lower sixteenth: for x >= 0 no part is negative, and their sum does not cancel.
template <class D, class V>
HWY_INLINE SixteenthParts<V> SplitLowerSixteenth(D d, V x) {
  constexpr int kDown = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
  const V magic = hn::Set(d, kSixteenths);
  const V shifted = V{_mm512_fmadd_round_pd(x.raw, hn::Set(d, kLog2E).raw, magic.raw, kDown)};
  return PartsOfSixteenth(d, x, hn::Sub(shifted, magic), shifted, kExpMinusOneSixteenth);
}

// e^x.
template <class D, class V>
HWY_INLINE V ExponentialBySixteenths(D d, V x) {
  const V limited = V{_mm512_max_pd(hn::Set(d, -750.0).raw, AtMost(d, x, 715.0).raw)};
  const auto parts = SplitSixteenth(d, limited);
  const V rest = hn::MulAdd(parts.power, parts.minus_one, parts.power_lo);
  return ScaleByFloor(d, hn::Add(parts.power, rest), parts.k);
}

// 2^kShift (e^x - 1) for 0 <= x < 711 as two numbers. The first is at least half of the sum unless
// it is 0.
template <int kShift, class D, class V>
HWY_INLINE Pair<V> ExponentialMinusOneBySixteenths(D d, V x) {
  const auto parts = SplitLowerSixteenth(d, x);
  const V k = kShift == 0 ? parts.k : hn::Add(parts.k, hn::Set(d, static_cast<double>(kShift)));
  const V power = ScaleByFloor(d, parts.power, k);
  const V low = ScaleByFloor(d, parts.power_lo, k);
  constexpr double kOne = kShift == 0 ? 1.0 : 0.5;
  static_assert(kShift == 0 || kShift == -1);
  return {hn::Sub(power, hn::Set(d, kOne)), hn::MulAdd(power, parts.minus_one, low)};
}

// q = t / (t + 2), t = e^(2 abs(x)) - 1, and what rounding both sums lost, over t + 2, which is
// (1 - q) / 2 times it. From 22 on it is 1; from 16 on this is negligible.
template <class D, class V>
HWY_INLINE V TanhBySixteenths(D d, V x) {
  const V two = hn::Set(d, 2.0);
  const V limited = AtMost(d, hn::Abs(x), 22.0);
  const Pair<V> parts = ExponentialMinusOneBySixteenths<0>(d, hn::Add(limited, limited));
  const V t = hn::Add(parts.hi, parts.lo);
  const V t_lost = hn::Add(hn::Sub(parts.hi, t), parts.lo);
  const V denominator = hn::Add(t, two);
  const V denominator_lost = hn::Sub(t, hn::Sub(denominator, two));
  const V q = hn::Div(t, denominator);
  const V lost = hn::NegMulAdd(q, denominator_lost, t_lost);
  const V half = hn::Set(d, 0.5);
  const V corrected = hn::MulAdd(lost, hn::NegMulAdd(q, half, half), q);
  const auto has_lost = hn::Lt(limited, hn::Set(d, 16.0));
  return hn::CopySign(hn::IfThenElse(has_lost, corrected, q), x);
}

// t + t / (2 t + 1), t = (e^abs(x) - 1) / 2.
template <class D, class V>
HWY_INLINE V SinhBySixteenths(D d, V x) {
  const V limited = AtMost(d, hn::Abs(x), 711.0);
  const Pair<V> parts = ExponentialMinusOneBySixteenths<-1>(d, limited);
  const V t = hn::Add(parts.hi, parts.lo);
  const V t_lost = hn::Add(hn::Sub(parts.hi, t), parts.lo);
  const V denominator = hn::MulAdd(t, hn::Set(d, 2.0), hn::Set(d, 1.0));
  const V quotient = hn::Div(t, denominator);
  // The rounding error of t, times 1 + 1 / (2 t + 1)^2.
  const V inverse = hn::NegMulAdd(quotient, hn::Set(d, 2.0), hn::Set(d, 1.0));
  const V lost = hn::MulAdd(hn::Mul(inverse, inverse), t_lost, t_lost);
  // Negligible where the sum may be infinite.
  const V rest = hn::IfThenZeroElse(hn::Gt(limited, hn::Set(d, 600.0)), hn::Add(quotient, lost));
  return hn::CopySign(hn::Add(t, rest), x);
}

// t + 1 / (4 t), t = e^abs(x) / 2.
template <class D, class V>
HWY_INLINE V CoshBySixteenths(D d, V x) {
  const auto parts = SplitSixteenth(d, AtMost(d, hn::Abs(x), 711.0));
  const V rest = hn::MulAdd(parts.power, parts.minus_one, parts.power_lo);
  const V k = hn::Sub(parts.k, hn::Set(d, 1.0));
  const V t = ScaleByFloor(d, hn::Add(parts.power, rest), k);
  return hn::Add(t, hn::Div(hn::Set(d, 0.25), t));
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();
#endif

#endif  // PADDOCK_SIMD_MATH_SIXTEENTH_INL_H_
