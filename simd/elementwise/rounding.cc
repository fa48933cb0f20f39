// ceil, floor, round_nearest_afz, round_nearest_even and is_finite.
#include "simd/elementwise/ops.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/elementwise/rounding.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "simd/elementwise/adapters-inl.h"
#include "simd/elementwise/map-inl.h"
#include "simd/elementwise/rounding-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

struct IsFiniteFloat {
  template <class D, class V>
  HWY_INLINE auto operator()(D d, V operand) const {
    return BytesFromMask(d, hn::IsFinite(operand));
  }
};

template <class Function>
ElementwiseFunction RoundingKernelOf(ElementType type) {
  if (type == ElementType::kF64) return &Map<Function, double>;
  return UpToF32<&Map<Function, float>, 1>(type);
}

ElementwiseFunction RoundingKernel(ElementwiseOp op, ElementType type) {
  switch (op) {
    case ElementwiseOp::kCeil:
      return RoundingKernelOf<CeilFloats>(type);
    case ElementwiseOp::kFloor:
      return RoundingKernelOf<FloorFloats>(type);
    case ElementwiseOp::kRoundNearestEven:
      return RoundingKernelOf<RoundToEven>(type);
    case ElementwiseOp::kRoundNearestAfz:
      return RoundingKernelOf<RoundAwayFromZero>(type);
    case ElementwiseOp::kIsFinite:
      return type == ElementType::kF64
                 ? &Map<IsFiniteFloat, double, 1, uint8_t>
                 : UpToF32<&Map<IsFiniteFloat, float, 1, uint8_t>, 1, true>(type);
    default:
      return nullptr;
  }
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(RoundingKernel);

ElementwiseFunction FindRounding(ElementwiseOp op, ElementType type) {
  return HWY_DYNAMIC_DISPATCH(RoundingKernel)(op, type);
}

}  // namespace paddock::simd
#endif
