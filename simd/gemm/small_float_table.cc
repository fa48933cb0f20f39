#include "simd/gemm/small_float_table.h"

#include <array>
#include <limits>

namespace paddock::simd {
namespace {

using Table = std::array<float, 256>;

constexpr float PowerOfTwo(int exponent) {
  float power = 1.0f;
  for (; exponent > 0; --exponent) power *= 2.0f;
  for (; exponent < 0; ++exponent) power *= 0.5f;
  return power;
}

constexpr bool IsNaN(const SmallFloatFormat& format, int sign, int exponent, int mantissa) {
  const int top_exponent = (1 << format.exponent_bits) - 1;
  const int top_mantissa = (1 << format.mantissa_bits) - 1;
  switch (format.nan) {
    case SmallFloatFormat::NaN::kNone:
      return false;
    case SmallFloatFormat::NaN::kIeee:
      return exponent == top_exponent && mantissa != 0;
    case SmallFloatFormat::NaN::kAllOnes:
      return exponent == top_exponent && mantissa == top_mantissa;
    case SmallFloatFormat::NaN::kMinusZero:
      break;
  }
  return sign == 1 && exponent == 0 && mantissa == 0;
}

constexpr float Magnitude(const SmallFloatFormat& format, int exponent, int mantissa) {
  const bool is_top = exponent == (1 << format.exponent_bits) - 1;
  if (is_top && format.has_infinity) return std::numeric_limits<float>::infinity();
  // Without mantissa bits there is neither zero nor subnormal.
  if (format.mantissa_bits == 0) return PowerOfTwo(exponent - format.bias);
  const int unit = (exponent == 0 ? 1 : exponent) - format.bias - format.mantissa_bits;
  const int digits = mantissa + (exponent == 0 ? 0 : 1 << format.mantissa_bits);
  return static_cast<float>(digits) * PowerOfTwo(unit);
}

constexpr Table MakeTable(ElementType type) {
  const SmallFloatFormat format = FormatOf(type);
  Table table{};
  for (int bits = 0; bits < 256; ++bits) {
    const int mantissa = bits & ((1 << format.mantissa_bits) - 1);
    const int exponent = bits >> format.mantissa_bits & ((1 << format.exponent_bits) - 1);
    const int sign =
        format.has_sign ? bits >> (format.mantissa_bits + format.exponent_bits) & 1 : 0;
    const float magnitude = IsNaN(format, sign, exponent, mantissa)
                                ? std::numeric_limits<float>::quiet_NaN()
                                : Magnitude(format, exponent, mantissa);
    table[static_cast<size_t>(bits)] = sign == 1 ? -magnitude : magnitude;
  }
  return table;
}

template <ElementType type>
constexpr Table kTable = MakeTable(type);

}  // namespace

const float* SmallFloatTable(ElementType type) {
  switch (type) {
    case ElementType::kF4E2M1FN:
      return kTable<ElementType::kF4E2M1FN>.data();
    case ElementType::kF6E2M3FN:
      return kTable<ElementType::kF6E2M3FN>.data();
    case ElementType::kF6E3M2FN:
      return kTable<ElementType::kF6E3M2FN>.data();
    case ElementType::kF8E3M4:
      return kTable<ElementType::kF8E3M4>.data();
    case ElementType::kF8E4M3:
      return kTable<ElementType::kF8E4M3>.data();
    case ElementType::kF8E4M3FN:
      return kTable<ElementType::kF8E4M3FN>.data();
    case ElementType::kF8E4M3FNUZ:
      return kTable<ElementType::kF8E4M3FNUZ>.data();
    case ElementType::kF8E4M3B11FNUZ:
      return kTable<ElementType::kF8E4M3B11FNUZ>.data();
    case ElementType::kF8E5M2:
      return kTable<ElementType::kF8E5M2>.data();
    case ElementType::kF8E5M2FNUZ:
      return kTable<ElementType::kF8E5M2FNUZ>.data();
    case ElementType::kF8E8M0FNU:
      return kTable<ElementType::kF8E8M0FNU>.data();
    default:
      return nullptr;
  }
}

}  // namespace paddock::simd
