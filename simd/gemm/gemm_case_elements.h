// Random elements for the tests of this folder.
#ifndef PADDOCK_SIMD_GEMM_GEMM_CASE_ELEMENTS_H_
#define PADDOCK_SIMD_GEMM_GEMM_CASE_ELEMENTS_H_

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>

#include "core/types/element_type.h"

namespace paddock::simd {

// Values have different magnitudes, so that the order of a sum affects its bits.
inline void StoreFloat(ElementType type, bool is_special, std::mt19937& random, std::byte* at) {
  const auto below = [&](uint32_t bound) { return random() % bound; };
  const double digits = static_cast<double>(random()) * 0x1p-31 - 1.0;
  double value = std::ldexp(digits, static_cast<int>(below(12)) - 6);
  if (is_special) {
    constexpr double kSpecial[] = {0.0,
                                   -0.0,
                                   1e-30,
                                   -1e-38,
                                   1e-300,
                                   std::numeric_limits<double>::infinity(),
                                   std::numeric_limits<double>::quiet_NaN(),
                                   1e30};
    if (below(4) == 0) value = kSpecial[below(below(20) == 0 ? 8 : 5)];
  }
  if (type == ElementType::kF64) {
    std::memcpy(at, &value, sizeof(value));
  } else if (type == ElementType::kF32) {
    const auto narrow = static_cast<float>(value);
    std::memcpy(at, &narrow, sizeof(narrow));
  } else if (ByteSize(type) == 2) {
    // The top bits of an f32 are a bf16; an f16 takes any bits but few of them special.
    uint16_t bits = static_cast<uint16_t>(random());
    const auto narrow = static_cast<float>(value);
    if (type == ElementType::kBF16) {
      std::memcpy(&bits, reinterpret_cast<const std::byte*>(&narrow) + 2, 2);
    } else if (!is_special) {
      bits = static_cast<uint16_t>((bits & 0x8FFF) | 0x3000);
    }
    std::memcpy(at, &bits, sizeof(bits));
  } else {
    const int sign = FormatOf(type).has_sign ? 1 : 0;
    const int width = FormatOf(type).exponent_bits + FormatOf(type).mantissa_bits + sign;
    auto bits = static_cast<uint8_t>(random() & ((1u << width) - 1));
    // Without a special operand, stay off the top exponents, where NaN and infinity are.
    if (!is_special)
      bits = static_cast<uint8_t>(bits & ~(1u << (width - 1 - sign)) & ~(1u << (width - 1)));
    *at = std::byte{bits};
  }
}

// Fills memory with the least or greatest integer of the type.
inline void FillWithExtreme(ElementType type, bool is_least, std::byte* first, size_t bytes) {
  const int above = 64 - BitWidth(type);
  const uint64_t top = uint64_t{1} << 63;
  const auto least = static_cast<int64_t>(top) >> above;
  const uint64_t greatest = (IsSigned(type) ? ~top : ~uint64_t{0}) >> above;
  const uint64_t value = !is_least ? greatest : IsSigned(type) ? static_cast<uint64_t>(least) : 0;
  for (size_t at = 0; at < bytes; at += ByteSize(type)) {
    std::memcpy(first + at, &value, ByteSize(type));
  }
}

inline void StoreInteger(ElementType type, std::mt19937& random, std::byte* at) {
  const uint64_t bits = static_cast<uint64_t>(random()) << 32 | random();
  const int above = 64 - BitWidth(type);
  const uint64_t value =
      IsSigned(type) ? static_cast<uint64_t>(static_cast<int64_t>(bits) >> above) : bits >> above;
  std::memcpy(at, &value, ByteSize(type));
}

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_GEMM_CASE_ELEMENTS_H_
