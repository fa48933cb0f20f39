// exponential and exponential_minus_one.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/math/exponential.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "simd/math/exponential-inl.h"
#include "simd/math/family.h"
#include "simd/math/map-inl.h"
#include "simd/math/single-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

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

MathFamily Exponentials() {
  static constexpr MathImplementation kRows[] = {
      PADDOCK_MATH_SINGLE_ROWS("exponential", Exponential, SingleExponential),
      PADDOCK_MATH_ROWS("exponential_minus_one", MapUnary, ExponentialMinusOne),
  };
  return kRows;
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
HWY_EXPORT(Exponentials);
MathFamily ExponentialFamily() { return HWY_DYNAMIC_DISPATCH(Exponentials)(); }
}  // namespace paddock::simd
#endif
