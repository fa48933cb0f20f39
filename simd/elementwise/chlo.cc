// CHLO's element-wise ops that are no mathematics: conj, is_inf, is_neg_inf,
// is_pos_inf, mulhi, next_after, square.
#include <type_traits>

#include "simd/elementwise/ops.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/elementwise/chlo.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "simd/elementwise/adapters-inl.h"
#include "simd/elementwise/map-inl.h"

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
ElementwiseKernel TestKernel(ElementType type) {
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
// (x - y) (x + y) does not cancel as x^2 - y^2 does, and is 0 where both squares are infinite.
template <typename T>
struct SquareComplex {
  HWY_INLINE Pair<T> operator()(Pair<T> z) const {
    const T product = z.real * z.imag;
    return {(z.real - z.imag) * (z.real + z.imag), product + product};
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

ElementwiseKernel SquareKernel(ElementType type) {
  if (type == ElementType::kC64) return &MapScalars<SquareComplex<float>, Pair<float>, 1>;
  if (type == ElementType::kC128) return &MapScalars<SquareComplex<double>, Pair<double>, 1>;
  if (type == ElementType::kF64) return &Map<SquareFloats, double>;
  return UpToF32<&Map<SquareFloats, float>, 1>(type);
}

ElementwiseKernel ConjugateKernel(ElementType type) {
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

// The upper half of the product in twice as many bits.
template <typename T>
struct MultiplyHigh {
  HWY_INLINE T operator()(T lhs, T rhs) const {
    using Wide =
        std::conditional_t<sizeof(T) == 8,
                           std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>,
                           std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>;
    return static_cast<T>((static_cast<Wide>(lhs) * static_cast<Wide>(rhs)) >> (sizeof(T) * 8));
  }
};

template <typename T>
constexpr ElementwiseKernel kMultiplyHigh = &MapScalars<MultiplyHigh<T>, T, 2>;

ElementwiseKernel MultiplyHighKernel(ElementType type) {
  switch (type) {
    case ElementType::kI8:
      return kMultiplyHigh<int8_t>;
    case ElementType::kI16:
      return kMultiplyHigh<int16_t>;
    case ElementType::kI32:
      return kMultiplyHigh<int32_t>;
    case ElementType::kI64:
    case ElementType::kIndex:
      return kMultiplyHigh<int64_t>;
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

// ------------------------------------------------ next_after

// On the bits of an IEEE-like float: magnitudes count up through subnormals to infinity.
template <typename Bits>
HWY_INLINE Bits NextAfterBits(Bits from, Bits to, Bits infinity) {
  constexpr Bits kSign = static_cast<Bits>(Bits{1} << (sizeof(Bits) * 8 - 1));
  const Bits from_magnitude = static_cast<Bits>(from & ~kSign);
  const Bits to_magnitude = static_cast<Bits>(to & ~kSign);
  if (from_magnitude > infinity) return from;
  if (to_magnitude > infinity || from == to) return to;
  if (from_magnitude == 0) return to_magnitude == 0 ? to : static_cast<Bits>((to & kSign) | 1);
  const bool grows = ((from ^ to) & kSign) == 0 && from_magnitude < to_magnitude;
  return static_cast<Bits>(grows ? from + 1 : from - 1);
}

template <typename Bits, uint64_t kInfinity>
struct NextAfter {
  HWY_INLINE Bits operator()(Bits from, Bits to) const {
    return NextAfterBits<Bits>(from, to, static_cast<Bits>(kInfinity));
  }
};

template <typename Bits, uint64_t kInfinity>
constexpr ElementwiseKernel kNextAfter = &MapScalars<NextAfter<Bits, kInfinity>, Bits, 2>;

ElementwiseKernel NextAfterKernel(ElementType type) {
  switch (type) {
    case ElementType::kF8E3M4:
      return kNextAfter<uint8_t, 0x70>;
    case ElementType::kF8E4M3:
      return kNextAfter<uint8_t, 0x78>;
    case ElementType::kF8E5M2:
      return kNextAfter<uint8_t, 0x7C>;
    case ElementType::kBF16:
      return kNextAfter<uint16_t, 0x7F80>;
    case ElementType::kF16:
      return kNextAfter<uint16_t, 0x7C00>;
    case ElementType::kF32:
      return kNextAfter<uint32_t, 0x7F800000>;
    case ElementType::kF64:
      return kNextAfter<uint64_t, 0x7FF0000000000000>;
    default:
      return nullptr;
  }
}

ElementwiseKernel ChloKernel(ElementwiseOp op, ElementType type) {
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

ElementwiseKernel FindChlo(ElementwiseOp op, ElementType type) {
  return HWY_DYNAMIC_DISPATCH(ChloKernel)(op, type);
}

}  // namespace paddock::simd
#endif
