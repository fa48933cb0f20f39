// add, subtract, multiply, divide, maximum, minimum, clamp, abs, negate and sign of floats.
#include "simd/elementwise/ops.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/elementwise/float_arithmetic.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "simd/elementwise/adapters-inl.h"
#include "simd/elementwise/functions-inl.h"
#include "simd/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

template <class Function, size_t kArity>
ElementwiseFunction FloatKernel(ElementType type) {
  if (type == ElementType::kF64) return &Map<Function, double, kArity>;
  return UpToF32<&Map<Function, float, kArity>, kArity>(type);
}

// For functions that act on the parts of a complex number each by itself.
template <class Function, size_t kArity>
ElementwiseFunction PartwiseKernel(ElementType type) {
  if (type == ElementType::kC64) return &Repeated<&Map<Function, float, kArity>, 2>;
  if (type == ElementType::kC128) return &Repeated<&Map<Function, double, kArity>, 2>;
  return FloatKernel<Function, kArity>(type);
}

ElementwiseFunction FloatArithmeticKernel(ElementwiseOp op, ElementType type) {
  switch (op) {
    case ElementwiseOp::kAdd:
      return PartwiseKernel<AddFloats, 2>(type);
    case ElementwiseOp::kSubtract:
      return PartwiseKernel<SubtractFloats, 2>(type);
    case ElementwiseOp::kMultiply:
      return FloatKernel<MultiplyFloats, 2>(type);
    case ElementwiseOp::kDivide:
      return FloatKernel<DivideFloats, 2>(type);
    case ElementwiseOp::kMaximum:
      return FloatKernel<MaximumFloats, 2>(type);
    case ElementwiseOp::kMinimum:
      return FloatKernel<MinimumFloats, 2>(type);
    case ElementwiseOp::kClamp:
      return FloatKernel<ClampFloats, 3>(type);
    case ElementwiseOp::kAbs:
      return FloatKernel<AbsFloats, 1>(type);
    case ElementwiseOp::kNegate:
      return PartwiseKernel<NegateFloats, 1>(type);
    case ElementwiseOp::kSign:
      return FloatKernel<SignFloats, 1>(type);
    default:
      return nullptr;
  }
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(FloatArithmeticKernel);

ElementwiseFunction FindFloatArithmetic(ElementwiseOp op, ElementType type) {
  return HWY_DYNAMIC_DISPATCH(FloatArithmeticKernel)(op, type);
}

}  // namespace paddock::simd
#endif
