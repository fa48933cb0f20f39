// tanh and logistic: quotients of exponentials, divided as pairs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/math/hyperbolic.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "simd/math/exponential-inl.h"
#include "simd/math/family.h"
#include "simd/math/four-inl.h"
#include "simd/math/four_single-inl.h"
#include "simd/math/map-inl.h"
#include "simd/math/single-inl.h"
#include "simd/math/single_map-inl.h"
#include "simd/math/sixteenth-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

// tanh x = t / (t + 2), t = e^(2x) - 1, for x >= 0: no cancellation. Beyond 22
// it is 1 in both types.
struct Tanh {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
#if PADDOCK_HAS_SIXTEENTHS
    if constexpr (sizeof(Element) == 8 && kNumerics == Numerics::kFast) {
      return InWholeVectors(d, x,
                            [](auto whole, auto y) HWY_ATTR { return TanhBySixteenths(whole, y); });
    }
#endif
    const V two = hn::Set(d, 2.0);
    const V doubled = Limit(d, hn::Mul(hn::Abs(x), two), 0.0, 44.0);
    V k;
    Pair<V> t = SplitExponentialMinusOne<Element, kNumerics>(d, doubled, &k);
    const V power = PowerOfTwo(d, RoundToInteger(d, k).bits);
    t = {hn::Mul(t.hi, power), hn::Mul(t.lo, power)};
    if constexpr (sizeof(Element) == 4) {
      return hn::CopySign(hn::Div(t.hi, hn::Add(t.hi, two)), x);
    } else {
      Pair<V> denominator = TwoSum(two, t.hi);
      denominator.lo = hn::Add(denominator.lo, t.lo);
      return hn::CopySign(DividePairs<kNumerics>(d, t, denominator).hi, x);
    }
  }
};

// With z = e^-|x|, which cannot overflow: 1 / (1 + z), or z / (1 + z) for x < 0. Results down to
// the least subnormal are therefore accurate.
struct Logistic {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const V one = hn::Set(d, 1.0);
    const V negative = hn::Neg(Limit(d, hn::Abs(x), 0.0, 750.0));
    const auto parts = SplitExponential<Element, kNumerics>(d, negative, hn::Zero(d));
    const auto is_negative = hn::Lt(x, hn::Zero(d));
    if constexpr (sizeof(Element) == 4) {
      const V mantissa = hn::Add(one, hn::Add(parts.r, parts.tail));
      const V z = hn::Mul(mantissa, PowerOfTwo(d, LimitedBits(d, parts.k)));
      return hn::Div(hn::IfThenElse(is_negative, z, one), hn::Add(one, z));
    } else {
      Pair<V> mantissa = FastTwoSum(one, parts.r);
      mantissa = FastTwoSum(mantissa.hi, hn::Add(mantissa.lo, parts.tail));
      // 2^-1000 is far below half an ULP of 1 + z already.
      const V power = PowerOfTwo(d, LimitedBits(d, parts.k));
      const Pair<V> z = {hn::Mul(mantissa.hi, power), hn::Mul(mantissa.lo, power)};
      Pair<V> denominator = FastTwoSum(one, z.hi);
      denominator.lo = hn::Add(denominator.lo, z.lo);
      const Pair<V> numerator = {hn::IfThenElse(is_negative, mantissa.hi, one),
                                 hn::IfThenElseZero(is_negative, mantissa.lo)};
      const V quotient = DividePairs<kNumerics>(d, numerator, denominator).hi;
      return Scale(d, quotient, hn::IfThenElseZero(is_negative, parts.k));
    }
  }

 private:
  template <class D, class V>
  static HWY_INLINE auto LimitedBits(D d, V k) {
    return RoundToInteger(d, Limit(d, k, -1000.0, 0.0)).bits;
  }
};

MathFamily Hyperbolics() {
  static constexpr MathImplementation kRows[] = {
      PADDOCK_MATH_SINGLE_ROWS("tanh", Tanh, SingleTanh),
      PADDOCK_MATH_SINGLE_ROWS("logistic", Logistic, SingleLogistic),
  };
  return kRows;
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
HWY_EXPORT(Hyperbolics);
MathFamily HyperbolicFamily() { return HWY_DYNAMIC_DISPATCH(Hyperbolics)(); }
}  // namespace paddock::simd
#endif
