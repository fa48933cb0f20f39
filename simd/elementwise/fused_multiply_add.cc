// fma: a * b + c, rounded once. The same bits on every target.
#include "simd/elementwise/fused_multiply_add.h"

#include "simd/elementwise/ops.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/elementwise/fused_multiply_add.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "simd/elementwise/adapters-inl.h"
#include "simd/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

#if HWY_NATIVE_FMA
struct MultiplyAddVectors {
  template <class D, class V>
  HWY_INLINE V operator()(D, V a, V b, V c) const {
    return hn::MulAdd(a, b, c);
  }
};
template <typename T>
constexpr ElementwiseFunction kFusedMultiplyAdd = &Map<MultiplyAddVectors, T, 3>;
#else
template <typename T>
struct MultiplyAddNumbers {
  HWY_INLINE T operator()(T a, T b, T c) const { return FusedMultiplyAdd(a, b, c); }
};
template <typename T>
constexpr ElementwiseFunction kFusedMultiplyAdd = &MapScalars<MultiplyAddNumbers<T>, T, 3>;
#endif

// Computes a * b + c in f32, rounded to odd. A narrower type rounds it to the value nearest to the
// exact result.
struct MultiplyAddToOdd {
  HWY_INLINE float operator()(float a, float b, float c) const {
    return RoundedToOdd(FusedMultiplyAddToOdd(a, b, c));
  }
};

ElementwiseFunction FusedMultiplyAddKernel(ElementwiseOp op, ElementType type) {
  if (op != ElementwiseOp::kFma) return nullptr;
  if (type == ElementType::kF64) return kFusedMultiplyAdd<double>;
  if (type == ElementType::kF32) return kFusedMultiplyAdd<float>;
  return UpToF32<&MapScalars<MultiplyAddToOdd, float, 3>, 3>(type);
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(FusedMultiplyAddKernel);

ElementwiseFunction FindFusedMultiplyAdd(ElementwiseOp op, ElementType type) {
  return HWY_DYNAMIC_DISPATCH(FusedMultiplyAddKernel)(op, type);
}

}  // namespace paddock::simd
#endif
