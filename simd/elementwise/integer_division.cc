// divide, remainder and power of integers. Scalar: few targets divide vectors
// of integers, and a division costs more than the loop around it.
#include <type_traits>

#include "simd/elementwise/ops.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/elementwise/integer_division.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "simd/elementwise/adapters-inl.h"
#include "simd/elementwise/functions-inl.h"
#include "simd/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

// By squaring, modulo 2^bits.
template <typename T>
struct PowerIntegers {
  HWY_INLINE T operator()(T lhs, T rhs) const {
    const bool is_odd = (rhs & 1) != 0;
    if (rhs < 0) {
      if (lhs == static_cast<T>(-1)) return is_odd ? lhs : T{1};
      return lhs == 1 ? T{1} : T{0};
    }
    // At least 32 bits, lest the product of two uint16_t overflow an int.
    using U = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
    U result = 1;
    U factor = static_cast<U>(lhs);
    for (U exponent = static_cast<U>(rhs); exponent != 0; exponent >>= 1) {
      if ((exponent & 1) != 0) result *= factor;
      factor *= factor;
    }
    return static_cast<T>(result);
  }
};

template <template <typename> class Function>
ElementwiseFunction DivisionKernel(ElementType type) {
  switch (type) {
    case ElementType::kI16:
      return &MapScalars<Function<int16_t>, int16_t, 2>;
    case ElementType::kI32:
      return &MapScalars<Function<int32_t>, int32_t, 2>;
    case ElementType::kI64:
    case ElementType::kIndex:
      return &MapScalars<Function<int64_t>, int64_t, 2>;
    case ElementType::kUI16:
      return &MapScalars<Function<uint16_t>, uint16_t, 2>;
    case ElementType::kUI32:
      return &MapScalars<Function<uint32_t>, uint32_t, 2>;
    case ElementType::kUI64:
      return &MapScalars<Function<uint64_t>, uint64_t, 2>;
    default:
      return UpToByte<&MapScalars<Function<int8_t>, int8_t, 2>,
                      &MapScalars<Function<uint8_t>, uint8_t, 2>>(type);
  }
}

ElementwiseFunction IntegerDivisionKernel(ElementwiseOp op, ElementType type) {
  switch (op) {
    case ElementwiseOp::kDivide:
      return DivisionKernel<DivideIntegers>(type);
    case ElementwiseOp::kRemainder:
      return DivisionKernel<RemainderIntegers>(type);
    case ElementwiseOp::kPower:
      return DivisionKernel<PowerIntegers>(type);
    default:
      return nullptr;
  }
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(IntegerDivisionKernel);

ElementwiseFunction FindIntegerDivision(ElementwiseOp op, ElementType type) {
  return HWY_DYNAMIC_DISPATCH(IntegerDivisionKernel)(op, type);
}

}  // namespace paddock::simd
#endif
