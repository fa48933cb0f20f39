// Cheap element-wise ops, compiled once per SIMD target: function objects over vectors. Kernels
// over arrays (map-inl.h) and kernels that keep values in registers (chain.cc) use them.
#include <cstdint>
#include <type_traits>

#if defined(PADDOCK_SIMD_ELEMENTWISE_FUNCTIONS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_ELEMENTWISE_FUNCTIONS_INL_H_
#undef PADDOCK_SIMD_ELEMENTWISE_FUNCTIONS_INL_H_
#else
#define PADDOCK_SIMD_ELEMENTWISE_FUNCTIONS_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

struct AddFloats {
  template <class D, class V>
  HWY_INLINE V operator()(D, V lhs, V rhs) const {
    return hn::Add(lhs, rhs);
  }
};
struct SubtractFloats {
  template <class D, class V>
  HWY_INLINE V operator()(D, V lhs, V rhs) const {
    return hn::Sub(lhs, rhs);
  }
};
struct MultiplyFloats {
  template <class D, class V>
  HWY_INLINE V operator()(D, V lhs, V rhs) const {
    return hn::Mul(lhs, rhs);
  }
};
struct DivideFloats {
  template <class D, class V>
  HWY_INLINE V operator()(D, V lhs, V rhs) const {
    return hn::Div(lhs, rhs);
  }
};

// Equal operands have equal bits or are zeros, whose maximum is -0 only if both are: And. A NaN on
// the left is selected explicitly. A NaN on the right is selected because no comparison with it
// holds.
struct MaximumFloats {
  template <class D, class V>
  HWY_INLINE V operator()(D, V lhs, V rhs) const {
    const V greater = hn::IfThenElse(hn::Gt(lhs, rhs), lhs, rhs);
    const V result = hn::IfThenElse(hn::Eq(lhs, rhs), hn::And(lhs, rhs), greater);
    return hn::IfThenElse(hn::IsNaN(lhs), lhs, result);
  }
};
struct MinimumFloats {
  template <class D, class V>
  HWY_INLINE V operator()(D, V lhs, V rhs) const {
    const V less = hn::IfThenElse(hn::Lt(lhs, rhs), lhs, rhs);
    const V result = hn::IfThenElse(hn::Eq(lhs, rhs), hn::Or(lhs, rhs), less);
    return hn::IfThenElse(hn::IsNaN(lhs), lhs, result);
  }
};
struct ClampFloats {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V min, V operand, V max) const {
    return MinimumFloats()(d, MaximumFloats()(d, operand, min), max);
  }
};

struct AbsFloats {
  template <class D, class V>
  HWY_INLINE V operator()(D, V operand) const {
    return hn::Abs(operand);
  }
};
struct NegateFloats {
  template <class D, class V>
  HWY_INLINE V operator()(D, V operand) const {
    return hn::Neg(operand);
  }
};
// Preserves NaN and the sign of zeros.
struct SignFloats {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V operand) const {
    const auto is_ordered_nonzero =
        hn::Or(hn::Gt(operand, hn::Zero(d)), hn::Lt(operand, hn::Zero(d)));
    const V one = hn::CopySign(hn::Set(d, hn::TFromD<D>(1)), operand);
    return hn::IfThenElse(is_ordered_nonzero, one, operand);
  }
};

struct SqrtFloats {
  template <class D, class V>
  HWY_INLINE V operator()(D, V operand) const {
    return hn::Sqrt(operand);
  }
};

