// next_after, once per SIMD target.
#include <cstdint>
#include <limits>
#include <type_traits>

#include "core/types/element_type.h"
#include "core/types/small_float.h"

#if defined(PADDOCK_SIMD_ELEMENTWISE_NEXT_AFTER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_ELEMENTWISE_NEXT_AFTER_INL_H_
#undef PADDOCK_SIMD_ELEMENTWISE_NEXT_AFTER_INL_H_
#else
#define PADDOCK_SIMD_ELEMENTWISE_NEXT_AFTER_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/elementwise/adapters-inl.h"
#include "simd/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_ARCH_WASM

// Scalars, for code size.

// Codes of one sign count up in magnitude, through subnormals to the greatest value and, where
// there is one, infinity.
template <typename Bits>
HWY_INLINE Bits NextCode(Bits from, Bits to, Bits sign_bit) {
  const Bits from_magnitude = static_cast<Bits>(from & ~sign_bit);
  const Bits to_magnitude = static_cast<Bits>(to & ~sign_bit);
  if (from_magnitude == 0) return static_cast<Bits>((to & sign_bit) | 1);
  const bool grows = ((from ^ to) & sign_bit) == 0 && from_magnitude < to_magnitude;
  return static_cast<Bits>(grows ? from + 1 : from - 1);
}

template <typename Bits, Bits kInfinity>
struct NextAfter {
  HWY_INLINE Bits operator()(Bits from, Bits to) const {
    constexpr Bits kSign = Bits{1} << (sizeof(Bits) * 8 - 1);
    if ((from & ~kSign) > kInfinity) return from;
    if ((to & ~kSign) > kInfinity || from == to || ((from | to) & ~kSign) == 0) return to;
    return NextCode(from, to, kSign);
  }
};

// next_after for the formats narrower than f32, with or without infinities, NaN and a negative
// zero.
template <ElementType kType, typename Bits>
struct NextAfterSmall {
  static constexpr SmallFloatFormat kFormat = FormatOf(kType);
  static constexpr SmallFloatCodes kCodes = CodesOf(kFormat);

  static constexpr bool IsNaN(uint32_t code) {
    using N = SmallFloatFormat::NaN;
    const uint32_t magnitude = code & kCodes.magnitude_mask;
    if (kFormat.nan == N::kNone) return false;
    if (kFormat.nan == N::kMinusZero) return code == kCodes.nan;
    // The overflow of an IEEE format is its infinity.
    return kFormat.nan == N::kIeee ? magnitude > kCodes.overflow : magnitude == kCodes.nan;
  }
  HWY_INLINE Bits operator()(Bits x, Bits y) const {
    const uint32_t from = x & (kCodes.magnitude_mask | kCodes.sign_bit);
    const uint32_t to = y & (kCodes.magnitude_mask | kCodes.sign_bit);
    if (IsNaN(from)) return x;
    if (IsNaN(to) || from == to) return y;
    // Neither a sign nor a zero.
    if (!kFormat.has_sign) return static_cast<Bits>(from < to ? from + 1 : from - 1);
    if (((from | to) & kCodes.magnitude_mask) == 0) return y;
    const uint32_t next = NextCode(from, to, kCodes.sign_bit);
    const bool is_minus_zero = kFormat.nan == SmallFloatFormat::NaN::kMinusZero && IsNaN(next);
    return static_cast<Bits>(is_minus_zero ? 0 : next);
  }
};

template <ElementType kType,
          typename Bits = std::conditional_t<ByteSize(kType) == 1, uint8_t, uint16_t>>
constexpr ElementwiseFunction kNextAfterSmall = &MapScalars<NextAfterSmall<kType, Bits>, Bits, 2>;

inline ElementwiseFunction NextAfterKernel(ElementType type) {
  switch (type) {
#define PADDOCK_CASE(name)   \
  case ElementType::k##name: \
    return kNextAfterSmall<ElementType::k##name>;
    PADDOCK_SMALL_FLOATS(PADDOCK_CASE)
#undef PADDOCK_CASE
    case ElementType::kF32:
      return &MapScalars<NextAfter<uint32_t, 0x7F800000>, uint32_t, 2>;
    case ElementType::kF64:
      return &MapScalars<NextAfter<uint64_t, 0x7FF0000000000000>, uint64_t, 2>;
    default:
      return nullptr;
  }
}

#else

// Which codes are NaN: none, one, or the magnitudes equal to or above `nan`.
enum class NaNCodes : uint8_t { kNone, kOneCode, kOneMagnitude, kAboveMagnitude };

struct FloatCodes {
  uint64_t sign_bit, magnitude_mask, nan;
  NaNCodes nan_codes;
};

