// Sine and cosine in their parts: x = n pi/2 + hi + lo, abs(hi) <= pi/4, and
// both functions of hi + lo as pairs.
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_TRIGONOMETRIC_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_TRIGONOMETRIC_INL_H_
#undef PADDOCK_SIMD_MATH_TRIGONOMETRIC_INL_H_
#else
#define PADDOCK_SIMD_MATH_TRIGONOMETRIC_INL_H_
#endif

#include <cstdint>

#include "hwy/highway.h"
#include "simd/math/coefficients.h"
#include "simd/math/pair-inl.h"
#include "simd/math/reduction.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class V, class VU>
struct AngleParts {
  Pair<V> angle;
  // The quadrant in the two low bits.
  VU quadrant;
};

// Computes lanes from 2^20 on one by one. Other lanes keep their values, so a result never depends
// on its neighbours.
template <class D, class V, class VU>
HWY_NOINLINE void ReduceHugeLanes(D d, V x, AngleParts<V, VU>& parts) {
  const hn::RebindToUnsigned<D> du;
  constexpr size_t kMaxLanes = hn::MaxLanes(d);
  HWY_ALIGN double operand[kMaxLanes], hi[kMaxLanes], lo[kMaxLanes];
  HWY_ALIGN uint64_t quadrant[kMaxLanes];
  hn::Store(x, d, operand);
  hn::Store(parts.angle.hi, d, hi);
  hn::Store(parts.angle.lo, d, lo);
  hn::Store(parts.quadrant, du, quadrant);
  for (size_t i = 0; i < hn::Lanes(d); ++i) {
    const double magnitude = operand[i] < 0 ? -operand[i] : operand[i];
    if (!(magnitude >= 0x1p20) || magnitude == kInfinity) continue;
    const ReducedAngle reduced = ReduceHugeAngle(operand[i]);
    hi[i] = reduced.hi;
    lo[i] = reduced.lo;
    quadrant[i] = reduced.quadrant;
  }
  parts.angle = {hn::Load(d, hi), hn::Load(d, lo)};
  parts.quadrant = hn::Load(du, quadrant);
}

// pi/2 in parts of 33 bits, whose products with n < 2^20 are exact, and a rest: 152 bits in all.
// The nearest f64 below 2^20 to a multiple is about 2^-56 from it.
template <class Element, Numerics kNumerics, class D, class V>
HWY_INLINE auto ReduceAngle(D d, V x) {
  const auto n = RoundToInteger(d, hn::Mul(x, hn::Set(d, 0x1.45f306dc9c883p-1)));
  const V first = hn::Sub(x, hn::Mul(n.value, hn::Set(d, 0x1.921fb54400000p+0)));
  AngleParts<V, decltype(n.bits)> parts;
  if constexpr (sizeof(Element) == 4) {
    // The nearest f32 is about 2^-30 from a multiple.
    const V second = hn::Sub(first, hn::Mul(n.value, hn::Set(d, 0x1.0b4611a600000p-34)));
    parts.angle.hi =
        NegativeMultiplyAdd<kNumerics>(n.value, hn::Set(d, 0x1.3198a2e037073p-69), second);
    parts.angle.lo = hn::Zero(d);
  } else {
    const Pair<V> second =
        TwoSum(first, hn::Neg(hn::Mul(n.value, hn::Set(d, 0x1.0b4611a600000p-34))));
    const Pair<V> third =
        TwoSum(second.hi, hn::Neg(hn::Mul(n.value, hn::Set(d, 0x1.3198a2e000000p-69))));
    const V low = NegativeMultiplyAdd<kNumerics>(n.value, hn::Set(d, 0x1.b839a252049c1p-104),
                                                 hn::Add(second.lo, third.lo));
    parts.angle = FastTwoSum(third.hi, low);
  }
  parts.quadrant = n.bits;
  const auto is_huge = hn::Ge(hn::Abs(x), hn::Set(d, 0x1p20));
  if (HWY_UNLIKELY(!hn::AllFalse(d, is_huge))) ReduceHugeLanes(d, x, parts);
  return parts;
}

template <class V>
struct SineAndCosine {
  Pair<V> sine;
  Pair<V> cosine;
};

// Sine and cosine of hi + lo, abs(hi) <= pi/4, as unnormalised pairs with relative error 2^-56.
template <class Element, Numerics kNumerics, class D, class V>
HWY_INLINE SineAndCosine<V> SineAndCosineOfReduced(D d, Pair<V> angle) {
  const V one = hn::Set(d, 1.0);
  const V half = hn::Set(d, 0.5);
  const V r = angle.hi;
  if constexpr (sizeof(Element) == 4) {
    const V z = hn::Mul(r, r);
    const V sine =
        MultiplyAdd<kNumerics>(hn::Mul(r, z), Polynomial<kNumerics>(d, z, kSinTailF32), r);
    const V tail =
        MultiplyAdd<kNumerics>(z, Polynomial<kNumerics>(d, z, kCosTailF32), hn::Neg(half));
    return {{sine, hn::Zero(d)}, {MultiplyAdd<kNumerics>(z, tail, one), hn::Zero(d)}};
  } else {
    const Pair<V> z = TwoProduct<kNumerics>(d, r, r);
    const V half_z = hn::Mul(z.hi, half);
    // sin(r + lo) = r + r^3 P(r^2) + lo cos r.
    const V cubic = hn::Mul(hn::Mul(r, z.hi), Polynomial<kNumerics>(d, z.hi, kSinTailF64));
    const V sine_lo = hn::Add(cubic, hn::Mul(angle.lo, hn::Sub(one, half_z)));
    // cos(r + lo) = 1 - r^2/2 + r^4 P(r^2) - lo sin r.
    const V head = hn::Sub(one, half_z);
    const V lost = hn::Sub(hn::Sub(one, head), half_z);
    const V quartic = hn::Mul(hn::Mul(z.hi, z.hi), Polynomial<kNumerics>(d, z.hi, kCosTailF64));
    const V small = MultiplyAdd<kNumerics>(angle.lo, r, hn::Mul(z.lo, half));
    return {{r, sine_lo}, {head, hn::Add(hn::Sub(lost, small), quartic)}};
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MATH_TRIGONOMETRIC_INL_H_
