// Values of the floats narrower than f32: exact decoding, and encoding that rounds once, to nearest
// even. Values that round past the greatest finite value become:
//   types with an infinity                     infinity
//   FN and FNUZ types with a NaN               NaN
//   f4E2M1FN, f6E2M3FN, f6E3M2FN               the greatest value of that sign;
//                                              NaN becomes the greatest value
// f8E8M0FNU has powers of two only, 2^-127 the least: what is below, and zero,
// becomes that; negative values become NaN; halfway between two, the greater
// (IEEE 754 section 4.3.1, where neither is even).
// FNUZ types have one zero; -0 becomes it.
// NaN keeps its sign where the type has one for it, and as much of its payload
// as fits: decoding and encoding a code gives that code.
#ifndef PADDOCK_CORE_TYPES_SMALL_FLOAT_H_
#define PADDOCK_CORE_TYPES_SMALL_FLOAT_H_

#include <bit>
#include <cstdint>

#include "core/types/element_type.h"

namespace paddock {

// Special codes of a format.
struct SmallFloatCodes {
  uint32_t magnitude_mask;  // exponent and mantissa
  uint32_t sign_bit;        // 0 if unsigned
  uint32_t greatest;        // greatest finite magnitude
  uint32_t overflow;        // result of a magnitude above `greatest`
  uint32_t nan;             // quiet NaN, or its substitute
};

constexpr SmallFloatCodes CodesOf(const SmallFloatFormat& format) {
  using N = SmallFloatFormat::NaN;
  const int magnitude_bits = format.exponent_bits + format.mantissa_bits;
  const uint32_t all_ones = (1u << magnitude_bits) - 1;
  const uint32_t sign_bit = format.has_sign ? 1u << magnitude_bits : 0;
  const uint32_t exponent_mask = all_ones & ~((1u << format.mantissa_bits) - 1);
  switch (format.nan) {
    case N::kNone:
      return {all_ones, sign_bit, all_ones, all_ones, all_ones};
    case N::kIeee:
      return {all_ones, sign_bit, exponent_mask - 1, exponent_mask,
              exponent_mask | (1u << (format.mantissa_bits - 1))};
    case N::kAllOnes:
      return {all_ones, sign_bit, all_ones - 1, all_ones, all_ones};
    case N::kMinusZero:
      return {all_ones, sign_bit, all_ones, sign_bit, sign_bit};
  }
  return {};
}

// Returns the value of `code`, ignoring bits outside the format.
constexpr float DecodeSmallFloat(ElementType type, uint32_t code) {
  using N = SmallFloatFormat::NaN;
  const SmallFloatFormat format = FormatOf(type);
  const SmallFloatCodes codes = CodesOf(format);
  const int shift = 23 - format.mantissa_bits;
  const uint32_t magnitude = code & codes.magnitude_mask;
  const uint32_t sign = (code & codes.sign_bit) != 0 ? 0x80000000u : 0;
  if (format.nan == N::kMinusZero && magnitude == 0 && sign != 0) {
    return std::bit_cast<float>(0x7FC00000u);
  }
  if (format.nan == N::kAllOnes && magnitude == codes.nan) {
    return std::bit_cast<float>(sign | 0x7FC00000u);
  }
  if (format.nan == N::kIeee && magnitude > codes.greatest) {
    return std::bit_cast<float>(sign | 0x7F800000u | ((magnitude << shift) & 0x7FFFFFu));
  }
  if (!format.has_sign && magnitude == 0) return std::bit_cast<float>(0x00400000u);  // 2^-127
  // Converts as if the biases were equal, which preserves subnormal magnitudes, then scales by the
  // difference.
  const float unscaled = std::bit_cast<float>(magnitude << shift);
  const float scale = std::bit_cast<float>(static_cast<uint32_t>(254 - format.bias) << 23);
  return std::bit_cast<float>(std::bit_cast<uint32_t>(unscaled * scale) | sign);
}

namespace internal {

// Returns significand * 2^exponent as a code, rounded to nearest even. `significand` is 0 or has
// bit 52 as its highest.
constexpr uint32_t RoundToCode(const SmallFloatFormat& format, uint64_t significand, int exponent) {
  if (significand == 0) return 0;
  // The lowest kept bit is 2^(e - mantissa_bits), where 2^e is the value's highest bit or, for
  // subnormals, the least normal value.
  const int least_exponent = 1 - format.bias;
  const int value_exponent = exponent + 52;
  const bool is_subnormal = value_exponent < least_exponent;
  const int dropped =
      (is_subnormal ? least_exponent : value_exponent) - format.mantissa_bits - exponent;
  if (dropped > 54) return 0;  // less than half of the least value
  const uint64_t kept = significand >> dropped;
  const uint64_t rest = significand & ((uint64_t{1} << dropped) - 1);
  const uint64_t half = uint64_t{1} << (dropped - 1);
  const uint64_t rounded = kept + (rest > half || (rest == half && (kept & 1) != 0) ? 1 : 0);
  // The implicit bit of `rounded`, and a carry out of it, increment the exponent.
  const int64_t biased = is_subnormal ? 0 : int64_t{value_exponent} + format.bias - 1;
  const int64_t code = (biased << format.mantissa_bits) + static_cast<int64_t>(rounded);
  return code > 0xFFFFFF ? 0xFFFFFF : static_cast<uint32_t>(code);
}

constexpr uint32_t EncodePowerOfTwo(uint64_t bits) {
  const uint64_t magnitude = bits & ~(uint64_t{1} << 63);
  if (magnitude > uint64_t{0x7FF} << 52) return 0xFF;
  if (magnitude == 0) return 0;
  if (magnitude != bits) return 0xFF;
  // Half of the mantissa's range rounds up.
  const int64_t exponent = static_cast<int64_t>((bits + (uint64_t{1} << 51)) >> 52) - 1023;
  if (exponent < -127) return 0;
  return exponent > 127 ? 0xFF : static_cast<uint32_t>(exponent + 127);
}

// Returns the code of the double with these bits.
constexpr uint32_t EncodeBits(ElementType type, uint64_t bits) {
  using N = SmallFloatFormat::NaN;
  const SmallFloatFormat format = FormatOf(type);
  const SmallFloatCodes codes = CodesOf(format);
  if (!format.has_sign) return EncodePowerOfTwo(bits);
  const uint32_t sign = (bits >> 63) != 0 ? codes.sign_bit : 0;
  const uint64_t mantissa = bits & ((uint64_t{1} << 52) - 1);
  const int biased_exponent = static_cast<int>((bits >> 52) & 0x7FF);
  if (biased_exponent == 0x7FF && mantissa != 0) {
    if (format.nan == N::kNone || format.nan == N::kMinusZero) return codes.nan;
    if (format.nan == N::kAllOnes) return sign | codes.nan;
    const uint32_t payload = static_cast<uint32_t>(mantissa >> (52 - format.mantissa_bits));
    return sign | (payload != 0 ? codes.overflow | payload : codes.nan);
  }
  if (biased_exponent == 0x7FF) return sign | codes.overflow;
  // Subnormal doubles are far below half of any least value.
  const uint64_t significand = biased_exponent == 0 ? 0 : mantissa | (uint64_t{1} << 52);
  uint32_t code = RoundToCode(format, significand, biased_exponent - 1075);
  if (code > codes.greatest) code = codes.overflow;
  return format.nan == N::kMinusZero && code == 0 ? 0 : sign | code;
}

}  // namespace internal

// Returns the code of the value nearest to `value`; see above.
constexpr uint16_t EncodeSmallFloat(ElementType type, double value) {
  return static_cast<uint16_t>(internal::EncodeBits(type, std::bit_cast<uint64_t>(value)));
}
// A signalling NaN would not survive a conversion to double.
constexpr uint16_t EncodeSmallFloat(ElementType type, float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  if ((bits & 0x7FFFFFFFu) <= 0x7F800000u) {
    return EncodeSmallFloat(type, static_cast<double>(value));
  }
  const uint64_t sign = uint64_t{bits >> 31} << 63;
  const uint64_t payload = uint64_t{bits & 0x7FFFFFu} << 29;
  return static_cast<uint16_t>(
      internal::EncodeBits(type, sign | (uint64_t{0x7FF} << 52) | payload));
}

}  // namespace paddock

#endif  // PADDOCK_CORE_TYPES_SMALL_FLOAT_H_
