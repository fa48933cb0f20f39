// log and log_plus_one.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/math/logarithm.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "simd/math/family.h"
#include "simd/math/four-inl.h"
#include "simd/math/four_single-inl.h"
#include "simd/math/logarithm-inl.h"
#include "simd/math/map-inl.h"
#include "simd/math/single-inl.h"
#include "simd/math/single_map-inl.h"
#include "simd/math/single_near_zero-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

// `result` where 0 < u < infinity; else the logarithm's value at u.
template <class D, class V>
HWY_INLINE V WithSpecialLogarithms(D d, V u, V result) {
  const V zero = hn::Zero(d);
  const V infinity = hn::Set(d, kInfinity);
  const V of_zero = hn::IfThenElse(hn::Eq(u, zero), hn::Neg(infinity), hn::Set(d, kNaN));
  const V special = hn::IfThenElse(hn::Eq(u, infinity), infinity, of_zero);
  return hn::IfThenElse(hn::And(hn::Gt(u, zero), hn::Lt(u, infinity)), result, special);
}

struct Log {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const auto parts = SplitLogarithm<Element>(d, x);
    const V result = JoinLogarithm<Element, kNumerics>(d, parts, hn::Zero(d));
    return WithSpecialLogarithms(d, x, result);
  }
};

// log(u) + lost / u, where u + lost = 1 + x exactly.
struct LogPlusOne {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const Pair<V> u = TwoSum(hn::Set(d, 1.0), x);
    const V rest = hn::Div(u.lo, u.hi);
    const auto parts = SplitLogarithm<Element>(d, u.hi);
    const V result = JoinLogarithm<Element, kNumerics>(d, parts, rest);
    // Below 2^-60 the result is the operand: keeps -0 and subnormals.
    const auto is_tiny = hn::Lt(hn::Abs(x), hn::Set(d, 0x1p-60));
    return hn::IfThenElse(is_tiny, x, WithSpecialLogarithms(d, u.hi, result));
  }
};

MathFamily Logarithms() {
  static constexpr MathImplementation kRows[] = {
      PADDOCK_MATH_SINGLE_ROWS("log", Log, SingleLog),
      PADDOCK_MATH_SINGLE_ROWS("log_plus_one", LogPlusOne, SingleLogPlusOne),
  };
  return kRows;
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
HWY_EXPORT(Logarithms);
MathFamily LogarithmFamily() { return HWY_DYNAMIC_DISPATCH(Logarithms)(); }
}  // namespace paddock::simd
#endif
