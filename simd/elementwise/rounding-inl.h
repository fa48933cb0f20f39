// Rounding to integers, compiled once per SIMD target: function objects over vectors, for kernels
// and chains.
#if defined(PADDOCK_SIMD_ELEMENTWISE_ROUNDING_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_ELEMENTWISE_ROUNDING_INL_H_
#undef PADDOCK_SIMD_ELEMENTWISE_ROUNDING_INL_H_
#else
#define PADDOCK_SIMD_ELEMENTWISE_ROUNDING_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

struct CeilFloats {
  template <class D, class V>
  HWY_INLINE V operator()(D, V operand) const {
    return hn::Ceil(operand);
  }
};
struct FloorFloats {
  template <class D, class V>
  HWY_INLINE V operator()(D, V operand) const {
    return hn::Floor(operand);
  }
};
struct RoundToEven {
  template <class D, class V>
  HWY_INLINE V operator()(D, V operand) const {
    return hn::Round(operand);
  }
};
// Adding a half before truncating would round 0.49999997 up, so the exact fraction is compared.
struct RoundAwayFromZero {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V operand) const {
    using T = hn::TFromD<D>;
    const V magnitude = hn::Abs(operand);
    const V whole = hn::Trunc(magnitude);
    const auto rounds_up = hn::Ge(hn::Sub(magnitude, whole), hn::Set(d, T(0.5)));
    const V rounded = hn::Add(whole, hn::IfThenElseZero(rounds_up, hn::Set(d, T(1))));
    return hn::CopySign(rounded, operand);
  }
};

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_ELEMENTWISE_ROUNDING_INL_H_
