// acos, asin and atan of real numbers, by atan2.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/math/inverse_trigonometric.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "simd/math/atan2-inl.h"
#include "simd/math/family.h"
#include "simd/math/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

// sqrt((1 - x) (1 + x)): both factors are exact as pairs. NaN beyond 1.
template <class D, class V>
HWY_INLINE V OtherCathetus(D d, V x) {
  const V one = hn::Set(d, 1.0);
  return SqrtOfPair(d, MultiplyPairs<kPortable>(d, TwoSum(one, hn::Neg(x)), TwoSum(one, x))).hi;
}

// The same for f32 that is rounded once, and a magnitude.
template <class D, class V>
HWY_INLINE V ShortCathetus(D d, V magnitude) {
  const V one = hn::Set(d, 1.0);
  return hn::Sqrt(hn::Mul(hn::Sub(one, magnitude), hn::Add(one, magnitude)));
}

// NaN unless the magnitude of the operand is at most 1.
template <class D, class V>
HWY_INLINE V IfInDomain(D d, V magnitude, V result) {
  return hn::IfThenElse(hn::Le(magnitude, hn::Set(d, 1.0)), result, hn::Set(d, kNaN));
}

template <class Element, Numerics kNumerics>
inline constexpr bool kIsShort = sizeof(Element) == 4 && kNumerics == Numerics::kFast;

struct Acos {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    if constexpr (kIsShort<Element, kNumerics>) {
      const V magnitude = hn::Abs(x);
      const V angle = ShortAngle<kNumerics>(d, ShortCathetus(d, magnitude), magnitude);
      const V other = hn::Sub(hn::Set(d, 0x1.921fb54442d18p+1), angle);
      return IfInDomain(d, magnitude, hn::IfThenElse(hn::Lt(x, hn::Zero(d)), other, angle));
    }
    return Atan2Pair<Element, kNumerics>(d, OtherCathetus(d, x), x).hi;
  }
};

struct Asin {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    if constexpr (kIsShort<Element, kNumerics>) {
      const V magnitude = hn::Abs(x);
      const V angle = ShortAngle<kNumerics>(d, magnitude, ShortCathetus(d, magnitude));
      return IfInDomain(d, magnitude, hn::CopySign(angle, x));
    }
    return Atan2Pair<Element, kNumerics>(d, x, OtherCathetus(d, x)).hi;
  }
};

struct Atan {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    return Atan2Pair<Element, kNumerics>(d, x, hn::Set(d, 1.0)).hi;
  }
};

MathFamily InverseTrigonometrics() {
  static constexpr MathImplementation kRows[] = {
      PADDOCK_SHORT_ROWS("acos", MapUnary, Acos, MapUnary, Acos),
      PADDOCK_SHORT_ROWS("asin", MapUnary, Asin, MapUnary, Asin),
      PADDOCK_PORTABLE_ROWS("atan", MapUnary, Atan),
  };
  return kRows;
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
HWY_EXPORT(InverseTrigonometrics);
MathFamily InverseTrigonometricFamily() { return HWY_DYNAMIC_DISPATCH(InverseTrigonometrics)(); }
}  // namespace paddock::simd
#endif
