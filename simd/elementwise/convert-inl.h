// The loops of convert, once per SIMD target; convert.cc combines them.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "core/types/element_type.h"
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_ELEMENTWISE_CONVERT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_ELEMENTWISE_CONVERT_INL_H_
#undef PADDOCK_SIMD_ELEMENTWISE_CONVERT_INL_H_
#else
#define PADDOCK_SIMD_ELEMENTWISE_CONVERT_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/elementwise/adapters-inl.h"
#include "simd/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

template <size_t kByteSize>
void Copy(const void* const* operands, void* result, size_t count, const void*) {
  if (operands[0] != result && count != 0) memcpy(result, operands[0], count * kByteSize);
}

// ------------------------------------------------ integer to integer: wraps

template <typename To>
struct ConvertIntegers {
  template <class D, class V>
  HWY_INLINE auto operator()(D, V operand) const {
    using From = hn::TFromD<D>;
    if constexpr (sizeof(From) < sizeof(To)) {
      using Wide = std::conditional_t<std::is_signed_v<From>, std::make_signed_t<To>, To>;
      return hn::BitCast(hn::Rebind<To, D>(), hn::PromoteTo(hn::Rebind<Wide, D>(), operand));
    } else {
      return hn::TruncateTo(hn::Rebind<To, D>(), hn::BitCast(hn::RebindToUnsigned<D>(), operand));
    }
  }
};

template <int kBits, bool kIsSigned, ElementwiseFunction kToByte>
void ConvertAndWrap(const void* const* operands, void* result, size_t count,
                    const void* attributes) {
  kToByte(operands, result, count, attributes);
  WrapBytes(kBits, kIsSigned, result, result, count);
}

struct IsNotZero {
  template <class D, class V>
  HWY_INLINE auto operator()(D d, V operand) const {
    const hn::RebindToUnsigned<D> du;
    const auto is_zero = hn::BitCast(du, hn::VecFromMask(d, hn::Eq(operand, hn::Zero(d))));
    const auto one = hn::ShiftRight<sizeof(hn::TFromD<D>) * 8 - 1>(hn::Not(is_zero));
    if constexpr (sizeof(hn::TFromD<D>) == 1) {
      return one;
    } else {
      return hn::TruncateTo(hn::Rebind<uint8_t, D>(), one);
    }
  }
};

// ------------------------------------------------ integer to float

template <typename To>
struct IntegersToFloats {
  template <class D, class V>
  HWY_INLINE auto operator()(D, V operand) const {
    using From = hn::TFromD<D>;
    using Word = std::conditional_t<std::is_signed_v<From>, int32_t, uint32_t>;
    const hn::Rebind<To, D> d_to;
    if constexpr (sizeof(From) < 4) {
      const hn::Rebind<int32_t, D> d_word;
      return ToFloat(d_to, hn::PromoteTo(d_word, operand));
    } else {
      static_assert(std::is_same_v<Word, From> || sizeof(From) == 8);
      return ToFloat(d_to, operand);
    }
  }

 private:
  template <class D, class V>
  HWY_INLINE static hn::VFromD<D> ToFloat(D d, V word) {
    if constexpr (sizeof(hn::TFromD<D>) == sizeof(hn::TFromV<V>)) {
      return hn::ConvertTo(d, word);
    } else {
      return hn::PromoteTo(d, word);
    }
  }
};

// Converts 64-bit integers to f64, rounded to odd at a bit where every such integer is exact.
struct Integers64ToOddF64 {
  template <class D, class V>
  HWY_INLINE auto operator()(D d, V operand) const {
    using T = hn::TFromD<D>;
    const hn::RebindToUnsigned<D> du;
    const auto bits = hn::BitCast(du, operand);
    constexpr uint64_t kExact = uint64_t{1} << 53;
    const auto offset = hn::Set(du, std::is_signed_v<T> ? kExact : 0);
    const auto limit = hn::Set(du, std::is_signed_v<T> ? 2 * kExact : kExact);
    const auto is_inexact = hn::Gt(hn::Add(bits, offset), limit);
    const auto low_mask = hn::Set(du, uint64_t{0x7FF});
    const auto low_is_zero = hn::Eq(hn::And(bits, low_mask), hn::Zero(du));
    const auto sticky = hn::IfThenZeroElse(low_is_zero, hn::Set(du, uint64_t{0x800}));
    const auto rounded = hn::Or(hn::AndNot(low_mask, bits), sticky);
    const auto exact = hn::IfThenElse(is_inexact, rounded, bits);
    return hn::ConvertTo(hn::Rebind<double, D>(), hn::BitCast(d, exact));
  }
};

// Converts 32-bit integers to f32, rounded to odd at a bit where every such integer is exact.
struct Integers32ToOddF32 {
  template <class D, class V>
  HWY_INLINE auto operator()(D d, V operand) const {
    using T = hn::TFromD<D>;
    const hn::RebindToUnsigned<D> du;
    const auto bits = hn::BitCast(du, operand);
    constexpr uint32_t kExact = uint32_t{1} << 24;
    const auto offset = hn::Set(du, std::is_signed_v<T> ? kExact : 0);
    const auto limit = hn::Set(du, std::is_signed_v<T> ? 2 * kExact : kExact);
    const auto is_inexact = hn::Gt(hn::Add(bits, offset), limit);
    const auto low_mask = hn::Set(du, uint32_t{0xFF});
    const auto low_is_zero = hn::Eq(hn::And(bits, low_mask), hn::Zero(du));
    const auto sticky = hn::IfThenZeroElse(low_is_zero, hn::Set(du, uint32_t{0x100}));
    const auto rounded = hn::Or(hn::AndNot(low_mask, bits), sticky);
    const auto exact = hn::IfThenElse(is_inexact, rounded, bits);
    return hn::ConvertTo(hn::Rebind<float, D>(), hn::BitCast(d, exact));
  }
};

