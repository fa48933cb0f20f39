// Floats narrower than f32, decoded to f32 and rounded back in vectors.
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/types/element_type.h"
#include "core/types/small_float.h"

#if defined(PADDOCK_SIMD_REDUCE_SMALL_FLOAT_CODEC_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_REDUCE_SMALL_FLOAT_CODEC_INL_H_
#undef PADDOCK_SIMD_REDUCE_SMALL_FLOAT_CODEC_INL_H_
#else
#define PADDOCK_SIMD_REDUCE_SMALL_FLOAT_CODEC_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// The properties of a format that the loops use, so that one loop serves every format. For a
// constant format, the compiler folds them away.
class SmallFloatCodec {
 public:
  constexpr explicit SmallFloatCodec(SmallFloatFormat format)
      : has_sign_(format.has_sign),
        nan_is_minus_zero_(format.nan == NaN::kMinusZero),
        has_nan_past_greatest_(format.nan == NaN::kIeee || format.nan == NaN::kAllOnes),
        is_ieee_(format.nan == NaN::kIeee),
        // bf16 has f32's exponents, so its subnormal numbers round with the same shift.
        has_own_subnormals_(format.has_sign && format.bias != 127),
        shift_(23 - format.mantissa_bits),
        sign_bit_(format.exponent_bits + format.mantissa_bits),
        rebias_(static_cast<uint32_t>(127 - format.bias) << format.mantissa_bits),
        scale_(std::bit_cast<float>(static_cast<uint32_t>(254 - format.bias) << 23)),
        least_normal_(static_cast<uint32_t>(128 - format.bias) << 23),
        magic_(static_cast<uint32_t>(127 + 24 - format.bias - format.mantissa_bits) << 23) {
    const SmallFloatCodes codes = CodesOf(format);
    magnitude_mask_ = codes.magnitude_mask;
    greatest_ = codes.greatest;
    past_greatest_ = codes.overflow;
    nan_ = codes.nan;
    has_nan_ = format.nan != NaN::kNone;
    // The bits of these values as f32.
    greatest_value_ = (greatest_ << shift_) + (static_cast<uint32_t>(127 - format.bias) << 23);
    past_greatest_value_ = format.has_infinity ? 0x7F800000u
                           : has_nan_          ? 0x7FC00000u
                                               : greatest_value_;
  }

  // Returns the values of encodings in 32-bit lanes. Exact; keeps NaN.
  template <class DF>
  HWY_INLINE hn::Vec<DF> Decode(DF df, hn::Vec<hn::RebindToUnsigned<DF>> bits) const {
    const hn::RebindToUnsigned<DF> du;
    const auto magnitude = hn::And(bits, hn::Set(du, magnitude_mask_));
    const auto shifted = hn::ShiftLeftSame(magnitude, shift_);
    // The scaling also makes subnormal numbers correct.
    auto value = hn::BitCast(df, shifted);
    if (has_own_subnormals_) value = hn::Mul(value, hn::Set(df, scale_));
    auto decoded = hn::BitCast(du, value);
    if (!has_sign_) {
      const auto is_least = hn::Eq(magnitude, hn::Zero(du));
      decoded = hn::IfThenElse(is_least, hn::Set(du, 0x00400000u), decoded);
    }
    if (has_nan_past_greatest_) {
      const auto is_special = hn::Gt(magnitude, hn::Set(du, greatest_));
      const uint32_t exponent = is_ieee_ ? 0x7F800000u : 0x7FC00000u;
      const auto special = hn::Or(shifted, hn::Set(du, exponent));
      decoded = hn::IfThenElse(is_special, special, decoded);
    }
    if (has_sign_) {
      const auto sign = hn::And(hn::ShiftLeftSame(bits, 31 - sign_bit_), hn::Set(du, 0x80000000u));
      decoded = hn::Or(decoded, sign);
    }
    if (nan_is_minus_zero_) {
      const auto is_nan = hn::Eq(bits, hn::Set(du, nan_));
      decoded = hn::IfThenElse(is_nan, hn::Set(du, 0x7FC00000u), decoded);
    }
    return hn::BitCast(df, decoded);
  }

