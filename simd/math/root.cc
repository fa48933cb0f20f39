// sqrt, rsqrt and cbrt. Square roots and divisions are IEEE's on every target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/math/root.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "simd/math/cbrt-inl.h"
#include "simd/math/family.h"
#include "simd/math/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

// Rounding the f64 square root of an f32 to f32 gives the f32 square root.
struct Sqrt {
  template <class Element, Numerics, class D, class V>
  static HWY_INLINE V Apply(D, V x) {
    return hn::Sqrt(x);
  }
};

struct Rsqrt {
  template <class Element, Numerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    return hn::Div(hn::Set(d, 1.0), hn::Sqrt(x));
  }
};

MathFamily Roots() {
  static constexpr MathImplementation kRows[] = {
      PADDOCK_MATH_ROWS("sqrt", MapUnary, Sqrt),
      PADDOCK_MATH_ROWS("rsqrt", MapUnary, Rsqrt),
      PADDOCK_MATH_ROWS("cbrt", MapUnary, Cbrt),
  };
  return kRows;
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
HWY_EXPORT(Roots);
MathFamily RootFamily() { return HWY_DYNAMIC_DISPATCH(Roots)(); }
}  // namespace paddock::simd
#endif