// ------------------------------------------------ float to float

struct F32ToF64 {
  template <class D, class V>
  HWY_INLINE auto operator()(D, V operand) const {
    return hn::PromoteTo(hn::Rebind<double, D>(), operand);
  }
};
struct F64ToF32 {
  template <class D, class V>
  HWY_INLINE auto operator()(D, V operand) const {
    return hn::DemoteTo(hn::Rebind<float, D>(), operand);
  }
};

// Rounds toward zero and sets the last bit if that was inexact. If the nearest value is too great,
// takes the previous one, which also undoes infinity.
struct F64ToOddF32 {
  template <class D, class V>
  HWY_INLINE auto operator()(D d, V operand) const {
    const hn::Rebind<float, D> d32;
    const hn::RebindToSigned<decltype(d32)> di32;
    const hn::RebindToSigned<D> di64;
    const auto nearest = hn::DemoteTo(d32, operand);
    const V back = hn::PromoteTo(d, nearest);
    const auto too_great = hn::VecFromMask(d, hn::Gt(hn::Abs(back), hn::Abs(operand)));
    const auto exact = hn::VecFromMask(d, hn::Eq(back, operand));
    const auto step = hn::DemoteTo(di32, hn::BitCast(di64, too_great));
    const auto sticky = hn::Add(hn::DemoteTo(di32, hn::BitCast(di64, exact)), hn::Set(di32, 1));
    const auto truncated = hn::Add(hn::BitCast(di32, nearest), step);
    return hn::BitCast(d32, hn::Or(truncated, sticky));
  }
};

template <ElementType kType>
void Decode(const void* const* operands, void* result, size_t count, const void*) {
  DecodeSmallFloats(kType, operands[0], static_cast<float*>(result), count);
}
template <ElementType kType>
void Encode(const void* const* operands, void* result, size_t count, const void*) {
  EncodeSmallFloats(kType, static_cast<const float*>(operands[0]), result, count);
}

// ------------------------------------------------ float to integer

// To: the stored integer's unsigned type. Truncates, saturates, NaN gives 0.
template <typename To, int kBits, bool kIsSigned>
struct FloatsToIntegers {
  template <class D, class V>
  HWY_INLINE auto operator()(D d, V operand) const {
    using T = hn::TFromD<D>;
    const hn::Rebind<To, D> d_to;
    const V value = hn::IfThenElseZero(hn::Eq(operand, operand), operand);
    if constexpr (kBits >= 32) {
      const hn::Rebind<std::conditional_t<kIsSigned, std::make_signed_t<To>, To>, D> d_integer;
      return hn::BitCast(d_to, Saturate(d_integer, value));
    } else {
      const T least = static_cast<T>(kIsSigned ? -(1 << (kBits - 1)) : 0);
      const T greatest = static_cast<T>((1 << (kBits - (kIsSigned ? 1 : 0))) - 1);
      const V in_range = hn::Min(hn::Max(value, hn::Set(d, least)), hn::Set(d, greatest));
      const auto word = Saturate(hn::Rebind<int32_t, D>(), in_range);
      return hn::TruncateTo(d_to, hn::BitCast(hn::Rebind<uint32_t, D>(), word));
    }
  }

 private:
  template <class D, class V>
  HWY_INLINE static hn::VFromD<D> Saturate(D d, V value) {
    if constexpr (sizeof(hn::TFromD<D>) < sizeof(hn::TFromV<V>)) {
      return hn::DemoteTo(d, value);
    } else if constexpr (sizeof(hn::TFromD<D>) > sizeof(hn::TFromV<V>)) {
      return hn::PromoteTo(d, value);
    } else {
      return hn::ConvertTo(d, value);
    }
  }
};

// ------------------------------------------------ complex

template <typename T>
HWY_NOINLINE void RealParts(const void* const* operands, void* result, size_t count, const void*) {
  for (size_t i = 0; i < count; ++i) {
    StoreElement(LoadElement<T>(operands[0], 2 * i), result, i);
  }
}
template <typename T>
HWY_NOINLINE void WithZeroImag(const void* const* operands, void* result, size_t count,
                               const void*) {
  for (size_t i = 0; i < count; ++i) {
    StoreElement(LoadElement<T>(operands[0], i), result, 2 * i);
    StoreElement(T{0}, result, 2 * i + 1);
  }
}

// ------------------------------------------------ in two steps

constexpr size_t kTile = 512;

inline HWY_NOINLINE void RunSteps(const void* const* operands, void* result, size_t count,
                                  ElementwiseFunction to_middle, ElementwiseFunction from_middle,
                                  size_t operand_bytes, size_t result_bytes) {
  alignas(64) double tile[kTile];
  const void* const middle = tile;
  for (size_t i = 0; i < count; i += kTile) {
    const size_t size = std::min(kTile, count - i);
    const void* operand = static_cast<const char*>(operands[0]) + i * operand_bytes;
    to_middle(&operand, tile, size, nullptr);
    from_middle(&middle, static_cast<char*>(result) + i * result_bytes, size, nullptr);
  }
}

template <ElementwiseFunction kToMiddle, ElementwiseFunction kFromMiddle, size_t kOperandBytes,
          size_t kResultBytes>
void InTwoSteps(const void* const* operands, void* result, size_t count, const void*) {
  RunSteps(operands, result, count, kToMiddle, kFromMiddle, kOperandBytes, kResultBytes);
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_ELEMENTWISE_CONVERT_INL_H_
