// sine, cosine and tan.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/math/trigonometric.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "simd/math/family.h"
#include "simd/math/four-inl.h"
#include "simd/math/map-inl.h"
#include "simd/math/trigonometric-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

// The mask of lanes whose integer has bit `kBit` set.
template <int kBit, class D, class VU>
HWY_INLINE auto HasBit(D d, VU bits) {
  const hn::RebindToUnsigned<D> du;
  return hn::RebindMask(d, hn::TestBit(bits, hn::Set(du, uint64_t{1} << kBit)));
}

// The sine of an angle in `quadrant`: one of the two functions, with the sign
// of the quadrant's second bit.
template <class Element, Numerics kNumerics, class D, class V, class VU>
HWY_INLINE V SineInQuadrant(D d, Pair<V> angle, VU quadrant) {
  const hn::RebindToUnsigned<D> du;
  const auto both = SineAndCosineOfReduced<Element, kNumerics>(d, angle);
  const V sine = hn::Add(both.sine.hi, both.sine.lo);
  const V cosine = hn::Add(both.cosine.hi, both.cosine.lo);
  const V value = hn::IfThenElse(HasBit<0>(d, quadrant), cosine, sine);
  const auto sign = hn::ShiftLeft<62>(hn::And(quadrant, hn::Set(du, 2)));
  return hn::Xor(value, hn::BitCast(d, sign));
}

struct Sine {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const auto parts = ReduceAngle<Element, kNumerics>(d, x);
    const V result = SineInQuadrant<Element, kNumerics>(d, parts.angle, parts.quadrant);
    return hn::IfThenElse(hn::Eq(x, hn::Zero(d)), x, result);
  }
};

struct Cosine {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const hn::RebindToUnsigned<D> du;
    const auto parts = ReduceAngle<Element, kNumerics>(d, x);
    const auto next_quadrant = hn::Add(parts.quadrant, hn::Set(du, 1));
    return SineInQuadrant<Element, kNumerics>(d, parts.angle, next_quadrant);
  }
};

// sin / cos, or -cos / sin in the odd quadrants.
struct Tan {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const auto parts = ReduceAngle<Element, kNumerics>(d, x);
    const auto both = SineAndCosineOfReduced<Element, kNumerics>(d, parts.angle);
    const auto is_odd = HasBit<0>(d, parts.quadrant);
    const V cosine = both.cosine.hi;
    V numerator = hn::IfThenElse(is_odd, hn::Neg(cosine), both.sine.hi);
    V denominator = hn::IfThenElse(is_odd, both.sine.hi, cosine);
    V result;
    if constexpr (sizeof(Element) == 4) {
      result = hn::Div(numerator, denominator);
    } else {
      const V numerator_lo = hn::IfThenElse(is_odd, hn::Neg(both.cosine.lo), both.sine.lo);
      const V denominator_lo = hn::IfThenElse(is_odd, both.sine.lo, both.cosine.lo);
      result = DividePairs<kNumerics>(d, FastTwoSum(numerator, numerator_lo),
                                      FastTwoSum(denominator, denominator_lo))
                   .hi;
    }
    return hn::IfThenElse(hn::Eq(x, hn::Zero(d)), x, result);
  }
};

MathFamily Trigonometrics() {
  static constexpr MathImplementation kRows[] = {
      PADDOCK_MATH_ROWS("sine", MapUnary, Sine),
      PADDOCK_MATH_ROWS("cosine", MapUnary, Cosine),
      PADDOCK_MATH_ROWS("tan", MapUnary, Tan),
  };
  return kRows;
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
HWY_EXPORT(Trigonometrics);
MathFamily TrigonometricFamily() { return HWY_DYNAMIC_DISPATCH(Trigonometrics)(); }
}  // namespace paddock::simd
#endif