struct AddIntegers {
  template <class D, class V>
  HWY_INLINE V operator()(D, V lhs, V rhs) const {
    return hn::Add(lhs, rhs);
  }
};
struct SubtractIntegers {
  template <class D, class V>
  HWY_INLINE V operator()(D, V lhs, V rhs) const {
    return hn::Sub(lhs, rhs);
  }
};
struct MultiplyIntegers {
  template <class D, class V>
  HWY_INLINE V operator()(D, V lhs, V rhs) const {
    return hn::Mul(lhs, rhs);
  }
};
struct MaximumIntegers {
  template <class D, class V>
  HWY_INLINE V operator()(D, V lhs, V rhs) const {
    return hn::Max(lhs, rhs);
  }
};
struct MinimumIntegers {
  template <class D, class V>
  HWY_INLINE V operator()(D, V lhs, V rhs) const {
    return hn::Min(lhs, rhs);
  }
};
struct ClampIntegers {
  template <class D, class V>
  HWY_INLINE V operator()(D, V min, V operand, V max) const {
    return hn::Min(hn::Max(operand, min), max);
  }
};
struct NegateIntegers {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V operand) const {
    return hn::Sub(hn::Zero(d), operand);
  }
};
struct AbsIntegers {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V operand) const {
    const V zero = hn::Zero(d);
    return hn::IfThenElse(hn::Lt(operand, zero), hn::Sub(zero, operand), operand);
  }
};
struct SignIntegers {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V operand) const {
    const V zero = hn::Zero(d);
    const V minus_one_if_negative = hn::VecFromMask(d, hn::Lt(operand, zero));
    const V minus_one_if_positive = hn::VecFromMask(d, hn::Gt(operand, zero));
    return hn::Sub(minus_one_if_negative, minus_one_if_positive);
  }
};

struct AndBits {
  template <class D, class V>
  HWY_INLINE V operator()(D, V lhs, V rhs) const {
    return hn::And(lhs, rhs);
  }
};
struct OrBits {
  template <class D, class V>
  HWY_INLINE V operator()(D, V lhs, V rhs) const {
    return hn::Or(lhs, rhs);
  }
};
struct XorBits {
  template <class D, class V>
  HWY_INLINE V operator()(D, V lhs, V rhs) const {
    return hn::Xor(lhs, rhs);
  }
};
struct NotBits {
  template <class D, class V>
  HWY_INLINE V operator()(D, V operand) const {
    return hn::Not(operand);
  }
};
struct NotBoolean {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V operand) const {
    return hn::Xor(operand, hn::Set(d, hn::TFromD<D>(1)));
  }
};

// `kBits`: width of the integer stored, extended, in a T. Shift amounts are unsigned. Negative
// amounts of a narrow signed type are huge, as their lanes are.
template <class D>
constexpr uint64_t kWidth = sizeof(hn::TFromD<D>) * 8;

// Returns zero past the width, which the low bits of an amount do not show.
template <class D, class V, class Shifted>
HWY_INLINE V ZeroPastWidth(D d, V amount, Shifted shifted) {
  const auto width = hn::Set(d, static_cast<hn::TFromD<D>>(kWidth<D>));
  return hn::IfThenElseZero(hn::Lt(amount, width), shifted);
}
template <class D, class V>
HWY_INLINE V AmountInRange(D d, V amount) {
  return hn::And(amount, hn::Set(d, static_cast<hn::TFromD<D>>(kWidth<D> - 1)));
}

// Instructions of AVX2 shift lanes of 32 and 64 bits by any amount, and give zeros past the width.
template <class D>
constexpr bool kShiftsPastWidth = HWY_TARGET <= HWY_AVX2 && sizeof(hn::TFromD<D>) >= 4;

template <class D, class V>
HWY_INLINE V ShiftRightZeros(D d, V lhs, V amount) {
  if constexpr (kShiftsPastWidth<D>) return hn::Shr(lhs, amount);
  return ZeroPastWidth(d, amount, hn::Shr(lhs, AmountInRange(d, amount)));
}

