// convert, for every pair of types. Few pairs have a loop of their own. The others go through a
// tile of f32 or f64 that holds every value of the first type exactly or rounded to odd. Rounding
// such a value to nearest even, to at least two bits fewer, equals rounding the exact value.
#include <type_traits>
#include <utility>

#include "simd/elementwise/ops.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/elementwise/convert.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "simd/elementwise/adapters-inl.h"
#include "simd/elementwise/convert-inl.h"
#include "simd/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

// ------------------------------------------------ which kernel

// Returns the type as which the storage of `type` is read.
constexpr ElementType StorageType(ElementType type) {
  switch (type) {
    case ElementType::kI2:
    case ElementType::kI4:
      return ElementType::kI8;
    case ElementType::kI1:
    case ElementType::kUI2:
    case ElementType::kUI4:
      return ElementType::kUI8;
    case ElementType::kIndex:
      return ElementType::kI64;
    default:
      return type;
  }
}

constexpr bool IsSmallFloat(ElementType type) { return FormatOf(type).exponent_bits != 0; }
constexpr bool IsWhole(ElementType type) { return IsInteger(type) || IsBoolean(type); }

template <size_t kByteSize, bool kIsSigned>
using IntegerOfSize = std::conditional_t<
    kByteSize == 1, std::conditional_t<kIsSigned, int8_t, uint8_t>,
    std::conditional_t<
        kByteSize == 2, std::conditional_t<kIsSigned, int16_t, uint16_t>,
        std::conditional_t<kByteSize == 4, std::conditional_t<kIsSigned, int32_t, uint32_t>,
                           std::conditional_t<kIsSigned, int64_t, uint64_t>>>>;

// The type of a stored integer, f32 or f64.
template <ElementType kType>
using Stored = std::conditional_t<
    kType == ElementType::kF32, float,
    std::conditional_t<kType == ElementType::kF64, double,
                       IntegerOfSize<ByteSize(kType) <= 8 ? ByteSize(kType) : 8, IsSigned(kType)>>>;

template <ElementType kFrom, ElementType kTo>
constexpr ElementwiseFunction ConvertPair();

template <ElementType kFrom, ElementType kMiddle, ElementType kTo>
constexpr ElementwiseFunction Through() {
  return &InTwoSteps<ConvertPair<kFrom, kMiddle>(), ConvertPair<kMiddle, kTo>(), ByteSize(kFrom),
                     ByteSize(kTo)>;
}

template <ElementType kFrom, ElementType kTo>
constexpr ElementwiseFunction ConvertToInteger() {
  constexpr size_t kToSize = ByteSize(kTo);
  using To = IntegerOfSize<kToSize, false>;
  if constexpr (IsWhole(kFrom) && BitWidth(kTo) < 8) {
    return &ConvertAndWrap<BitWidth(kTo), IsSigned(kTo), ConvertPair<kFrom, ElementType::kUI8>()>;
  } else if constexpr (IsWhole(kFrom) && ByteSize(kFrom) == kToSize) {
    return &Copy<kToSize>;
  } else if constexpr (IsWhole(kFrom)) {
    return &Map<ConvertIntegers<To>, Stored<kFrom>, 1, To>;
  } else if constexpr (IsSmallFloat(kFrom)) {
    return Through<kFrom, ElementType::kF32, kTo>();
  } else {
    return &Map<FloatsToIntegers<To, BitWidth(kTo), IsSigned(kTo)>, Stored<kFrom>, 1, To>;
  }
}

template <ElementType kFrom, ElementType kTo>
constexpr ElementwiseFunction ConvertToBoolean() {
  if constexpr (IsSmallFloat(kFrom)) {
    return Through<kFrom, ElementType::kF32, kTo>();
  } else {
    return &Map<IsNotZero, Stored<kFrom>, 1, uint8_t>;
  }
}

template <ElementType kFrom>
constexpr ElementwiseFunction kToOddF64 = ConvertPair<kFrom, ElementType::kF64>();
template <>
constexpr ElementwiseFunction kToOddF64<ElementType::kI64> =
    &Map<Integers64ToOddF64, int64_t, 1, double>;
template <>
constexpr ElementwiseFunction kToOddF64<ElementType::kUI64> =
    &Map<Integers64ToOddF64, uint64_t, 1, double>;

