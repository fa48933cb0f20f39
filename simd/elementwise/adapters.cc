// The loops behind adapters-inl.h.
#include <algorithm>
#include <cstring>

#include "core/types/element_type.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/elementwise/adapters.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "simd/elementwise/adapters-inl.h"
#include "simd/elementwise/map-inl.h"
#include "simd/elementwise/small_float_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

// Loads a code a lane.
template <typename Code, class D>
HWY_INLINE hn::VFromD<D> LoadCodes(D du, const void* codes, size_t i) {
  return hn::PromoteTo(du, LoadVector(hn::Rebind<Code, D>(), codes, i));
}

template <typename Code>
void DecodeArray(const DecodeConstants& constants, const void* operand, float* result,
                 size_t count) {
  const hn::ScalableTag<float> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    StoreVector(DecodeVector(d, constants, LoadCodes<Code>(du, operand, i)), d, result, i);
  }
  const hn::CappedTag<float, 1> d1;
  const hn::RebindToUnsigned<decltype(d1)> du1;
  for (; i < count; ++i) {
    StoreVector(DecodeVector(d1, constants, LoadCodes<Code>(du1, operand, i)), d1, result, i);
  }
}

// F16C converts halves, except NaNs: it makes them quiet.
#if HWY_TARGET <= HWY_AVX2
constexpr bool kHasHalves = true;
#else
constexpr bool kHasHalves = false;
#endif

// Converts whole vectors from element `i` on. Returns the number of the first element behind them.
template <class D>
size_t DecodeHalves(D d, const DecodeConstants& constants, const void* operand, float* result,
                    size_t i, size_t count) {
  const hn::RebindToUnsigned<D> du;
  const hn::Rebind<uint16_t, D> d_code;
  const hn::RebindToSigned<decltype(d_code)> d_signed;
  const hn::Rebind<hwy::float16_t, D> d_half;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
    const auto codes = LoadVector(d_code, operand, i);
    auto value = hn::PromoteTo(d, hn::BitCast(d_half, codes));
    // NaNs are found by code: for AVX2, clang compares converted values one by one.
    const auto magnitude = hn::BitCast(d_signed, hn::And(codes, hn::Set(d_code, 0x7FFF)));
    if (HWY_UNLIKELY(!hn::AllFalse(d_signed, hn::Gt(magnitude, hn::Set(d_signed, 0x7C00))))) {
      value = DecodeVector(d, constants, hn::PromoteTo(du, codes));
    }
    StoreVector(value, d, result, i);
  }
  return i;
}

struct DecodeBF16 {
  template <class D, class V>
  HWY_INLINE auto operator()(D, V codes) const {
    const hn::Rebind<uint32_t, D> du;
    return hn::BitCast(hn::RebindToFloat<decltype(du)>(),
                       hn::ShiftLeft<16>(hn::PromoteTo(du, codes)));
  }
};

void DecodeSmallFloats(ElementType type, const void* operand, float* result, size_t count) {
  if (type == ElementType::kBF16) {
    return Map<DecodeBF16, uint16_t, 1, float>(&operand, result, count, nullptr);
  }
  const DecodeConstants& constants = kDecodeConstants[static_cast<size_t>(type)];
  if constexpr (kHasHalves) {
    if (type == ElementType::kF16) {
      size_t done = DecodeHalves(hn::ScalableTag<float>(), constants, operand, result, 0, count);
      done = DecodeHalves(hn::CappedTag<float, 4>(), constants, operand, result, done, count);
      DecodeHalves(hn::CappedTag<float, 1>(), constants, operand, result, done, count);
      return;
    }
  }
  if (ByteSize(type) == 1) {
    DecodeArray<uint8_t>(constants, operand, result, count);
  } else {
    DecodeArray<uint16_t>(constants, operand, result, count);
  }
}

template <typename Code>
void EncodeArray(const EncodeConstants& constants, const float* operand, void* result,
                 size_t count) {
  const hn::ScalableTag<float> d;
  const hn::Rebind<Code, decltype(d)> d_code;
  const size_t lanes = hn::Lanes(d);
  size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto code = EncodeVector(d, constants, LoadVector(d, operand, i));
    StoreVector(hn::TruncateTo(d_code, code), d_code, result, i);
  }
  const hn::CappedTag<float, 1> d1;
  const hn::Rebind<Code, decltype(d1)> d1_code;
  for (; i < count; ++i) {
    const auto code = EncodeVector(d1, constants, LoadVector(d1, operand, i));
    StoreVector(hn::TruncateTo(d1_code, code), d1_code, result, i);
  }
}

// As DecodeHalves.
template <class D>
size_t EncodeHalves(D d, const EncodeConstants& constants, const float* operand, void* result,
                    size_t i, size_t count) {
  const hn::Rebind<uint16_t, D> d_code;
  const hn::Rebind<hwy::float16_t, D> d_half;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
    const auto value = LoadVector(d, operand, i);
    auto codes = hn::BitCast(d_code, hn::DemoteTo(d_half, value));
    if (HWY_UNLIKELY(!hn::AllFalse(d, hn::IsNaN(value)))) {
      codes = hn::TruncateTo(d_code, EncodeVector(d, constants, value));
    }
    StoreVector(codes, d_code, result, i);
  }
  return i;
}

