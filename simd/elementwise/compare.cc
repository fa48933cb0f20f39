// compare. GE and GT are LE and LT of the operands exchanged.
#include "simd/elementwise/ops.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/elementwise/compare.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "simd/elementwise/adapters-inl.h"
#include "simd/elementwise/functions-inl.h"
#include "simd/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

struct IsEqual : InBytes<HoldsEqual> {};
struct IsNotEqual : InBytes<HoldsNotEqual> {};
struct IsLess : InBytes<HoldsLess> {};
struct IsLessOrEqual : InBytes<HoldsLessOrEqual> {};

// The bits of a float as a signed integer that orders as totalOrder does: those
// of a negative one, but for the sign, are inverted.
template <class V>
HWY_INLINE V TotalOrderKey(V bits) {
  const auto signs = hn::BroadcastSignBit(bits);
  const hn::RebindToUnsigned<hn::DFromV<V>> du;
  const auto flips = hn::ShiftRight<1>(hn::BitCast(du, signs));
  return hn::Xor(bits, hn::BitCast(hn::DFromV<V>(), flips));
}
template <class Compare>
struct InTotalOrder {
  template <class D, class V>
  HWY_INLINE auto operator()(D d, V lhs, V rhs) const {
    return Compare()(d, TotalOrderKey(lhs), TotalOrderKey(rhs));
  }
};

// By real part, then by imaginary part, as pairs.
template <typename T, ComparisonDirection kDirection>
bool ComparePairs(T lhs_real, T lhs_imag, T rhs_real, T rhs_imag) {
  const bool is_equal = lhs_real == rhs_real && lhs_imag == rhs_imag;
  const bool is_less = lhs_real < rhs_real || (lhs_real == rhs_real && lhs_imag < rhs_imag);
  switch (kDirection) {
    case ComparisonDirection::kEq:
      return is_equal;
    case ComparisonDirection::kNe:
      return !is_equal;
    case ComparisonDirection::kLe:
      return is_less || is_equal;
    default:
      return is_less;
  }
}
template <typename T, ComparisonDirection kDirection>
HWY_NOINLINE void CompareComplex(const void* const* operands, void* result, size_t count,
                                 const void*) {
  for (size_t i = 0; i < count; ++i) {
    const bool value = ComparePairs<T, kDirection>(
        LoadElement<T>(operands[0], 2 * i), LoadElement<T>(operands[0], 2 * i + 1),
        LoadElement<T>(operands[1], 2 * i), LoadElement<T>(operands[1], 2 * i + 1));
    StoreElement<uint8_t>(value, result, i);
  }
}

template <ElementwiseFunction kKernel>
void Exchanged(const void* const* operands, void* result, size_t count, const void* attributes) {
  const void* exchanged[] = {operands[1], operands[0]};
  kKernel(exchanged, result, count, attributes);
}

template <class Compare, bool kIsExchanged, typename T>
ElementwiseFunction CompareKernelOf() {
  if constexpr (kIsExchanged) {
    return &Exchanged<&Map<Compare, T, 2, uint8_t>>;
  } else {
    return &Map<Compare, T, 2, uint8_t>;
  }
}

template <class Compare, bool kIsExchanged>
ElementwiseFunction CompareIntegers(ElementType type) {
  switch (type) {
    case ElementType::kI2:
    case ElementType::kI4:
    case ElementType::kI8:
      return CompareKernelOf<Compare, kIsExchanged, int8_t>();
    case ElementType::kI16:
      return CompareKernelOf<Compare, kIsExchanged, int16_t>();
    case ElementType::kI32:
      return CompareKernelOf<Compare, kIsExchanged, int32_t>();
    case ElementType::kI64:
    case ElementType::kIndex:
      return CompareKernelOf<Compare, kIsExchanged, int64_t>();
    case ElementType::kI1:
    case ElementType::kUI2:
    case ElementType::kUI4:
    case ElementType::kUI8:
      return CompareKernelOf<Compare, kIsExchanged, uint8_t>();
    case ElementType::kUI16:
      return CompareKernelOf<Compare, kIsExchanged, uint16_t>();
    case ElementType::kUI32:
      return CompareKernelOf<Compare, kIsExchanged, uint32_t>();
    case ElementType::kUI64:
      return CompareKernelOf<Compare, kIsExchanged, uint64_t>();
    default:
      return nullptr;
  }
}

// `F32` and `F64`: the types that floats of these widths are compared as.
template <class Compare, bool kIsExchanged, typename F32, typename F64>
ElementwiseFunction CompareFloats(ElementType type) {
  if (type == ElementType::kF64) return CompareKernelOf<Compare, kIsExchanged, F64>();
  if constexpr (kIsExchanged) {
    return UpToF32<&Exchanged<&Map<Compare, F32, 2, uint8_t>>, 2, true>(type);
  } else {
    return UpToF32<&Map<Compare, F32, 2, uint8_t>, 2, true>(type);
  }
}

template <ComparisonDirection kDirection, bool kIsExchanged>
ElementwiseFunction CompareComplexKernel(ElementType type) {
  if constexpr (kIsExchanged) {
    return type == ElementType::kC64 ? &Exchanged<&CompareComplex<float, kDirection>>
                                     : &Exchanged<&CompareComplex<double, kDirection>>;
  } else {
    return type == ElementType::kC64 ? &CompareComplex<float, kDirection>
                                     : &CompareComplex<double, kDirection>;
  }
}

template <class Compare, ComparisonDirection kDirection, bool kIsExchanged = false>
ElementwiseFunction CompareAny(bool total_order, ElementType type) {
  if (IsComplex(type)) {
    return total_order ? nullptr : CompareComplexKernel<kDirection, kIsExchanged>(type);
  }
  if (!IsFloat(type)) return total_order ? nullptr : CompareIntegers<Compare, kIsExchanged>(type);
  return total_order ? CompareFloats<InTotalOrder<Compare>, kIsExchanged, int32_t, int64_t>(type)
                     : CompareFloats<Compare, kIsExchanged, float, double>(type);
}

ElementwiseFunction CompareKernel(ComparisonDirection direction, bool total_order,
                                  ElementType type) {
  using enum ComparisonDirection;
  switch (direction) {
    case kEq:
      return CompareAny<IsEqual, kEq>(total_order, type);
    case kNe:
      return CompareAny<IsNotEqual, kNe>(total_order, type);
    case kLe:
      return CompareAny<IsLessOrEqual, kLe>(total_order, type);
    case kLt:
      return CompareAny<IsLess, kLt>(total_order, type);
    case kGe:
      return CompareAny<IsLessOrEqual, kLe, true>(total_order, type);
    case kGt:
      return CompareAny<IsLess, kLt, true>(total_order, type);
  }
  return nullptr;
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(CompareKernel);

ElementwiseFunction FindCompareFunction(ComparisonDirection direction, bool total_order,
                                        ElementType type) {
  return HWY_DYNAMIC_DISPATCH(CompareKernel)(direction, total_order, type);
}

}  // namespace paddock::simd
#endif
