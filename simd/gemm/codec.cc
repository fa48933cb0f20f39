// Loops that the compiler vectorizes for each target; exact, so every target agrees.
#include "simd/gemm/codec.h"

#include <bit>
#include <cstring>
#include <type_traits>

#include "core/types/small_float.h"
#include "simd/gemm/plan.h"
#include "simd/gemm/small_float_table.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/gemm/codec.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace {

// Stored types without a C++ type.
struct StoredF16 {
  uint16_t bits;
};
struct StoredBF16 {
  uint16_t bits;
};
struct StoredByteFloat {
  uint8_t bits;
};
// A byte with its highest bit flipped, which exchanges i8 and ui8.
struct StoredShiftedByte {
  uint8_t bits;
};

template <class Stored>
HWY_INLINE Stored LoadStored(const std::byte* from) {
  Stored stored;
  std::memcpy(&stored, from, sizeof(Stored));
  return stored;
}

HWY_INLINE float DecodeF16(uint16_t bits) {
  // Changes the exponent bias from 15 to 127. The exponents of subnormals and infinities move once
  // more. A subtraction then normalizes subnormals.
  constexpr uint32_t kExponent = 0x7C00u << 13;
  const uint32_t shifted = (bits & 0x7FFFu) << 13;
  const uint32_t exponent = shifted & kExponent;
  const uint32_t normal = shifted + (112u << 23);
  const uint32_t special = normal + (112u << 23);
  const float subnormal = std::bit_cast<float>(normal + (1u << 23)) - 0x1p-14f;
  uint32_t magnitude = exponent == kExponent ? special : normal;
  magnitude = exponent == 0 ? std::bit_cast<uint32_t>(subnormal) : magnitude;
  return std::bit_cast<float>(magnitude | ((bits & 0x8000u) << 16));
}

HWY_INLINE uint16_t EncodeF16(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint32_t magnitude = bits & 0x7FFFFFFFu;
  // Ties to even: half a unit less one, plus the last bit that stays.
  const uint32_t normal = (magnitude - (112u << 23) + 0xFFFu + ((magnitude >> 13) & 1u)) >> 13;
  // The sum's unit is the smallest subnormal, so that the addition rounds.
  const uint32_t subnormal =
      std::bit_cast<uint32_t>(std::bit_cast<float>(magnitude) + 0.5f) - 0x3F000000u;
  uint32_t half = magnitude < (113u << 23) ? subnormal : normal;
  half = magnitude >= (143u << 23) ? 0x7C00u : half;
  half = magnitude > 0x7F800000u ? 0x7E00u : half;
  return static_cast<uint16_t>(half | ((bits >> 16) & 0x8000u));
}

HWY_INLINE uint16_t EncodeBF16(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint32_t rounded = (bits + 0x7FFFu + ((bits >> 16) & 1u)) >> 16;
  const uint32_t quiet = (bits >> 16) | 0x40u;
  return static_cast<uint16_t>((bits & 0x7FFFFFFFu) > 0x7F800000u ? quiet : rounded);
}

template <class Lane, class Stored>
HWY_INLINE Lane Decode(const float* table, Stored stored) {
  if constexpr (std::is_same_v<Stored, StoredF16>) {
    return static_cast<Lane>(DecodeF16(stored.bits));
  } else if constexpr (std::is_same_v<Stored, StoredBF16>) {
    return static_cast<Lane>(std::bit_cast<float>(static_cast<uint32_t>(stored.bits) << 16));
  } else if constexpr (std::is_same_v<Stored, StoredByteFloat>) {
    return static_cast<Lane>(table[stored.bits]);
  } else if constexpr (std::is_same_v<Stored, StoredShiftedByte>) {
    return static_cast<Lane>(stored.bits ^ 0x80u);
  } else {
    return static_cast<Lane>(stored);
  }
}

template <class Lane, class Stored>
void DecodeRun(const float* table, const std::byte* source, int64_t count, void* lanes, int64_t) {
  auto* const to = static_cast<Lane*>(lanes);
  for (int64_t i = 0; i < count; ++i) {
    to[i] = Decode<Lane>(table, LoadStored<Stored>(source + i * int64_t{sizeof(Stored)}));
  }
}

template <class Lane, class Stored>
void DecodeGather(const float* table, const std::byte* source, const int64_t* offsets,
                  int64_t count, void* lanes, int64_t) {
  auto* const to = static_cast<Lane*>(lanes);
  for (int64_t i = 0; i < count; ++i) {
    to[i] = Decode<Lane>(table, LoadStored<Stored>(source + offsets[i] * int64_t{sizeof(Stored)}));
  }
}