// A value below 2^-127 * 1.5 becomes 2^-127; from there on, halfway rounds up.
struct EncodePowersOfTwo {
  template <class D, class V>
  HWY_INLINE auto operator()(D, V value) const {
    const hn::RebindToUnsigned<D> du;
    const auto bits = hn::BitCast(du, value);
    const auto magnitude = hn::BitCast(du, hn::Abs(value));
    const auto nan = hn::Set(du, 0xFFu);
    auto code = hn::ShiftRight<23>(hn::Add(magnitude, hn::Set(du, 0x00400000u)));
    code = hn::IfThenElse(hn::Lt(magnitude, hn::Set(du, 0x00600000u)), hn::Zero(du), code);
    // Negative values (as bits: from 0x80000001 on), overflow, infinity, NaN.
    code = hn::IfThenElse(hn::Gt(bits, hn::Set(du, 0x80000000u)), nan, hn::Min(code, nan));
    return hn::TruncateTo(hn::Rebind<uint8_t, D>(), code);
  }
};

// The format that other programs use most. Overflow carries into infinity by itself.
struct EncodeBF16 {
  template <class D, class V>
  HWY_INLINE auto operator()(D, V value) const {
    const hn::RebindToUnsigned<D> du;
    const auto bits = hn::BitCast(du, value);
    const auto truncated = hn::ShiftRight<16>(bits);
    const auto half = hn::Add(hn::Set(du, 0x7FFFu), hn::And(truncated, hn::Set(du, 1u)));
    const auto rounded = hn::ShiftRight<16>(hn::Add(bits, half));
    const auto has_no_payload = hn::Eq(hn::And(truncated, hn::Set(du, 0x7Fu)), hn::Zero(du));
    const auto quiet = hn::IfThenElseZero(has_no_payload, hn::Set(du, 0x40u));
    const auto is_nan = hn::Gt(hn::And(bits, hn::Set(du, 0x7FFFFFFFu)), hn::Set(du, 0x7F800000u));
    const auto code = hn::IfThenElse(is_nan, hn::Or(truncated, quiet), rounded);
    return hn::TruncateTo(hn::Rebind<uint16_t, D>(), code);
  }
};

void EncodeSmallFloats(ElementType type, const float* operand, void* result, size_t count) {
  if (type == ElementType::kBF16) {
    const void* operands[] = {operand};
    return Map<EncodeBF16, float, 1, uint16_t>(operands, result, count, nullptr);
  }
  if (type == ElementType::kF8E8M0FNU) {
    const void* operands[] = {operand};
    return Map<EncodePowersOfTwo, float, 1, uint8_t>(operands, result, count, nullptr);
  }
  const EncodeConstants& constants = kEncodeConstants[static_cast<size_t>(type)];
  if constexpr (kHasHalves) {
    if (type == ElementType::kF16) {
      size_t done = EncodeHalves(hn::ScalableTag<float>(), constants, operand, result, 0, count);
      done = EncodeHalves(hn::CappedTag<float, 4>(), constants, operand, result, done, count);
      EncodeHalves(hn::CappedTag<float, 1>(), constants, operand, result, done, count);
      return;
    }
  }
  if (ByteSize(type) == 1) {
    EncodeArray<uint8_t>(constants, operand, result, count);
  } else {
    EncodeArray<uint16_t>(constants, operand, result, count);
  }
}

// Three operand tiles of 2 KiB stay in the smallest L1.
constexpr size_t kSmallFloatTile = 512;

void RunSmallFloat(const void* const* operands, void* result, size_t count, const void* attributes,
                   ElementType type, ElementwiseFunction kernel, size_t arity,
                   bool has_boolean_result) {
  alignas(64) float tiles[3][kSmallFloatTile];
  const void* const tile_operands[] = {tiles[0], tiles[1], tiles[2]};
  const size_t byte_size = ByteSize(type);
  for (size_t i = 0; i < count; i += kSmallFloatTile) {
    const size_t size = std::min(kSmallFloatTile, count - i);
    for (size_t k = 0; k < arity; ++k) {
      DecodeSmallFloats(type, static_cast<const char*>(operands[k]) + i * byte_size, tiles[k],
                        size);
    }
    if (has_boolean_result) {
      kernel(tile_operands, static_cast<char*>(result) + i, size, attributes);
      continue;
    }
    kernel(tile_operands, tiles[0], size, attributes);
    EncodeSmallFloats(type, tiles[0], static_cast<char*>(result) + i * byte_size, size);
  }
}

struct SignExtendBytes {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V operand) const {
    // (x ^ s) - s, where s is the sign bit of the narrow type, extends x.
    const V sign = hn::Set(d, sign_bit);
    return hn::Sub(hn::Xor(hn::And(operand, hn::Set(d, mask)), sign), sign);
  }
  uint8_t mask, sign_bit;
};

void WrapBytes(int bits, bool is_signed, const void* operand, void* result, size_t count) {
  const uint8_t mask = static_cast<uint8_t>((1u << bits) - 1);
  const uint8_t sign_bit = is_signed ? static_cast<uint8_t>(1u << (bits - 1)) : 0;
  MapVectors<uint8_t, uint8_t>(&operand, result, count, SignExtendBytes{mask, sign_bit},
                               std::make_index_sequence<1>());
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