struct ShiftLeftBits {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V lhs, V rhs) const {
    if constexpr (kShiftsPastWidth<D>) return hn::Shl(lhs, rhs);
    return ZeroPastWidth(d, rhs, hn::Shl(lhs, AmountInRange(d, rhs)));
  }
};
template <int kBits>
struct ShiftRightLogicalBits {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V lhs, V rhs) const {
    using T = hn::TFromD<D>;
    if constexpr (kBits < 8) lhs = hn::And(lhs, hn::Set(d, static_cast<T>((1 << kBits) - 1)));
    return ShiftRightZeros(d, lhs, rhs);
  }
};
// Copies the highest bit, for unsigned integers too.
template <int kBits>
struct ShiftRightArithmeticBits {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V lhs, V rhs) const {
    using T = hn::TFromD<D>;
    if constexpr (kBits < 8) {
      const V sign = hn::Set(d, static_cast<T>(1 << (kBits - 1)));
      const V low = hn::And(lhs, hn::Set(d, static_cast<T>((1 << kBits) - 1)));
      lhs = hn::Sub(hn::Xor(low, sign), sign);
    }
    const hn::RebindToSigned<D> di;
    if constexpr (kShiftsPastWidth<D> && sizeof(T) == 8) {
      // AVX2 has no such shift of 64 bits. Zeros enter the complement of a negative integer.
      const V sign = hn::BitCast(d, hn::BroadcastSignBit(hn::BitCast(di, lhs)));
      return hn::Xor(hn::Shr(hn::Xor(lhs, sign), rhs), sign);
    }
    const V amount = hn::Min(rhs, hn::Set(d, static_cast<T>(kWidth<D> - 1)));
    return hn::BitCast(d, hn::Shr(hn::BitCast(di, lhs), hn::BitCast(di, amount)));
  }
};

template <int kBits>
struct CountOnes {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V operand) const {
    using T = hn::TFromD<D>;
    if constexpr (kBits < 8) {
      operand = hn::And(operand, hn::Set(d, static_cast<T>((1 << kBits) - 1)));
    }
    return hn::PopulationCount(operand);
  }
};
template <int kBits>
struct CountLeadingZeros {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V operand) const {
    using T = hn::TFromD<D>;
    if constexpr (kBits < 8) {
      const V low = hn::And(operand, hn::Set(d, static_cast<T>((1 << kBits) - 1)));
      return hn::Sub(hn::LeadingZeroCount(low), hn::Set(d, static_cast<T>(8 - kBits)));
    }
    return hn::LeadingZeroCount(operand);
  }
};

// Divides scalars; integer_quotient-inl.h divides vectors. x / 0 is all ones. x / -1 is the
// negation, which wraps where the quotient would overflow.
template <typename T>
struct DivideIntegers {
  HWY_INLINE T operator()(T lhs, T rhs) const {
    using U = std::make_unsigned_t<T>;
    if (rhs == 0) return static_cast<T>(~U{0});
    if (std::is_signed_v<T> && rhs == static_cast<T>(-1)) {
      return static_cast<T>(U{0} - static_cast<U>(lhs));
    }
    return static_cast<T>(lhs / rhs);
  }
};

template <typename T>
struct RemainderIntegers {
  HWY_INLINE T operator()(T lhs, T rhs) const {
    if (rhs == 0) return lhs;
    if (std::is_signed_v<T> && rhs == static_cast<T>(-1)) return 0;
    return static_cast<T>(lhs % rhs);
  }
};

// Comparisons, as masks.
struct HoldsEqual {
  template <class D, class V>
  HWY_INLINE auto operator()(D, V lhs, V rhs) const {
    return hn::Eq(lhs, rhs);
  }
};
struct HoldsNotEqual {
  template <class D, class V>
  HWY_INLINE auto operator()(D, V lhs, V rhs) const {
    return hn::Not(hn::Eq(lhs, rhs));
  }
};
struct HoldsLess {
  template <class D, class V>
  HWY_INLINE auto operator()(D, V lhs, V rhs) const {
    return hn::Lt(lhs, rhs);
  }
};
struct HoldsLessOrEqual {
  template <class D, class V>
  HWY_INLINE auto operator()(D, V lhs, V rhs) const {
    return hn::Le(lhs, rhs);
  }
};

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_ELEMENTWISE_FUNCTIONS_INL_H_
