// Codes of floats narrower than f32, in lanes of 32 bits, to f32 and back, once per SIMD target.
#include <cstdint>

#include "simd/elementwise/small_float_constants.h"

#if defined(PADDOCK_SIMD_ELEMENTWISE_SMALL_FLOAT_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_ELEMENTWISE_SMALL_FLOAT_LANES_INL_H_
#undef PADDOCK_SIMD_ELEMENTWISE_SMALL_FLOAT_LANES_INL_H_
#else
#define PADDOCK_SIMD_ELEMENTWISE_SMALL_FLOAT_LANES_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class D, class V32>
HWY_INLINE hn::VFromD<D> DecodeVector(D d, const DecodeConstants& constants, V32 code) {
  const hn::RebindToUnsigned<D> du;
  const V32 magnitude = hn::And(code, hn::Set(du, constants.magnitude_mask));
  const V32 sign =
      hn::ShiftLeftSame(hn::And(code, hn::Set(du, constants.sign_bit)), constants.sign_shift);
  const V32 unscaled = hn::ShiftLeftSame(magnitude, constants.shift);
  V32 bits = hn::BitCast(du, hn::Mul(hn::BitCast(d, unscaled), hn::Set(d, constants.scale)));
  bits = hn::IfThenElse(hn::Eq(magnitude, hn::Zero(du)), hn::Set(du, constants.zero_bits), bits);
  const V32 special = hn::Or(hn::And(unscaled, hn::Set(du, constants.payload_mask)),
                             hn::Set(du, constants.special_bits));
  bits = hn::IfThenElse(hn::Ge(magnitude, hn::Set(du, constants.least_special)), special, bits);
  bits = hn::Or(bits, sign);
  bits =
      hn::IfThenElse(hn::Eq(code, hn::Set(du, constants.nan_code)), hn::Set(du, 0x7FC00000u), bits);
  return hn::BitCast(d, bits);
}

template <class D, class V>
HWY_INLINE hn::VFromD<hn::RebindToUnsigned<D>> EncodeVector(D d, const EncodeConstants& constants,
                                                            V value) {
  const hn::RebindToUnsigned<D> du;
  using V32 = hn::VFromD<decltype(du)>;
  const V magnitude = hn::Abs(value);
  const V32 bits = hn::BitCast(du, magnitude);
  const V32 shifted = hn::ShiftRightSame(bits, constants.shift);
  // Adding just under half, or half where the last kept bit is odd, rounds to nearest even.
  const V32 half = hn::Add(hn::Set(du, constants.rounding), hn::And(shifted, hn::Set(du, 1u)));
  const V32 normal = hn::Sub(hn::ShiftRightSame(hn::Add(bits, half), constants.shift),
                             hn::Set(du, constants.bias_difference));
  // The addition rounds where the format's subnormals end.
  const V magic = hn::Set(d, constants.subnormal_magic);
  const V32 subnormal = hn::Sub(hn::BitCast(du, hn::Add(magnitude, magic)), hn::BitCast(du, magic));
  V32 code = hn::IfThenElse(hn::Lt(bits, hn::Set(du, constants.least_normal)), subnormal, normal);
  code = hn::IfThenElse(hn::Gt(code, hn::Set(du, constants.greatest)),
                        hn::Set(du, constants.overflow), code);
  V32 sign = hn::ShiftRightSame(hn::And(hn::BitCast(du, value), hn::Set(du, 0x80000000u)),
                                constants.sign_shift);
  sign = hn::IfThenElse(hn::Eq(code, hn::Zero(du)),
                        hn::And(sign, hn::Set(du, constants.sign_of_zero_mask)), sign);
  V32 payload = hn::And(shifted, hn::Set(du, constants.payload_mask));
  payload =
      hn::IfThenElse(hn::Eq(payload, hn::Zero(du)), hn::Set(du, constants.quiet_bit), payload);
  const V32 nan = hn::Or(hn::Or(hn::Set(du, constants.nan), payload),
                         hn::And(sign, hn::Set(du, constants.nan_sign_mask)));
  return hn::IfThenElse(hn::Gt(bits, hn::Set(du, 0x7F800000u)), nan, hn::Or(code, sign));
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_ELEMENTWISE_SMALL_FLOAT_LANES_INL_H_
