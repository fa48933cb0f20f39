// atan2.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/math/atan2.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "simd/math/atan2-inl.h"
#include "simd/math/family.h"
#include "simd/math/four-inl.h"
#include "simd/math/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

// lhs is y, rhs is x, as in the specification.
struct Atan2 {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V lhs, V rhs) {
    return Atan2Pair<Element, kNumerics>(d, lhs, rhs).hi;
  }
};

MathFamily Atan2s() {
  static constexpr MathImplementation kRows[] = {
      PADDOCK_MATH_ROWS("atan2", MapBinary, Atan2),
  };
  return kRows;
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
HWY_EXPORT(Atan2s);
MathFamily Atan2Family() { return HWY_DYNAMIC_DISPATCH(Atan2s)(); }
}  // namespace paddock::simd
#endif
