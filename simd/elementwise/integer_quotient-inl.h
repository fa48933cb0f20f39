// Quotients and remainders of vectors of integers, once per SIMD target. Neither form divides
// integers, which few targets do in vectors:
// - by one divisor: its multiplicative inverse, found once, and the high half of a product
//   (Granlund and Montgomery, "Division by Invariant Integers using Multiplication", 1994);
// - by a vector: a quotient of floats with at least twice as many bits. The exact quotient of
//   integers below 2^k is at least 2^-k of itself below the next integer, which rounding to 2k bits
//   does not reach.
// Both truncate; x / 0 is all ones, and MIN / -1 wraps. A remainder is x - x / y * y, so x rem 0 is
// x.
#include <bit>
#include <cstdint>
#include <type_traits>

#if defined(PADDOCK_SIMD_ELEMENTWISE_INTEGER_QUOTIENT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_ELEMENTWISE_INTEGER_QUOTIENT_INL_H_
#undef PADDOCK_SIMD_ELEMENTWISE_INTEGER_QUOTIENT_INL_H_
#else
#define PADDOCK_SIMD_ELEMENTWISE_INTEGER_QUOTIENT_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Converts lanes of T to those of `Wide`, and back modulo 2^bits.
template <typename Wide, class D, class V>
HWY_INLINE auto Widen(D /*d*/, V value) {
  if constexpr (std::is_same_v<Wide, hn::TFromD<D>>) {
    return value;
  } else {
    return hn::PromoteTo(hn::Rebind<Wide, D>(), value);
  }
}
template <class D, class V>
HWY_INLINE hn::VFromD<D> Narrow(D d, V wide) {
  using Wide = hn::TFromV<V>;
  if constexpr (sizeof(Wide) == sizeof(hn::TFromD<D>)) {
    return wide;
  } else {
    const hn::Rebind<std::make_unsigned_t<Wide>, D> d_wide;
    return hn::BitCast(d, hn::TruncateTo(hn::RebindToUnsigned<D>(), hn::BitCast(d_wide, wide)));
  }
}

// One divisor of many elements. Elements of 8 bits are divided as 16 bits, because no target
// multiplies bytes.
template <typename T>
class UniformDivisor {
 public:
  using Wide = std::conditional_t<sizeof(T) == 1,
                                  std::conditional_t<std::is_signed_v<T>, int16_t, uint16_t>, T>;

  explicit UniformDivisor(T divisor) : divisor_(divisor) {
    const auto bits = static_cast<Unsigned>(divisor_);
    const bool is_negative = std::is_signed_v<T> && divisor < 0;
    const auto magnitude = is_negative ? static_cast<Unsigned>(Unsigned{0} - bits) : bits;
    if (magnitude != 0) Invert(magnitude);
  }

  // `d`: lanes of T, as many as a vector of Wide has.
  template <class D, class V>
  HWY_INLINE V Quotient(D d, V lhs) const {
    return Narrow(d, WideQuotient(hn::Rebind<Wide, D>(), Widen<Wide>(d, lhs)));
  }
  template <class D, class V>
  HWY_INLINE V Remainder(D d, V lhs) const {
    const hn::Rebind<Wide, D> d_wide;
    const auto wide = Widen<Wide>(d, lhs);
    const auto multiple = hn::Mul(WideQuotient(d_wide, wide), hn::Set(d_wide, divisor_));
    return Narrow(d, hn::Sub(wide, multiple));
  }

 private:
  using Unsigned = std::make_unsigned_t<Wide>;
  using Double = unsigned __int128;
  static constexpr int kBits = 8 * sizeof(Wide);

