// Element types: one table that every stage reads, and the storage of each.
//
// Elements are stored in whole bytes, little-endian, row-major: i1 is one byte (0 or 1); types of
// 2, 4 and 6 bits take one byte, with the value in the low bits (integers sign- or zero-extended to
// the byte).
#ifndef PADDOCK_CORE_TYPES_ELEMENT_TYPE_H_
#define PADDOCK_CORE_TYPES_ELEMENT_TYPE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace paddock {

enum class ElementKind : uint8_t { kBoolean, kSigned, kUnsigned, kFloat, kComplex, kIndex };

//   Row(enumerator, spelling, kind, bits of the value, bytes of storage)
#define PADDOCK_ELEMENT_TYPES(Row)                                                                \
  Row(I1, "i1", Boolean, 1, 1) Row(I2, "i2", Signed, 2, 1) Row(I4, "i4", Signed, 4, 1) Row(       \
      I8, "i8", Signed, 8, 1) Row(I16, "i16", Signed, 16, 2) Row(I32, "i32", Signed, 32, 4)       \
      Row(I64, "i64", Signed, 64, 8) Row(UI2, "ui2", Unsigned, 2, 1)                              \
          Row(UI4, "ui4", Unsigned, 4, 1) Row(UI8, "ui8", Unsigned, 8, 1) Row(                    \
              UI16, "ui16", Unsigned, 16, 2) Row(UI32, "ui32", Unsigned, 32, 4)                   \
              Row(UI64, "ui64", Unsigned, 64, 8) Row(F4E2M1FN, "f4E2M1FN", Float, 4, 1) Row(      \
                  F6E2M3FN, "f6E2M3FN", Float, 6, 1) Row(F6E3M2FN, "f6E3M2FN", Float, 6, 1)       \
                  Row(F8E3M4, "f8E3M4", Float, 8, 1) Row(F8E4M3, "f8E4M3", Float, 8, 1) Row(      \
                      F8E4M3FN, "f8E4M3FN", Float,                                                \
                      8, 1) Row(F8E4M3FNUZ, "f8E4M3FNUZ", Float, 8,                               \
                                1) Row(F8E4M3B11FNUZ, "f8E4M3B11FNUZ", Float, 8, 1)               \
                      Row(F8E5M2, "f8E5M2", Float, 8, 1)                                          \
                          Row(F8E5M2FNUZ, "f8E5M2FNUZ", Float, 8, 1)                              \
                              Row(F8E8M0FNU, "f8E8M0FNU", Float, 8, 1)                            \
                                  Row(BF16, "bf16", Float, 16, 2)                                 \
                                      Row(F16, "f16", Float, 16, 2) Row(F32, "f32", Float, 32, 4) \
                                          Row(F64, "f64", Float, 64, 8)                           \
                                              Row(C64, "complex<f32>", Complex, 64, 8)            \
                                                  Row(C128, "complex<f64>", Complex, 128, 16)     \
                                                      Row(Index, "index", Index, 64, 8)

enum class ElementType : uint8_t {
#define PADDOCK_ROW(name, spelling, kind, bits, bytes) k##name,
  PADDOCK_ELEMENT_TYPES(PADDOCK_ROW)
#undef PADDOCK_ROW
};

struct ElementTypeInfo {
  std::string_view spelling;
  ElementKind kind;
  uint8_t bits;
  uint8_t bytes;
};

