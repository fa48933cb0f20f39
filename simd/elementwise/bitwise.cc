// and, or, xor, not, the shifts, count_leading_zeros and popcnt.
#include "simd/elementwise/ops.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/elementwise/bitwise.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "simd/elementwise/adapters-inl.h"
#include "simd/elementwise/functions-inl.h"
#include "simd/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

// Processes bytes, for elements of any width.
template <class Function, size_t kArity>
ElementwiseFunction BytewiseKernel(ElementType type) {
  switch (ByteSize(type)) {
    case 1:
      return &Map<Function, uint8_t, kArity>;
    case 2:
      return &Repeated<&Map<Function, uint8_t, kArity>, 2>;
    case 4:
      return &Repeated<&Map<Function, uint8_t, kArity>, 4>;
    default:
      return &Repeated<&Map<Function, uint8_t, kArity>, 8>;
  }
}

ElementwiseFunction NotKernel(ElementType type) {
  switch (type) {
    case ElementType::kI1:
      return &Map<NotBoolean, uint8_t>;
    case ElementType::kUI2:
      return &NarrowInteger<ElementType::kUI2, &Map<NotBits, uint8_t>>;
    case ElementType::kUI4:
      return &NarrowInteger<ElementType::kUI4, &Map<NotBits, uint8_t>>;
    default:
      return BytewiseKernel<NotBits, 1>(type);
  }
}

template <template <int> class Function, size_t kArity>
ElementwiseFunction WidthKernel(ElementType type) {
  switch (type) {
    case ElementType::kI2:
      return &NarrowInteger<ElementType::kI2, &Map<Function<2>, uint8_t, kArity>>;
    case ElementType::kUI2:
      return &NarrowInteger<ElementType::kUI2, &Map<Function<2>, uint8_t, kArity>>;
    case ElementType::kI4:
      return &NarrowInteger<ElementType::kI4, &Map<Function<4>, uint8_t, kArity>>;
    case ElementType::kUI4:
      return &NarrowInteger<ElementType::kUI4, &Map<Function<4>, uint8_t, kArity>>;
    default:
      break;
  }
  switch (BitWidth(type)) {
    case 8:
      return &Map<Function<8>, uint8_t, kArity>;
    case 16:
      return &Map<Function<16>, uint16_t, kArity>;
    case 32:
      return &Map<Function<32>, uint32_t, kArity>;
    default:
      return &Map<Function<64>, uint64_t, kArity>;
  }
}

template <int>
using ShiftLeftBitsOf = ShiftLeftBits;

ElementwiseFunction BitwiseKernel(ElementwiseOp op, ElementType type) {
  if (!IsInteger(type) && !IsBoolean(type)) return nullptr;
  switch (op) {
    case ElementwiseOp::kAnd:
      return BytewiseKernel<AndBits, 2>(type);
    case ElementwiseOp::kOr:
      return BytewiseKernel<OrBits, 2>(type);
    case ElementwiseOp::kXor:
      return BytewiseKernel<XorBits, 2>(type);
    case ElementwiseOp::kNot:
      return NotKernel(type);
    default:
      break;
  }
  if (IsBoolean(type)) return nullptr;
  switch (op) {
    case ElementwiseOp::kShiftLeft:
      return WidthKernel<ShiftLeftBitsOf, 2>(type);
    case ElementwiseOp::kShiftRightLogical:
      return WidthKernel<ShiftRightLogicalBits, 2>(type);
    case ElementwiseOp::kShiftRightArithmetic:
      return WidthKernel<ShiftRightArithmeticBits, 2>(type);
    case ElementwiseOp::kPopcnt:
      return WidthKernel<CountOnes, 1>(type);
    case ElementwiseOp::kCountLeadingZeros:
      return WidthKernel<CountLeadingZeros, 1>(type);
    default:
      return nullptr;
  }
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(BitwiseKernel);

ElementwiseFunction FindBitwise(ElementwiseOp op, ElementType type) {
  return HWY_DYNAMIC_DISPATCH(BitwiseKernel)(op, type);
}

}  // namespace paddock::simd
#endif