  // Both inverses lack their highest bit, 2^kBits.
  void Invert(Unsigned magnitude) {
    const int log2 = std::bit_width(static_cast<Unsigned>(magnitude - 1));
    Double inverse = 0;
    if constexpr (std::is_signed_v<T>) {
      const int log = log2 < 1 ? 1 : log2;
      inverse = (Double{1} << (kBits + log - 1)) / magnitude;
      last_shift_ = log - 1;
    } else {
      inverse = (((Double{1} << log2) - magnitude) << kBits) / magnitude;
      first_shift_ = log2 < 1 ? log2 : 1;
      last_shift_ = log2 < 1 ? 0 : log2 - 1;
    }
    inverse_ = static_cast<Wide>(static_cast<Unsigned>(inverse + 1));
  }

  template <class D, class V>
  HWY_INLINE V WideQuotient(D d, V lhs) const {
    const V high = hn::MulHigh(hn::Set(d, inverse_), lhs);
    const V when_zero = hn::Set(d, static_cast<Wide>(divisor_ == 0 ? -1 : 0));
    if constexpr (std::is_signed_v<T>) {
      const V shifted = hn::ShiftRightSame(hn::Add(lhs, high), last_shift_);
      const V quotient = hn::Sub(shifted, hn::BroadcastSignBit(lhs));
      const V sign = hn::Set(d, static_cast<Wide>(divisor_ < 0 ? -1 : 0));
      return hn::Or(hn::Sub(hn::Xor(quotient, sign), sign), when_zero);
    } else {
      const V half = hn::ShiftRightSame(hn::Sub(lhs, high), first_shift_);
      return hn::Or(hn::ShiftRightSame(hn::Add(high, half), last_shift_), when_zero);
    }
  }

  Wide divisor_;
  Wide inverse_ = 0;
  int first_shift_ = 0;
  int last_shift_ = 0;
};

// Vectors of at most 32 bits a lane. `d` has as many lanes as a vector of Wide.
template <typename T>
struct VectorDivision {
  using Wide = std::conditional_t<sizeof(T) == 4, double, float>;

  template <class D, class V>
  HWY_INLINE V Quotient(D d, V lhs, V rhs) const {
    return Narrow(d, IntegerQuotient(d, lhs, rhs));
  }
  template <class D, class V>
  HWY_INLINE V Remainder(D d, V lhs, V rhs) const {
    const auto multiple = hn::Mul(IntegerQuotient(d, lhs, rhs), Widen<Integer>(d, rhs));
    return Narrow(d, hn::Sub(Widen<Integer>(d, lhs), multiple));
  }

 private:
  using Integer = std::conditional_t<sizeof(T) == 4, T, int32_t>;

  template <class D, class V>
  static HWY_INLINE auto ToFloats(D /*d*/, V value) {
    const hn::Rebind<Wide, D> d_float;
    if constexpr (sizeof(T) == 4) {
      return hn::PromoteTo(d_float, value);
    } else {
      return hn::ConvertTo(d_float, hn::PromoteTo(hn::Rebind<int32_t, D>(), value));
    }
  }

  template <class D, class V>
  static HWY_INLINE auto IntegerQuotient(D d, V lhs, V rhs) {
    const hn::Rebind<Integer, D> d_integer;
    const auto ratio = hn::Div(ToFloats(d, lhs), ToFloats(d, rhs));
    const auto divisor = Widen<Integer>(d, rhs);
    const auto minus_one = hn::Set(d_integer, static_cast<Integer>(-1));
    if constexpr (sizeof(T) == 4) {
      auto quotient = hn::DemoteTo(d, ratio);
      // MIN / -1 was saturated.
      if constexpr (std::is_signed_v<T>) {
        quotient = hn::IfThenElse(hn::Eq(rhs, minus_one), hn::Neg(lhs), quotient);
      }
      return hn::IfThenElse(hn::Eq(divisor, hn::Zero(d_integer)), minus_one, quotient);
    } else {
      const auto quotient = hn::ConvertTo(d_integer, ratio);
      return hn::IfThenElse(hn::Eq(divisor, hn::Zero(d_integer)), minus_one, quotient);
    }
  }
};

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_ELEMENTWISE_INTEGER_QUOTIENT_INL_H_
