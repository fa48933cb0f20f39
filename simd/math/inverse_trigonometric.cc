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

struct Acos {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    return Atan2Pair<Element, kNumerics>(d, OtherCathetus(d, x), x).hi;
  }
};

struct Asin {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
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
      PADDOCK_PORTABLE_ROWS("acos", MapUnary, Acos),
      PADDOCK_PORTABLE_ROWS("asin", MapUnary, Asin),
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
