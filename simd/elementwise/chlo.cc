// CHLO's element-wise ops that are no mathematics: conj, is_inf, is_neg_inf,
// is_pos_inf, mulhi, next_after, square.
#include <type_traits>

#include "core/types/small_float.h"
#include "simd/elementwise/ops.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/elementwise/chlo.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "simd/elementwise/adapters-inl.h"
#include "simd/elementwise/map-inl.h"
#include "simd/elementwise/next_after-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

// ------------------------------------------------ infinities

struct IsInfinite {
  template <class D, class V>
  HWY_INLINE auto operator()(D d, V operand) const {
    return BytesFromMask(d, hn::Eq(hn::Abs(operand), hn::Inf(d)));
  }
};
struct IsPositiveInfinity {
  template <class D, class V>
  HWY_INLINE auto operator()(D d, V operand) const {
    return BytesFromMask(d, hn::Eq(operand, hn::Inf(d)));
  }
};
struct IsNegativeInfinity {
  template <class D, class V>
  HWY_INLINE auto operator()(D d, V operand) const {
    return BytesFromMask(d, hn::Eq(operand, hn::Neg(hn::Inf(d))));
  }
};

template <class Function>
ElementwiseFunction TestKernel(ElementType type) {
  if (type == ElementType::kF64) return &Map<Function, double, 1, uint8_t>;
  return UpToF32<&Map<Function, float, 1, uint8_t>, 1, true>(type);
}

// ------------------------------------------------ square, conj

struct SquareFloats {
  template <class D, class V>
  HWY_INLINE V operator()(D, V operand) const {
    return hn::Mul(operand, operand);
  }
};

template <typename T>
struct Pair {
  T real, imag;
};
// (x - y) (x + y) avoids the cancellation of x^2 - y^2. For finite parts of equal magnitude the
// result is 0, even if their sum or their squares overflow.
template <typename T>
struct SquareComplex {
  HWY_INLINE Pair<T> operator()(Pair<T> z) const {
    const T product = z.real * z.imag;
    const bool is_diagonal = z.real == z.imag || z.real == -z.imag;
    const bool is_finite = z.real - z.real == 0;
    const T real = is_diagonal && is_finite ? T{0} : (z.real - z.imag) * (z.real + z.imag);
    return {real, product + product};
  }
};
template <typename T>
struct ConjugateComplex {
  HWY_INLINE Pair<T> operator()(Pair<T> z) const { return {z.real, -z.imag}; }
};

template <size_t kByteSize>
void CopyElements(const void* const* operands, void* result, size_t count, const void*) {
  if (operands[0] != result && count != 0) memcpy(result, operands[0], count * kByteSize);
}

ElementwiseFunction SquareKernel(ElementType type) {
  if (type == ElementType::kC64) return &MapScalars<SquareComplex<float>, Pair<float>, 1>;
  if (type == ElementType::kC128) return &MapScalars<SquareComplex<double>, Pair<double>, 1>;
  if (type == ElementType::kF64) return &Map<SquareFloats, double>;
  return UpToF32<&Map<SquareFloats, float>, 1>(type);
}

ElementwiseFunction ConjugateKernel(ElementType type) {
  if (type == ElementType::kC64) return &MapScalars<ConjugateComplex<float>, Pair<float>, 1>;
  if (type == ElementType::kC128) return &MapScalars<ConjugateComplex<double>, Pair<double>, 1>;
  if (!IsFloat(type)) return nullptr;
  switch (ByteSize(type)) {
    case 1:
      return &CopyElements<1>;
    case 2:
      return &CopyElements<2>;
    case 4:
      return &CopyElements<4>;
    default:
      return &CopyElements<8>;
  }
}

// ------------------------------------------------ mulhi

// Returns the bits of the product above the lowest kBits, for operands of kBits each.
template <typename T, int kBits>
struct MultiplyHigh {
  HWY_INLINE T operator()(T lhs, T rhs) const {
    using Wide =
        std::conditional_t<sizeof(T) == 8,
                           std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>,
                           std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>;
    return static_cast<T>((static_cast<Wide>(lhs) * static_cast<Wide>(rhs)) >> kBits);
  }
};

template <typename T, int kBits = sizeof(T) * 8>
constexpr ElementwiseFunction kMultiplyHigh = &MapScalars<MultiplyHigh<T, kBits>, T, 2>;

ElementwiseFunction MultiplyHighKernel(ElementType type) {
  switch (type) {
    case ElementType::kI2:
      return kMultiplyHigh<int8_t, 2>;
    case ElementType::kI4:
      return kMultiplyHigh<int8_t, 4>;
    case ElementType::kI8:
      return kMultiplyHigh<int8_t>;
    case ElementType::kI16:
      return kMultiplyHigh<int16_t>;
    case ElementType::kI32:
      return kMultiplyHigh<int32_t>;
    case ElementType::kI64:
    case ElementType::kIndex:
      return kMultiplyHigh<int64_t>;
    case ElementType::kUI2:
      return kMultiplyHigh<uint8_t, 2>;
    case ElementType::kUI4:
      return kMultiplyHigh<uint8_t, 4>;
    case ElementType::kUI8:
      return kMultiplyHigh<uint8_t>;
    case ElementType::kUI16:
      return kMultiplyHigh<uint16_t>;
    case ElementType::kUI32:
      return kMultiplyHigh<uint32_t>;
    case ElementType::kUI64:
      return kMultiplyHigh<uint64_t>;
    default:
      return nullptr;
  }
}

ElementwiseFunction ChloKernel(ElementwiseOp op, ElementType type) {
  switch (op) {
    case ElementwiseOp::kConj:
      return ConjugateKernel(type);
    case ElementwiseOp::kIsInf:
      return TestKernel<IsInfinite>(type);
    case ElementwiseOp::kIsNegInf:
      return TestKernel<IsNegativeInfinity>(type);
    case ElementwiseOp::kIsPosInf:
      return TestKernel<IsPositiveInfinity>(type);
    case ElementwiseOp::kMulhi:
      return MultiplyHighKernel(type);
    case ElementwiseOp::kNextAfter:
      return NextAfterKernel(type);
    case ElementwiseOp::kSquare:
      return SquareKernel(type);
    default:
      return nullptr;
  }
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(ChloKernel);

ElementwiseFunction FindChlo(ElementwiseOp op, ElementType type) {
  return HWY_DYNAMIC_DISPATCH(ChloKernel)(op, type);
}

}  // namespace paddock::simd
#endif