  // Returns the encodings in 32-bit lanes. Rounds like core/types/small_float.h, but makes every
  // NaN the quiet one of its sign.
  template <class DF>
  HWY_INLINE hn::Vec<hn::RebindToUnsigned<DF>> Encode(DF df, hn::Vec<DF> value) const {
    const hn::RebindToUnsigned<DF> du;
    const auto bits = hn::BitCast(du, value);
    const auto magnitude = hn::And(bits, hn::Set(du, 0x7FFFFFFFu));
    if (!has_sign_) return EncodePowerOfTwo(du, bits, magnitude);
    const auto last_bit = hn::And(hn::ShiftRightSame(magnitude, shift_), hn::Set(du, 1u));
    const auto half = hn::Set(du, (1u << (shift_ - 1)) - 1);
    const auto rounded = hn::ShiftRightSame(hn::Add(magnitude, hn::Add(half, last_bit)), shift_);
    auto result = hn::Sub(rounded, hn::Set(du, rebias_));
    if (has_own_subnormals_) {
      // The sum's last bit is worth the least subnormal number.
      const auto magic = hn::Set(du, magic_);
      const auto sum = hn::Add(hn::BitCast(df, magnitude), hn::BitCast(df, magic));
      const auto is_subnormal = hn::Lt(magnitude, hn::Set(du, least_normal_));
      result = hn::IfThenElse(is_subnormal, hn::Sub(hn::BitCast(du, sum), magic), result);
    }
    const auto is_past = hn::Gt(result, hn::Set(du, greatest_));
    result = hn::IfThenElse(is_past, hn::Set(du, past_greatest_), result);
    const auto is_nan = hn::Gt(magnitude, hn::Set(du, 0x7F800000u));
    result = hn::IfThenElse(is_nan, hn::Set(du, nan_), result);
    auto sign = hn::ShiftLeftSame(hn::ShiftRight<31>(bits), sign_bit_);
    if (nan_is_minus_zero_) sign = hn::IfThenZeroElse(hn::Eq(result, hn::Zero(du)), sign);
    return hn::Or(result, sign);
  }

  // Returns the value that Encode encodes, with a shorter latency, on which reductions depend.
  template <class DF>
  HWY_INLINE hn::Vec<DF> Round(DF df, hn::Vec<DF> value) const {
    const hn::RebindToUnsigned<DF> du;
    if (!has_sign_) return Decode(df, Encode(df, value));
    const auto bits = hn::BitCast(du, value);
    const auto magnitude = hn::And(bits, hn::Set(du, 0x7FFFFFFFu));
    const uint32_t dropped = (1u << shift_) - 1;
    const auto last_bit = hn::And(hn::ShiftRightSame(bits, shift_), hn::Set(du, 1u));
    const auto half = hn::Add(magnitude, hn::Set(du, dropped >> 1));
    auto result = hn::AndNot(hn::Set(du, dropped), hn::Add(half, last_bit));
    if (has_own_subnormals_) {
      const auto magic = hn::BitCast(df, hn::Set(du, magic_));
      const auto sum = hn::Sub(hn::Add(hn::BitCast(df, magnitude), magic), magic);
      const auto is_subnormal = hn::Lt(magnitude, hn::Set(du, least_normal_));
      result = hn::IfThenElse(is_subnormal, hn::BitCast(du, sum), result);
    }
    // In bf16, the carry gives infinity.
    if (has_own_subnormals_) {
      const auto is_past = hn::Gt(result, hn::Set(du, greatest_value_));
      result = hn::IfThenElse(is_past, hn::Set(du, past_greatest_value_), result);
    }
    auto sign = hn::And(bits, hn::Set(du, 0x80000000u));
    if (nan_is_minus_zero_) sign = hn::IfThenZeroElse(hn::Eq(result, hn::Zero(du)), sign);
    result = hn::Or(result, sign);
    if (!has_nan_) return hn::BitCast(df, result);
    return hn::IfThenElse(hn::IsNaN(value), value, hn::BitCast(df, result));
  }

 private:
  // f8E8M0FNU: halfway between powers of two rounds up, numbers below 2^-127 become 2^-127, and
  // negative numbers become NaN. Below 2^-126, f32 has no implicit bit.
  template <class DU>
  static HWY_INLINE hn::Vec<DU> EncodePowerOfTwo(DU du, hn::Vec<DU> bits, hn::Vec<DU> magnitude) {
    const auto nan = hn::Set(du, 0xFFu);
    const auto one = hn::Set(du, 1u);
    auto result = hn::ShiftRight<23>(hn::Add(magnitude, hn::Set(du, 0x00400000u)));
    const auto least = hn::IfThenElseZero(hn::Ge(magnitude, hn::Set(du, 0x00600000u)), one);
    result = hn::IfThenElse(hn::Lt(magnitude, hn::Set(du, 0x00800000u)), least, result);
    result = hn::IfThenElse(hn::Gt(result, nan), nan, result);
    const auto is_negative = hn::Gt(bits, hn::Set(du, 0x80000000u));
    return hn::IfThenElse(hn::Or(is_negative, hn::Gt(magnitude, hn::Set(du, 0x7F800000u))), nan,
                          result);
  }

  using NaN = SmallFloatFormat::NaN;

  bool has_sign_;
  bool nan_is_minus_zero_;
  bool has_nan_past_greatest_;
  bool is_ieee_;
  bool has_own_subnormals_;
  int shift_;
  int sign_bit_;
  uint32_t magnitude_mask_ = 0;
  uint32_t rebias_;
  float scale_;
  uint32_t least_normal_;
  uint32_t magic_;
  uint32_t greatest_ = 0;
  uint32_t past_greatest_ = 0;
  uint32_t nan_ = 0;
  bool has_nan_ = false;
  uint32_t greatest_value_ = 0;
  uint32_t past_greatest_value_ = 0;
};

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_REDUCE_SMALL_FLOAT_CODEC_INL_H_
