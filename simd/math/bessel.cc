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

// x P(x^2) e^-|x| up to 2, all terms of P positive; beyond P((x - 9) / (x + 5)) / sqrt(x).
template <class D, class V>
HWY_NOINLINE V BesselI1eOf(D d, V x) {
  const V zero = hn::Zero(d);
  const V two = hn::Set(d, 2.0);
  const V magnitude = hn::Abs(x);
  const auto is_near = hn::Lt(magnitude, two);
  const ScaledPair<V> decay =
      ExponentialPair(d, Pair<V>{hn::Neg(hn::IfThenElseZero(is_near, magnitude)), zero});
  const Pair<V> series = PolynomialPair(d, hn::Mul(x, x), kBesselNear, 0);
  const Pair<V> factor = MultiplyPairs<kPortable>(d, series, decay.mantissa);
  const V product = hn::Add(hn::Mul(magnitude, factor.hi), hn::Mul(magnitude, factor.lo));
  const V near = hn::Mul(product, PowerOfTwo(d, RoundToInteger(d, decay.k).bits));
  const V far_x = hn::IfThenElse(is_near, two, magnitude);
  const V t = hn::Div(hn::Sub(far_x, hn::Set(d, 9.0)), hn::Add(far_x, hn::Set(d, 5.0)));
  const Pair<V> root = SqrtOfPair(d, Pair<V>{far_x, zero});
  const Pair<V> slow = PolynomialPair(d, t, kBesselFar, kBesselFarLo);
  const V far = DividePairs<kPortable>(d, slow, root).hi;
  const auto is_infinite = hn::Eq(magnitude, hn::Set(d, kInfinity));
  return hn::CopySign(hn::IfThenElse(is_near, near, hn::IfThenZeroElse(is_infinite, far)), x);
}

struct BesselI1e {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    return BesselI1eOf(d, x);
  }
};

#if !HWY_ARCH_WASM
// The same with enough digits for f32.
struct FastBesselI1e {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const V two = hn::Set(d, 2.0);
    const V magnitude = hn::Abs(x);
    const V decay = Exponential::Apply<float, Numerics::kFast>(d, hn::Neg(magnitude));
    const V series = Polynomial<Numerics::kFast>(d, hn::Mul(x, x), kBesselNearShort);
    const V near = hn::Mul(hn::Mul(magnitude, decay), series);
    const V far_x = hn::Max(magnitude, two);
    const V t = hn::Div(hn::Sub(far_x, hn::Set(d, 9.0)), hn::Add(far_x, hn::Set(d, 5.0)));
    const V far = hn::Div(Polynomial<Numerics::kFast>(d, t, kBesselFarShort), hn::Sqrt(far_x));
    const auto is_infinite = hn::Eq(magnitude, hn::Set(d, kInfinity));
    const V result =
        hn::IfThenElse(hn::Lt(magnitude, two), near, hn::IfThenZeroElse(is_infinite, far));
    return hn::IfThenElse(hn::IsNaN(x), x, hn::CopySign(result, x));
  }
};
#endif

MathFamily Bessels() {
  static constexpr MathImplementation kRows[] = {
#if HWY_ARCH_WASM
      PADDOCK_PORTABLE_ROWS("bessel_i1e", MapUnary, BesselI1e),
#else
      PADDOCK_SHORT_ROWS("bessel_i1e", MapUnary, BesselI1e, MapUnary, FastBesselI1e),
#endif
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