template <ElementType kFrom, ElementType kTo>
constexpr ElementwiseFunction ConvertToSmallFloat() {
  if constexpr (kFrom == ElementType::kF32) {
    return &Encode<kTo>;
  } else if constexpr (kFrom == ElementType::kF64) {
    return &InTwoSteps<&Map<F64ToOddF32, double, 1, float>, &Encode<kTo>, 8, ByteSize(kTo)>;
  } else if constexpr (IsSmallFloat(kFrom) || ByteSize(kFrom) < 4) {
    return Through<kFrom, ElementType::kF32, kTo>();
  } else if constexpr (!HWY_ARCH_WASM && ByteSize(kFrom) == 4) {
    return &InTwoSteps<&Map<Integers32ToOddF32, Stored<kFrom>, 1, float>, &Encode<kTo>, 4,
                       ByteSize(kTo)>;
  } else {
    return &InTwoSteps<kToOddF64<kFrom>, ConvertPair<ElementType::kF64, kTo>(), ByteSize(kFrom),
                       ByteSize(kTo)>;
  }
}

template <ElementType kFrom, ElementType kTo>
constexpr ElementwiseFunction ConvertToFloat() {
  using To = Stored<kTo>;
  if constexpr (IsSmallFloat(kTo)) {
    return ConvertToSmallFloat<kFrom, kTo>();
  } else if constexpr (IsSmallFloat(kFrom) && kTo == ElementType::kF32) {
    return &Decode<kFrom>;
  } else if constexpr (IsSmallFloat(kFrom)) {
    return Through<kFrom, ElementType::kF32, kTo>();
  } else if constexpr (kFrom == ElementType::kF32) {
    return &Map<F32ToF64, float, 1, double>;
  } else if constexpr (kFrom == ElementType::kF64) {
    return &Map<F64ToF32, double, 1, float>;
  } else if constexpr (kTo == ElementType::kF32 && ByteSize(kFrom) == 8) {
    return &InTwoSteps<kToOddF64<kFrom>, ConvertPair<ElementType::kF64, kTo>(), 8, 4>;
  } else {
    return &Map<IntegersToFloats<To>, Stored<kFrom>, 1, To>;
  }
}

template <ElementType kFrom, ElementType kTo>
constexpr ElementwiseFunction ConvertComplex() {
  constexpr ElementType kFromPart = PartType(kFrom);
  constexpr ElementType kToPart = PartType(kTo);
  if constexpr (IsComplex(kFrom) && IsComplex(kTo)) {
    return &Repeated<ConvertPair<kFromPart, kToPart>(), 2>;
  } else if constexpr (IsComplex(kFrom) && kFromPart == kTo) {
    return &RealParts<Stored<kFromPart>>;
  } else if constexpr (IsComplex(kFrom)) {
    return Through<kFrom, kFromPart, kTo>();
  } else if constexpr (kToPart == kFrom) {
    return &WithZeroImag<Stored<kToPart>>;
  } else {
    return Through<kFrom, kToPart, kTo>();
  }
}

template <ElementType kFrom, ElementType kTo>
constexpr ElementwiseFunction ConvertPair() {
  if constexpr (kFrom == kTo || (kFrom == ElementType::kI1 && kTo == ElementType::kI1)) {
    return &Copy<ByteSize(kTo)>;
  } else if constexpr (StorageType(kFrom) != kFrom) {
    return ConvertPair<StorageType(kFrom), kTo>();
  } else if constexpr (kTo == ElementType::kIndex) {
    return ConvertPair<kFrom, ElementType::kI64>();
  } else if constexpr (IsComplex(kFrom) || IsComplex(kTo)) {
    return ConvertComplex<kFrom, kTo>();
  } else if constexpr (IsBoolean(kTo)) {
    return ConvertToBoolean<kFrom, kTo>();
  } else if constexpr (IsInteger(kTo)) {
    return ConvertToInteger<kFrom, kTo>();
  } else {
    return ConvertToFloat<kFrom, kTo>();
  }
}

template <size_t kFrom, size_t... kTo>
ElementwiseFunction ConvertFrom(ElementType to, std::index_sequence<kTo...>) {
  static constexpr ElementwiseFunction kKernels[] = {
      ConvertPair<static_cast<ElementType>(kFrom), static_cast<ElementType>(kTo)>()...};
  return kKernels[static_cast<size_t>(to)];
}

template <size_t... kFrom>
ElementwiseFunction ConvertFromTo(ElementType from, ElementType to, std::index_sequence<kFrom...>) {
  using Lookup = ElementwiseFunction (*)(ElementType, std::index_sequence<kFrom...>);
  static constexpr Lookup kLookups[] = {&ConvertFrom<kFrom, kFrom...>...};
  return kLookups[static_cast<size_t>(from)](to, {});
}

ElementwiseFunction ConvertKernel(ElementType from, ElementType to) {
  return ConvertFromTo(from, to, std::make_index_sequence<kElementTypeCount>());
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(ConvertKernel);

ElementwiseFunction FindConvertFunction(ElementType from, ElementType to) {
  return HWY_DYNAMIC_DISPATCH(ConvertKernel)(from, to);
}

}  // namespace paddock::simd
#endif
