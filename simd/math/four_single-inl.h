// Functions of f32 lanes (single-inl.h), of four elements in registers.
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_FOUR_SINGLE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_FOUR_SINGLE_INL_H_
#undef PADDOCK_SIMD_MATH_FOUR_SINGLE_INL_H_
#else
#define PADDOCK_SIMD_MATH_FOUR_SINGLE_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/math/four-inl.h"
#include "simd/math/single-inl.h"

#if PADDOCK_HAS_FOUR
HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Some functions look up tables in whole vectors, so the others are copies.
template <class Function>
FourElements<float> FourMapSingle(FourElements<float> raw) {
  const hn::ScalableTag<float> d;
  const hn::Vec<FourElementsTag<float>> four{raw};
  const auto x = hn::BroadcastBlock<0>(hn::ResizeBitCast(d, four));
  const auto apply = [&]() HWY_ATTR {
    if constexpr (HasRegular<Function>) {
      if (HWY_LIKELY(
              AreRegular<Function>(hn::RebindToSigned<decltype(d)>(), Function::Order(d, x)))) {
        return Function::ApplyToRegular(d, x);
      }
    }
    return Function::Apply(d, x);
  };
  return hn::ResizeBitCast(FourElementsTag<float>(), apply()).raw;
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();
#endif

#endif  // PADDOCK_SIMD_MATH_FOUR_SINGLE_INL_H_
