// Numbers as unsigned integers of the same order, and back.
#ifndef PADDOCK_SIMD_SORT_SORT_KEY_H_
#define PADDOCK_SIMD_SORT_SORT_KEY_H_

#include <cstdint>
#include <type_traits>

#include "core/types/element_type.h"

namespace paddock::simd {

// The order of elements. Without `is_total`, floats are ordered as numbers: both zeros are equal,
// and NaNs, equal to each other, come last in either direction. With `is_total`, they are ordered
// by sign and bits.
struct SortOrder {
  ElementType type = ElementType::kI32;
  bool is_descending = false;
  bool is_total = false;
};

// Converts elements of the width of Bits to keys and back. kFloat: they are floats.
template <class Bits, bool kFloat>
class KeyCodec {
 public:
  explicit KeyCodec(const SortOrder& order) {
    if (order.is_descending) flip_ = kAll;
    if (!kFloat && IsSigned(order.type)) flip_ = static_cast<Bits>(flip_ ^ kSign);
    if (order.is_total) {
      infinity_ = static_cast<Bits>(~kSign);
      zero_ = kSign;
    } else {
      infinity_ = InfinityOf(order.type);
    }
  }

  Bits Encode(Bits bits) const {
    if constexpr (!kFloat) return static_cast<Bits>(bits ^ flip_);
    const Bits magnitude = MagnitudeOf(bits);
    if (magnitude == 0) bits = static_cast<Bits>(bits & zero_);
    // Flips all bits of negative numbers, and the sign of others.
    const auto negative = static_cast<Bits>(static_cast<Signed>(bits) >> (kWidth - 1));
    const auto key = static_cast<Bits>(bits ^ (negative | kSign) ^ flip_);
    return magnitude > infinity_ ? kAll : key;
  }

  // Returns the element, but +0 for both zeros and one NaN for all NaNs if they share a key.
  Bits Decode(Bits key) const {
    const auto bits = static_cast<Bits>(key ^ flip_);
    if constexpr (!kFloat) return bits;
    return static_cast<Bits>(bits ^ ((bits & kSign) != 0 ? kSign : kAll));
  }

  // Whether an element shares its key with others: NaN and zeros, in an order of numbers. IsLossy
  // excludes +0, which Decode returns.
  bool IsNaNKey(Bits bits) const { return kFloat && MagnitudeOf(bits) > infinity_; }
  bool IsLossy(Bits bits) const {
    return IsNaNKey(bits) || (kFloat && zero_ == 0 && bits == kSign);
  }

 private:
  using Signed = std::make_signed_t<Bits>;
  static constexpr int kWidth = 8 * static_cast<int>(sizeof(Bits));
  static constexpr Bits kSign = static_cast<Bits>(Bits{1} << (kWidth - 1));
  static constexpr Bits kAll = static_cast<Bits>(~Bits{0});

  static Bits MagnitudeOf(Bits bits) { return static_cast<Bits>(bits & static_cast<Bits>(~kSign)); }

  static Bits InfinityOf(ElementType type) {
    if constexpr (sizeof(Bits) == 8) return Bits{0x7FF} << 52;
    if constexpr (sizeof(Bits) == 4) return Bits{0xFF} << 23;
    return static_cast<Bits>(type == ElementType::kF16 ? 0x7C00 : 0x7F80);
  }

  Bits flip_ = 0;
  // Greater magnitudes are NaN.
  Bits infinity_ = 0;
  // Mask for the bits of zeros: the sign if the order distinguishes -0 and +0, else 0.
  Bits zero_ = 0;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_SORT_SORT_KEY_H_
