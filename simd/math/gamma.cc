// lgamma and digamma.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/math/gamma.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "simd/math/family.h"
#include "simd/math/gamma-inl.h"
#include "simd/math/gamma_short-inl.h"
#include "simd/math/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

// For x < 0: - log(|x sin(pi x)| / pi) - log Gamma(|x|).
struct LogGamma {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const V zero = hn::Zero(d);
    const V magnitude = hn::Abs(x);
    Pair<V> result = LogGammaOfPositive(d, magnitude);
    // Between -2^-100 and 0 the result is -log|x|.
    const auto is_reflected = hn::Lt(x, hn::Set(d, -0x1p-100));
    if (!hn::AllFalse(d, is_reflected)) {
      const Pair<V> sine = SineAndCosineOfPi(d, x).sine;
      const Pair<V> over_pi = MultiplyPairs<kPortable>(
          d, sine, SetPair(d, 0x1.45f306dc9c883p-2, -0x1.6b01ec5417056p-56));
      const Pair<V> product = MultiplyPairs<kPortable>(d, over_pi, Pair<V>{magnitude, zero});
      const Pair<V> sum = AddPairs(LogarithmOfPair(d, product), result);
      result = SelectPair(is_reflected, Negate(sum), result);
    }
    const auto is_pole = hn::And(hn::Le(x, zero), hn::Eq(hn::Floor(x), x));
    const auto is_infinite = hn::Or(is_pole, hn::Eq(magnitude, hn::Set(d, kInfinity)));
    const V value = hn::IfThenElse(is_infinite, hn::Set(d, kInfinity), result.hi);
    return hn::IfThenElse(hn::IsNaN(x), x, value);
  }
};

struct Digamma {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    return DigammaOf(d, x);
  }
};

#if !HWY_ARCH_WASM
struct FastLogGamma {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    return ShortLogGamma(d, x);
  }
};

struct FastDigamma {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    return ShortDigamma(d, x);
  }
};
#endif

MathFamily Gammas() {
  static constexpr MathImplementation kRows[] = {
#if HWY_ARCH_WASM
      PADDOCK_PORTABLE_ROWS("lgamma", MapUnaryInF64, LogGamma),
      PADDOCK_PORTABLE_ROWS("digamma", MapUnary, Digamma),
#else
      PADDOCK_SHORT_ROWS("lgamma", MapUnaryInF64, LogGamma, MapUnary, FastLogGamma),
      PADDOCK_SHORT_ROWS("digamma", MapUnary, Digamma, MapUnary, FastDigamma),
#endif
  };
  return kRows;
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
HWY_EXPORT(Gammas);
MathFamily GammaFamily() { return HWY_DYNAMIC_DISPATCH(Gammas)(); }
}  // namespace paddock::simd
#endif
