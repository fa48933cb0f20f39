// bessel_i1e: e^-|x| I1(x).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/math/bessel.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "simd/math/exponential-inl.h"
#include "simd/math/family.h"
#include "simd/math/map-inl.h"
#include "simd/math/special_coefficients.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

// x P(x^2) e^-|x| up to 8, all terms of P positive; beyond P(16/x - 1) / sqrt(x).
struct BesselI1e {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const V magnitude = hn::Abs(x);
    const V decay = Exponential::Apply<double, kPortable>(d, hn::Neg(magnitude));
    const V series = Polynomial<kPortable>(d, hn::Mul(x, x), kBesselNear);
    const V near = hn::Mul(hn::Mul(magnitude, series), decay);
    const V at = hn::Sub(hn::Div(hn::Set(d, 16.0), magnitude), hn::Set(d, 1.0));
    const V far = hn::Div(Polynomial<kPortable>(d, at, kBesselFar), hn::Sqrt(magnitude));
    const V result = hn::IfThenElse(hn::Lt(magnitude, hn::Set(d, 8.0)), near, far);
    return hn::CopySign(result, x);
  }
};

MathFamily Bessels() {
  static constexpr MathImplementation kRows[] = {
      PADDOCK_PORTABLE_ROWS("bessel_i1e", MapUnary, BesselI1e),
  };
  return kRows;
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
HWY_EXPORT(Bessels);
MathFamily BesselFamily() { return HWY_DYNAMIC_DISPATCH(Bessels)(); }
}  // namespace paddock::simd
#endif
