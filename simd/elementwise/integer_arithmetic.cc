// add, subtract, multiply, maximum, minimum, clamp, abs, negate and sign of
// integers, which wrap, and of booleans.
#include "simd/elementwise/ops.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/elementwise/integer_arithmetic.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "simd/elementwise/adapters-inl.h"
#include "simd/elementwise/functions-inl.h"
#include "simd/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

// For functions whose result depends on the sign.
template <class Function, size_t kArity>
ElementwiseFunction SignedKernel(ElementType type) {
  switch (type) {
    case ElementType::kI16:
      return &Map<Function, int16_t, kArity>;
    case ElementType::kI32:
      return &Map<Function, int32_t, kArity>;
    case ElementType::kI64:
    case ElementType::kIndex:
      return &Map<Function, int64_t, kArity>;
    default:
      return IsSigned(type)
                 ? UpToByte<&Map<Function, int8_t, kArity>, &Map<Function, int8_t, kArity>>(type)
                 : nullptr;
  }
}

template <class Function, size_t kArity>
ElementwiseFunction SignSensitiveKernel(ElementType type) {
  switch (type) {
    case ElementType::kI1:
      return &Map<Function, uint8_t, kArity>;
    case ElementType::kUI16:
      return &Map<Function, uint16_t, kArity>;
    case ElementType::kUI32:
      return &Map<Function, uint32_t, kArity>;
    case ElementType::kUI64:
      return &Map<Function, uint64_t, kArity>;
    default:
      return IsSigned(type)
                 ? SignedKernel<Function, kArity>(type)
                 : UpToByte<&Map<Function, uint8_t, kArity>, &Map<Function, uint8_t, kArity>>(type);
  }
}

// For functions that are the same on signed and unsigned integers.
template <class Function, size_t kArity>
ElementwiseFunction WrappingKernel(ElementType type) {
  switch (type) {
    case ElementType::kI16:
    case ElementType::kUI16:
      return &Map<Function, uint16_t, kArity>;
    case ElementType::kI32:
    case ElementType::kUI32:
      return &Map<Function, uint32_t, kArity>;
    case ElementType::kI64:
    case ElementType::kUI64:
    case ElementType::kIndex:
      return &Map<Function, uint64_t, kArity>;
    default:
      return UpToByte<&Map<Function, uint8_t, kArity>, &Map<Function, uint8_t, kArity>>(type);
  }
}

ElementwiseFunction IntegerArithmeticKernel(ElementwiseOp op, ElementType type) {
  switch (op) {
    case ElementwiseOp::kAdd:  // of booleans: or
      return type == ElementType::kI1 ? &Map<MaximumIntegers, uint8_t, 2>
                                      : WrappingKernel<AddIntegers, 2>(type);
    case ElementwiseOp::kSubtract:
      return WrappingKernel<SubtractIntegers, 2>(type);
    case ElementwiseOp::kMultiply:  // of booleans: and
      return type == ElementType::kI1 ? &Map<MinimumIntegers, uint8_t, 2>
                                      : WrappingKernel<MultiplyIntegers, 2>(type);
    case ElementwiseOp::kMaximum:
      return SignSensitiveKernel<MaximumIntegers, 2>(type);
    case ElementwiseOp::kMinimum:
      return SignSensitiveKernel<MinimumIntegers, 2>(type);
    case ElementwiseOp::kClamp:
      return SignSensitiveKernel<ClampIntegers, 3>(type);
    case ElementwiseOp::kNegate:
      return WrappingKernel<NegateIntegers, 1>(type);
    case ElementwiseOp::kAbs:
      return SignedKernel<AbsIntegers, 1>(type);
    case ElementwiseOp::kSign:
      return SignedKernel<SignIntegers, 1>(type);
    default:
      return nullptr;
  }
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(IntegerArithmeticKernel);

ElementwiseFunction FindIntegerArithmetic(ElementwiseOp op, ElementType type) {
  return HWY_DYNAMIC_DISPATCH(IntegerArithmeticKernel)(op, type);
}

}  // namespace paddock::simd
#endif