inline constexpr ElementTypeInfo kElementTypeInfos[] = {
#define PADDOCK_ROW(name, spelling, kind, bits, bytes) \
  {spelling, ElementKind::k##kind, bits, bytes},
    PADDOCK_ELEMENT_TYPES(PADDOCK_ROW)
#undef PADDOCK_ROW
};

inline constexpr size_t kElementTypeCount =
    sizeof(kElementTypeInfos) / sizeof(kElementTypeInfos[0]);

constexpr const ElementTypeInfo& Info(ElementType type) {
  return kElementTypeInfos[static_cast<size_t>(type)];
}
constexpr std::string_view Spelling(ElementType type) { return Info(type).spelling; }
// Bytes of one stored element: 1, 2, 4, 8 or 16.
constexpr size_t ByteSize(ElementType type) { return Info(type).bytes; }
// Bits of the value: 1 for i1, 4 for i4, 64 for complex<f32>.
constexpr int BitWidth(ElementType type) { return Info(type).bits; }
constexpr ElementKind Kind(ElementType type) { return Info(type).kind; }

constexpr bool IsBoolean(ElementType type) { return Kind(type) == ElementKind::kBoolean; }
constexpr bool IsSigned(ElementType type) {
  return Kind(type) == ElementKind::kSigned || Kind(type) == ElementKind::kIndex;
}
constexpr bool IsUnsigned(ElementType type) { return Kind(type) == ElementKind::kUnsigned; }
// Returns whether the type is an integer in the specification's sense, which excludes i1.
constexpr bool IsInteger(ElementType type) { return IsSigned(type) || IsUnsigned(type); }
constexpr bool IsFloat(ElementType type) { return Kind(type) == ElementKind::kFloat; }
constexpr bool IsComplex(ElementType type) { return Kind(type) == ElementKind::kComplex; }
// Returns the float type of the parts of a complex type; any other type itself.
constexpr ElementType PartType(ElementType type) {
  if (type == ElementType::kC64) return ElementType::kF32;
  if (type == ElementType::kC128) return ElementType::kF64;
  return type;
}

// Returns the element type with this spelling ("f32", "complex<f32>"), if there is one.
constexpr std::optional<ElementType> ElementTypeFromSpelling(std::string_view spelling) {
  for (size_t i = 0; i < kElementTypeCount; ++i) {
    if (kElementTypeInfos[i].spelling == spelling) return static_cast<ElementType>(i);
  }
  return std::nullopt;
}

// Format of a float narrower than f32; `exponent_bits` 0 for every other type.
// A value is (-1)^s * 2^(e - bias) * 1.m, or with e = 0 the subnormal
// (-1)^s * 2^(1 - bias) * 0.m; F8E8M0FNU has no sign, no mantissa, no zero.
struct SmallFloatFormat {
  int exponent_bits = 0;
  int mantissa_bits = 0;
  int bias = 0;
  bool has_sign = true;
  bool has_infinity = false;
  // Encoding of NaN: none, IEEE, all ones (FN), minus zero (FNUZ).
  enum class NaN : uint8_t { kNone, kIeee, kAllOnes, kMinusZero } nan = NaN::kNone;
};

constexpr SmallFloatFormat FormatOf(ElementType type) {
  using N = SmallFloatFormat::NaN;
  switch (type) {
    case ElementType::kF4E2M1FN:
      return {2, 1, 1, true, false, N::kNone};
    case ElementType::kF6E2M3FN:
      return {2, 3, 1, true, false, N::kNone};
    case ElementType::kF6E3M2FN:
      return {3, 2, 3, true, false, N::kNone};
    case ElementType::kF8E3M4:
      return {3, 4, 3, true, true, N::kIeee};
    case ElementType::kF8E4M3:
      return {4, 3, 7, true, true, N::kIeee};
    case ElementType::kF8E4M3FN:
      return {4, 3, 7, true, false, N::kAllOnes};
    case ElementType::kF8E4M3FNUZ:
      return {4, 3, 8, true, false, N::kMinusZero};
    case ElementType::kF8E4M3B11FNUZ:
      return {4, 3, 11, true, false, N::kMinusZero};
    case ElementType::kF8E5M2:
      return {5, 2, 15, true, true, N::kIeee};
    case ElementType::kF8E5M2FNUZ:
      return {5, 2, 16, true, false, N::kMinusZero};
    case ElementType::kF8E8M0FNU:
      return {8, 0, 127, false, false, N::kAllOnes};
    case ElementType::kBF16:
      return {8, 7, 127, true, true, N::kIeee};
    case ElementType::kF16:
      return {5, 10, 15, true, true, N::kIeee};
    default:
      return {};
  }
}

}  // namespace paddock

#endif  // PADDOCK_CORE_TYPES_ELEMENT_TYPE_H_