template <class Lane, class Part>
void DecodeComplexRun(const float*, const std::byte* source, int64_t count, void* lanes,
                      int64_t plane_stride) {
  auto* const to = static_cast<Lane*>(lanes);
  for (int64_t i = 0; i < count; ++i) {
    const std::byte* const from = source + 2 * i * int64_t{sizeof(Part)};
    to[i] = static_cast<Lane>(LoadStored<Part>(from));
    to[plane_stride + i] = static_cast<Lane>(LoadStored<Part>(from + sizeof(Part)));
  }
}

template <class Lane, class Part>
void DecodeComplexGather(const float*, const std::byte* source, const int64_t* offsets,
                         int64_t count, void* lanes, int64_t plane_stride) {
  auto* const to = static_cast<Lane*>(lanes);
  for (int64_t i = 0; i < count; ++i) {
    const std::byte* const from = source + 2 * offsets[i] * int64_t{sizeof(Part)};
    to[i] = static_cast<Lane>(LoadStored<Part>(from));
    to[plane_stride + i] = static_cast<Lane>(LoadStored<Part>(from + sizeof(Part)));
  }
}

template <class Stored>
void StoreResult(std::byte* result, int64_t i, Stored stored) {
  std::memcpy(result + i * int64_t{sizeof(Stored)}, &stored, sizeof(Stored));
}

void EncodeToF16(const void* sums, int64_t, int64_t count, std::byte* result, int64_t) {
  const auto* const from = static_cast<const float*>(sums);
  for (int64_t i = 0; i < count; ++i) StoreResult(result, i, EncodeF16(from[i]));
}

void EncodeToBF16(const void* sums, int64_t, int64_t count, std::byte* result, int64_t) {
  const auto* const from = static_cast<const float*>(sums);
  for (int64_t i = 0; i < count; ++i) StoreResult(result, i, EncodeBF16(from[i]));
}

void EncodeF64ToF32(const void* sums, int64_t, int64_t count, std::byte* result, int64_t) {
  const auto* const from = static_cast<const double*>(sums);
  for (int64_t i = 0; i < count; ++i) StoreResult(result, i, static_cast<float>(from[i]));
}

// Types that no loop above handles.
template <class Lane>
void EncodeToSmallFloat(const void* sums, int64_t, int64_t count, std::byte* result,
                        int64_t parameter) {
  const auto type = static_cast<ElementType>(parameter);
  const auto* const from = static_cast<const Lane*>(sums);
  for (int64_t i = 0; i < count; ++i) {
    const uint16_t code = EncodeSmallFloat(type, from[i]);
    if (ByteSize(type) == 1) {
      StoreResult(result, i, static_cast<uint8_t>(code));
    } else {
      StoreResult(result, i, code);
    }
  }
}

void EncodeTo16(const void* sums, int64_t, int64_t count, std::byte* result, int64_t) {
  const auto* const from = static_cast<const uint32_t*>(sums);
  for (int64_t i = 0; i < count; ++i) StoreResult(result, i, static_cast<uint16_t>(from[i]));
}

// Keeps the low bits of the result's type, sign- or zero-extended to the byte.
void EncodeToByte(const void* sums, int64_t, int64_t count, std::byte* result, int64_t parameter) {
  const auto type = static_cast<ElementType>(parameter);
  const int shift = 32 - BitWidth(type);
  const auto* const from = static_cast<const uint32_t*>(sums);
  for (int64_t i = 0; i < count; ++i) {
    const uint32_t top = from[i] << shift;
    const uint32_t extended =
        IsSigned(type) ? static_cast<uint32_t>(static_cast<int32_t>(top) >> shift) : top >> shift;
    StoreResult(result, i, static_cast<uint8_t>(extended));
  }
}

template <class Lane>
void EncodeComplex(const void* sums, int64_t plane_stride, int64_t count, std::byte* result,
                   int64_t) {
  const auto* const from = static_cast<const Lane*>(sums);
  for (int64_t i = 0; i < count; ++i) {
    StoreResult(result, 2 * i, from[i]);
    StoreResult(result, 2 * i + 1, from[plane_stride + i]);
  }
}

template <class Lane, class Stored>
GemmDecoder Decoder() {
  return {DecodeRun<Lane, Stored>, DecodeGather<Lane, Stored>, nullptr,
          std::is_same_v<Lane, Stored>};
}

