// Constants of the small float formats for branch-free vector code.
#ifndef PADDOCK_SIMD_ELEMENTWISE_SMALL_FLOAT_CONSTANTS_H_
#define PADDOCK_SIMD_ELEMENTWISE_SMALL_FLOAT_CONSTANTS_H_

#include <array>
#include <bit>
#include <cstdint>

#include "core/types/element_type.h"
#include "core/types/small_float.h"

namespace paddock::simd {

struct DecodeConstants {
  int shift;       // from the format's mantissa to f32's
  int sign_shift;  // from the format's sign to f32's
  uint32_t magnitude_mask;
  uint32_t sign_bit;
  uint32_t least_special;  // least magnitude that is infinity or NaN
  uint32_t special_bits;   // f32 of that magnitude, but for the payload
  uint32_t payload_mask;
  uint32_t zero_bits;  // f32 of magnitude 0
  uint32_t nan_code;   // a single code that is NaN, else one that does not occur
  float scale;         // between the biases
};

constexpr DecodeConstants DecodeConstantsOf(ElementType type) {
  using N = SmallFloatFormat::NaN;
  const SmallFloatFormat format = FormatOf(type);
  const SmallFloatCodes codes = CodesOf(format);
  DecodeConstants constants = {};
  constants.shift = 23 - format.mantissa_bits;
  constants.sign_shift = 31 - format.exponent_bits - format.mantissa_bits;
  constants.magnitude_mask = codes.magnitude_mask;
  constants.sign_bit = codes.sign_bit;
  const bool has_specials = format.nan == N::kIeee || format.nan == N::kAllOnes;
  constants.least_special = has_specials ? codes.greatest + 1 : 0xFFFFFFFF;
  constants.special_bits = format.nan == N::kAllOnes ? 0x7FC00000 : 0x7F800000;
  constants.payload_mask = format.nan == N::kIeee ? 0x7FFFFF : 0;
  constants.zero_bits = format.has_sign ? 0 : 0x00400000;
  constants.nan_code = format.nan == N::kMinusZero ? codes.nan : 0xFFFFFFFF;
  constants.scale = std::bit_cast<float>(static_cast<uint32_t>(254 - format.bias) << 23);
  return constants;
}

struct EncodeConstants {
  int shift;                 // from f32's mantissa to the format's
  int sign_shift;            // from f32's sign to the format's
  uint32_t rounding;         // just under half of the last kept bit
  uint32_t bias_difference;  // in units of codes
  uint32_t least_normal;     // f32 bits of the least normal value
  float subnormal_magic;     // its last bit is worth the least subnormal value
  uint32_t greatest, overflow;
  uint32_t nan, payload_mask, quiet_bit, nan_sign_mask;
  uint32_t sign_of_zero_mask;  // 0 where zero has no sign
};

constexpr EncodeConstants EncodeConstantsOf(ElementType type) {
  using N = SmallFloatFormat::NaN;
  const SmallFloatFormat format = FormatOf(type);
  const SmallFloatCodes codes = CodesOf(format);
  EncodeConstants constants = {};
  constants.shift = 23 - format.mantissa_bits;
  constants.sign_shift = 31 - format.exponent_bits - format.mantissa_bits;
  constants.rounding = (1u << (constants.shift - 1)) - 1;
  constants.bias_difference = static_cast<uint32_t>(127 - format.bias) << format.mantissa_bits;
  constants.least_normal = static_cast<uint32_t>(128 - format.bias) << 23;
  constants.subnormal_magic =
      std::bit_cast<float>(static_cast<uint32_t>(128 - format.bias + constants.shift) << 23);
  constants.greatest = codes.greatest;
  constants.overflow = codes.overflow;
  const bool has_payload = format.nan == N::kIeee;
  constants.nan = has_payload ? codes.overflow : codes.nan;
  constants.payload_mask = has_payload ? (1u << format.mantissa_bits) - 1 : 0;
  constants.quiet_bit = has_payload ? 1u << (format.mantissa_bits - 1) : 0;
  constants.nan_sign_mask = format.nan == N::kNone ? 0 : codes.sign_bit;
  constants.sign_of_zero_mask = format.nan == N::kMinusZero ? 0 : codes.sign_bit;
  return constants;
}

// Constants by element type, computed once, so that a call for one element need not compute them.
template <class Constants, Constants (*kConstantsOf)(ElementType)>
constexpr std::array<Constants, kElementTypeCount> MakeSmallFloatTable() {
  std::array<Constants, kElementTypeCount> table = {};
  for (size_t i = 0; i < kElementTypeCount; ++i) {
    const ElementType type = static_cast<ElementType>(i);
    if (FormatOf(type).exponent_bits != 0) table[i] = kConstantsOf(type);
  }
  return table;
}
inline constexpr auto kDecodeConstants = MakeSmallFloatTable<DecodeConstants, &DecodeConstantsOf>();
inline constexpr auto kEncodeConstants = MakeSmallFloatTable<EncodeConstants, &EncodeConstantsOf>();

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_ELEMENTWISE_SMALL_FLOAT_CONSTANTS_H_
