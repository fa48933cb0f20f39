// |x + iy| of vectors of parts, compiled once per SIMD target.
#include <limits>

#if defined(PADDOCK_SIMD_ELEMENTWISE_MODULUS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_ELEMENTWISE_MODULUS_INL_H_
#undef PADDOCK_SIMD_ELEMENTWISE_MODULUS_INL_H_
#else
#define PADDOCK_SIMD_ELEMENTWISE_MODULUS_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Infinite parts have an infinite modulus, even beside NaN. Any other NaN becomes the usual one.
template <class D, class V>
HWY_INLINE V SettledModulus(D d, V x, V y, V root) {
  const V nan = hn::Set(d, std::numeric_limits<double>::quiet_NaN());
  const V number = hn::IfThenElse(hn::IsNaN(root), nan, root);
  const auto is_infinite = hn::Or(hn::IsInf(x), hn::IsInf(y));
  return hn::IfThenElse(is_infinite, hn::Inf(d), number);
}

// The modulus in f64 of parts of f32, whose squares are exact and in range there.
template <class D, class V>
HWY_INLINE V ModulusOfSingles(D d, V x, V y) {
  return SettledModulus(d, x, y, hn::Sqrt(hn::Add(hn::Mul(x, x), hn::Mul(y, y))));
}

// Scales by powers of two, so that no square that counts overflows or underflows. The bits are
// those of any such scale.
template <class D, class V>
HWY_INLINE V ModulusOfDoubles(D d, V x, V y) {
  const V greater = hn::Max(hn::Abs(x), hn::Abs(y));
  const auto is_large = hn::Gt(greater, hn::Set(d, 0x1p400));
  const auto is_small = hn::Lt(greater, hn::Set(d, 0x1p-400));
  const auto choose = [&](double large, double small) HWY_ATTR {
    return hn::IfThenElse(is_large, hn::Set(d, large),
                          hn::IfThenElse(is_small, hn::Set(d, small), hn::Set(d, 1.0)));
  };
  const V factor = choose(0x1p-600, 0x1p600);
  const V a = hn::Mul(x, factor), b = hn::Mul(y, factor);
  const V root = hn::Sqrt(hn::Add(hn::Mul(a, a), hn::Mul(b, b)));
  return SettledModulus(d, x, y, hn::Mul(root, choose(0x1p600, 0x1p-600)));
}

// For kernels over arrays: vectors of f32 are half as long as those of f64 are wide.
struct ModulusInArrays {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V x, V y) const {
    if constexpr (sizeof(hn::TFromD<D>) == 8) {
      return ModulusOfDoubles(d, x, y);
    } else {
      const hn::Rebind<double, D> d64;
      return hn::DemoteTo(d, ModulusOfSingles(d64, hn::PromoteTo(d64, x), hn::PromoteTo(d64, y)));
    }
  }
};

// For whole vectors.
struct ModulusInLanes {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V x, V y) const {
    if constexpr (sizeof(hn::TFromD<D>) == 8) {
      return ModulusOfDoubles(d, x, y);
    } else {
      const hn::RepartitionToWide<D> d64;
      const hn::Half<D> d_half;
      const auto lower =
          ModulusOfSingles(d64, hn::PromoteLowerTo(d64, x), hn::PromoteLowerTo(d64, y));
      const auto upper =
          ModulusOfSingles(d64, hn::PromoteUpperTo(d64, x), hn::PromoteUpperTo(d64, y));
      return hn::Combine(d, hn::DemoteTo(d_half, upper), hn::DemoteTo(d_half, lower));
    }
  }
};

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_ELEMENTWISE_MODULUS_INL_H_