template <class Lane>
GemmDecoder FloatDecoder(ElementType type) {
  switch (type) {
    case ElementType::kF64:
      return Decoder<Lane, double>();
    case ElementType::kF32:
      return Decoder<Lane, float>();
    case ElementType::kF16:
      return Decoder<Lane, StoredF16>();
    case ElementType::kBF16:
      return Decoder<Lane, StoredBF16>();
    default: {
      GemmDecoder decoder = Decoder<Lane, StoredByteFloat>();
      decoder.table = SmallFloatTable(type);
      return decoder;
    }
  }
}

template <class Lane>
GemmDecoder IntegerDecoder(ElementType type) {
  const bool is_signed = IsSigned(type);
  switch (ByteSize(type)) {
    case 1:
      return is_signed ? Decoder<Lane, int8_t>() : Decoder<Lane, uint8_t>();
    case 2:
      return is_signed ? Decoder<Lane, int16_t>() : Decoder<Lane, uint16_t>();
    case 4:
      return is_signed && sizeof(Lane) == 8 ? Decoder<Lane, int32_t>() : Decoder<Lane, uint32_t>();
    default:
      return Decoder<Lane, uint64_t>();
  }
}

template <class Lane>
GemmDecoder ComplexDecoder(ElementType type) {
  if (type == ElementType::kC64) {
    return {DecodeComplexRun<Lane, float>, DecodeComplexGather<Lane, float>, nullptr, false};
  }
  return {DecodeComplexRun<Lane, double>, DecodeComplexGather<Lane, double>, nullptr, false};
}

}  // namespace

GemmDecoder DecoderOf(ElementType type, GemmAccumulation accumulation) {
  switch (accumulation) {
    case GemmAccumulation::kI1:
      return Decoder<uint8_t, uint8_t>();
    case GemmAccumulation::kU32:
      return IntegerDecoder<uint32_t>(type);
    case GemmAccumulation::kU64:
      return IntegerDecoder<uint64_t>(type);
    case GemmAccumulation::kF32:
      return FloatDecoder<float>(type);
    case GemmAccumulation::kF64:
      return FloatDecoder<double>(type);
    case GemmAccumulation::kC64:
      return ComplexDecoder<float>(type);
    case GemmAccumulation::kC128:
      break;
  }
  return ComplexDecoder<double>(type);
}

GemmDecoder ComponentDecoderOf(ElementType type, ElementType component) {
  if (component == ElementType::kI16) {
    if (ByteSize(type) == 2) return Decoder<uint16_t, uint16_t>();
    return IsSigned(type) ? Decoder<uint16_t, int8_t>() : Decoder<uint16_t, uint8_t>();
  }
  return IsSigned(type) == IsSigned(component) ? Decoder<uint8_t, uint8_t>()
                                               : Decoder<uint8_t, StoredShiftedByte>();
}

GemmEncoder FloatEncoder(ElementType type, GemmAccumulation accumulation) {
  if (type == ElementType::kF64) return {nullptr, true};
  if (accumulation == GemmAccumulation::kF64) {
    return {type == ElementType::kF32 ? EncodeF64ToF32 : EncodeToSmallFloat<double>, false};
  }
  switch (type) {
    case ElementType::kF32:
      return {nullptr, true};
    case ElementType::kF16:
      return {EncodeToF16, false};
    case ElementType::kBF16:
      return {EncodeToBF16, false};
    default:
      return {EncodeToSmallFloat<float>, false};
  }
}

GemmEncoder EncoderOf(ElementType type, GemmAccumulation accumulation) {
  if (IsFloat(type)) return FloatEncoder(type, accumulation);
  if (type == ElementType::kC64) return {EncodeComplex<float>, false};
  if (type == ElementType::kC128) return {EncodeComplex<double>, false};
  if (accumulation != GemmAccumulation::kU32 || ByteSize(type) == 4) return {nullptr, true};
  return {ByteSize(type) == 2 ? EncodeTo16 : EncodeToByte, false};
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(DecoderOf);
HWY_EXPORT(ComponentDecoderOf);
HWY_EXPORT(EncoderOf);

GemmDecoder GemmDecoderFor(ElementType type, GemmAccumulation accumulation) {
  return HWY_DYNAMIC_DISPATCH(DecoderOf)(type, accumulation);
}

GemmDecoder GemmComponentDecoderFor(ElementType type, ElementType component) {
  return HWY_DYNAMIC_DISPATCH(ComponentDecoderOf)(type, component);
}

GemmEncoder GemmEncoderFor(ElementType type, GemmAccumulation accumulation) {
  return HWY_DYNAMIC_DISPATCH(EncoderOf)(type, accumulation);
}

}  // namespace paddock::simd
#endif  // HWY_ONCE