template <ElementType kType>
constexpr FloatCodes FloatCodesOf() {
  using enum NaNCodes;
  if constexpr (kType == ElementType::kF32) {
    return {0x80000000, 0x7FFFFFFF, 0x7F800000, kAboveMagnitude};
  } else if constexpr (kType == ElementType::kF64) {
    return {uint64_t{1} << 63, ~(uint64_t{1} << 63), 0x7FF0000000000000, kAboveMagnitude};
  } else {
    using N = SmallFloatFormat::NaN;
    constexpr SmallFloatFormat kFormat = FormatOf(kType);
    constexpr SmallFloatCodes kCodes = CodesOf(kFormat);
    const uint64_t sign = kFormat.has_sign ? kCodes.sign_bit : 0;
    if (kFormat.nan == N::kNone) return {sign, kCodes.magnitude_mask, 0, kNone};
    if (kFormat.nan == N::kMinusZero) return {sign, kCodes.magnitude_mask, kCodes.nan, kOneCode};
    // The overflow of an IEEE format is its infinity.
    return kFormat.nan == N::kIeee
               ? FloatCodes{sign, kCodes.magnitude_mask, kCodes.overflow, kAboveMagnitude}
               : FloatCodes{sign, kCodes.magnitude_mask, kCodes.nan, kOneMagnitude};
  }
}

template <ElementType kType>
struct NextAfter {
  static constexpr FloatCodes kCodes = FloatCodesOf<kType>();

  template <class D, class V>
  HWY_INLINE V operator()(D d, V x, V y) const {
    const V zero = hn::Zero(d), one = hn::Set(d, hn::TFromD<D>{1});
    const V sign = Of(d, kCodes.sign_bit), magnitude = Of(d, kCodes.magnitude_mask);
    const V from = hn::And(x, hn::Or(sign, magnitude)), to = hn::And(y, hn::Or(sign, magnitude));
    const V from_magnitude = hn::And(from, magnitude), to_magnitude = hn::And(to, magnitude);
    const V grown = hn::VecFromMask(d, hn::And(hn::Eq(hn::And(hn::Xor(from, to), sign), zero),
                                               IsGreater(d, to_magnitude, from_magnitude)));
    // 1 more where that is all ones, else 1 less.
    V next = hn::Sub(hn::Sub(from, one), hn::Add(grown, grown));
    if constexpr (kCodes.nan_codes == NaNCodes::kOneCode) {
      next = hn::IfThenZeroElse(hn::Eq(next, Of(d, kCodes.nan)), next);
    }
    auto takes_to = hn::Eq(from, to);
    if constexpr (kCodes.sign_bit != 0) {
      const auto is_zero = hn::Eq(from_magnitude, zero);
      next = hn::IfThenElse(is_zero, hn::Or(hn::And(to, sign), one), next);
      takes_to = hn::Or(takes_to, hn::And(is_zero, hn::Eq(to_magnitude, zero)));
    }
    if constexpr (kCodes.nan_codes != NaNCodes::kNone) {
      takes_to = hn::Or(takes_to, IsNaN(d, to));
      return hn::IfThenElse(IsNaN(d, from), x, hn::IfThenElse(takes_to, y, next));
    }
    return hn::IfThenElse(takes_to, y, next);
  }

 private:
  template <class D>
  static HWY_INLINE hn::VFromD<D> Of(D d, uint64_t bits) {
    return hn::Set(d, static_cast<hn::TFromD<D>>(bits));
  }
  // Magnitudes beside a sign are not negative as signed integers, which compare faster.
  template <class D, class V>
  static HWY_INLINE auto IsGreater(D d, V lhs, V rhs) {
    if constexpr (kCodes.sign_bit != 0) {
      const hn::RebindToSigned<D> di;
      return hn::RebindMask(d, hn::Gt(hn::BitCast(di, lhs), hn::BitCast(di, rhs)));
    } else {
      return hn::Gt(lhs, rhs);
    }
  }
  template <class D, class V>
  static HWY_INLINE auto IsNaN(D d, V code) {
    const V nan = Of(d, kCodes.nan);
    if constexpr (kCodes.nan_codes == NaNCodes::kOneCode) {
      return hn::Eq(code, nan);
    } else if constexpr (kCodes.nan_codes == NaNCodes::kOneMagnitude) {
      return hn::Eq(hn::And(code, Of(d, kCodes.magnitude_mask)), nan);
    } else {
      return IsGreater(d, hn::And(code, Of(d, kCodes.magnitude_mask)), nan);
    }
  }
};

template <ElementType kType, typename Bits>
constexpr ElementwiseFunction kNextAfter = &Map<NextAfter<kType>, Bits, 2>;

inline ElementwiseFunction NextAfterKernel(ElementType type) {
  switch (type) {
#define PADDOCK_CASE(name)                  \
  case ElementType::k##name:                \
    return kNextAfter<ElementType::k##name, \
                      std::conditional_t<ByteSize(ElementType::k##name) == 1, uint8_t, uint16_t>>;
    PADDOCK_SMALL_FLOATS(PADDOCK_CASE)
#undef PADDOCK_CASE
    case ElementType::kF32:
      return kNextAfter<ElementType::kF32, uint32_t>;
    case ElementType::kF64:
      return kNextAfter<ElementType::kF64, uint64_t>;
    default:
      return nullptr;
  }
}

#endif

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_ELEMENTWISE_NEXT_AFTER_INL_H_
