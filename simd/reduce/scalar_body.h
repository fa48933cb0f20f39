// For tests: one application of a body to two elements, in scalar code independent of the kernels.
#ifndef PADDOCK_SIMD_REDUCE_SCALAR_BODY_H_
#define PADDOCK_SIMD_REDUCE_SCALAR_BODY_H_

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "core/types/element_type.h"
#include "core/types/small_float.h"
#include "simd/movement/testing.h"
#include "simd/reduce/monoid.h"

namespace paddock::simd::testing {

using Element = std::array<uint8_t, 16>;

template <class T>
T ValueOf(const Element& element, size_t part = 0) {
  T value;
  std::memcpy(&value, element.data() + part * sizeof(T), sizeof(T));
  return value;
}
template <class T>
void SetValue(Element& element, T value, size_t part = 0) {
  std::memcpy(element.data() + part * sizeof(T), &value, sizeof(T));
}

template <class T>
T ApplyToFloats(Monoid monoid, T lhs, T rhs) {
  if (monoid == Monoid::kAdd) return lhs + rhs;
  if (monoid == Monoid::kMultiply) return lhs * rhs;
  if (std::isnan(lhs)) return lhs;
  if (std::isnan(rhs)) return rhs;
  const bool lhs_is_less = lhs < rhs || (lhs == rhs && std::signbit(lhs) && !std::signbit(rhs));
  return lhs_is_less == (monoid == Monoid::kMinimum) ? lhs : rhs;
}

template <class T>
Element ApplyToComplex(Monoid monoid, const Element& lhs, const Element& rhs) {
  const T a = ValueOf<T>(lhs, 0), b = ValueOf<T>(lhs, 1);
  const T c = ValueOf<T>(rhs, 0), d = ValueOf<T>(rhs, 1);
  Element result{};
  if (monoid == Monoid::kAdd) {
    SetValue<T>(result, a + c, 0);
    SetValue<T>(result, b + d, 1);
    return result;
  }
  if (monoid == Monoid::kMultiply) {
    const T ac = a * c, bd = b * d, ad = a * d, bc = b * c;
    SetValue<T>(result, ac - bd, 0);
    SetValue<T>(result, ad + bc, 1);
    return result;
  }
  const bool is_less = a < c || (a == c && b < d);
  const bool is_greater = a > c || (a == c && b > d);
  return (monoid == Monoid::kMinimum ? is_less : is_greater) ? lhs : rhs;
}

// Operates on the value as 64 bits, sign- or zero-extended.
inline uint64_t ApplyToIntegers(ElementType type, Monoid monoid, uint64_t lhs, uint64_t rhs) {
  const bool is_less =
      IsSigned(type) ? static_cast<int64_t>(lhs) < static_cast<int64_t>(rhs) : lhs < rhs;
  switch (monoid) {
    case Monoid::kAdd:
      return IsBoolean(type) ? lhs | rhs : lhs + rhs;
    case Monoid::kMultiply:
      return lhs * rhs;
    case Monoid::kMinimum:
      return is_less ? lhs : rhs;
    case Monoid::kMaximum:
      return is_less ? rhs : lhs;
    case Monoid::kAnd:
      return lhs & rhs;
    case Monoid::kOr:
      return lhs | rhs;
    case Monoid::kXor:
      return lhs ^ rhs;
  }
  return 0;
}

inline uint64_t ExtendInteger(ElementType type, uint64_t bits) {
  const int unused = 64 - BitWidth(type);
  const uint64_t top = bits << unused;
  return IsSigned(type) ? static_cast<uint64_t>(static_cast<int64_t>(top) >> unused)
                        : top >> unused;
}

inline Element ApplyBody(ElementType type, Monoid monoid, const Element& lhs, const Element& rhs) {
  Element result{};
  if (type == ElementType::kC64) return ApplyToComplex<float>(monoid, lhs, rhs);
  if (type == ElementType::kC128) return ApplyToComplex<double>(monoid, lhs, rhs);
  if (type == ElementType::kF32) {
    SetValue(result, ApplyToFloats(monoid, ValueOf<float>(lhs), ValueOf<float>(rhs)));
  } else if (type == ElementType::kF64) {
    SetValue(result, ApplyToFloats(monoid, ValueOf<double>(lhs), ValueOf<double>(rhs)));
  } else if (IsFloat(type)) {
    const float value = ApplyToFloats(monoid, DecodeSmallFloat(type, ValueOf<uint16_t>(lhs)),
                                      DecodeSmallFloat(type, ValueOf<uint16_t>(rhs)));
    SetValue(result, EncodeSmallFloat(type, value));
  } else {
    const uint64_t bits = ApplyToIntegers(type, monoid, ExtendInteger(type, ValueOf<uint64_t>(lhs)),
                                          ExtendInteger(type, ValueOf<uint64_t>(rhs)));
    SetValue(result, ExtendInteger(type, bits));
  }
  return result;
}

inline Element LoadElement(ElementType type, const void* from) {
  Element element{};
  std::memcpy(element.data(), from, ByteSize(type));
  return element;
}

// All NaNs are equal.
inline bool PartIsNaN(ElementType type, const Element& element, size_t part) {
  if (PartType(type) == ElementType::kF32) return std::isnan(ValueOf<float>(element, part));
  if (PartType(type) == ElementType::kF64) return std::isnan(ValueOf<double>(element, part));
  return IsFloat(type) && std::isnan(DecodeSmallFloat(type, ValueOf<uint16_t>(element)));
}
inline bool IsSame(ElementType type, const Element& a, const Element& b) {
  const size_t parts = IsComplex(type) ? 2 : 1;
  const size_t bytes = ByteSize(type) / parts;
  for (size_t part = 0; part < parts; ++part) {
    const bool is_nan = PartIsNaN(type, a, part);
    if (is_nan != PartIsNaN(type, b, part)) return false;
    if (!is_nan && std::memcmp(a.data() + part * bytes, b.data() + part * bytes, bytes) != 0) {
      return false;
    }
  }
  return true;
}

// Returns an element in a range where sums and products rarely overflow or vanish; sometimes a
// zero, an infinity, a NaN or any bits.
inline Element RandomElement(ElementType type, Random& random) {
  Element element{};
  const int64_t choice = random.Between(0, 199);
  if (IsFloat(PartType(type)) && choice > 1) {
    const size_t parts = IsComplex(type) ? 2 : 1;
    for (size_t part = 0; part < parts; ++part) {
      double value = std::ldexp(static_cast<double>(random.Between(-1000, 1000)), -9);
      if (choice < 6) value = choice % 2 == 0 ? 0.0 : -0.0;
      if (PartType(type) == ElementType::kF32) SetValue(element, static_cast<float>(value), part);
      if (PartType(type) == ElementType::kF64) SetValue(element, value, part);
      if (ByteSize(type) <= 2) SetValue(element, EncodeSmallFloat(type, value));
    }
    return element;
  }
  const uint64_t words[] = {random.Bits(), random.Bits()};
  std::memcpy(element.data(), words, ByteSize(type));
  if (BitWidth(type) < 8 && !IsFloat(type)) {
    SetValue(element, ExtendInteger(type, ValueOf<uint64_t>(element)));
  } else if (BitWidth(type) < 8) {
    element[0] &= static_cast<uint8_t>((1 << BitWidth(type)) - 1);
  }
  std::memset(element.data() + ByteSize(type), 0, 16 - ByteSize(type));
  return element;
}

inline constexpr Monoid kMonoids[] = {Monoid::kAdd,     Monoid::kMultiply, Monoid::kMinimum,
                                      Monoid::kMaximum, Monoid::kAnd,      Monoid::kOr,
                                      Monoid::kXor};

template <class Function>
void ForEachKernel(Function function) {
  for (size_t i = 0; i < kElementTypeCount; ++i) {
    for (Monoid monoid : kMonoids) {
      const auto type = static_cast<ElementType>(i);
      if (FindMonoidKernels(monoid, type) != nullptr) function(type, monoid);
    }
  }
}

}  // namespace paddock::simd::testing

#endif  // PADDOCK_SIMD_REDUCE_SCALAR_BODY_H_
