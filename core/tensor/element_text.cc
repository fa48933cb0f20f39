#include "core/tensor/element_text.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "core/base/check.h"
#include "core/base/number_text.h"

namespace paddock {
namespace {

using NaN = SmallFloatFormat::NaN;

uint32_t LowBits(int count) { return (uint32_t{1} << count) - 1; }

uint32_t SignBit(const SmallFloatFormat& format, bool is_negative) {
  if (!is_negative || !format.has_sign) return 0;
  return uint32_t{1} << (format.exponent_bits + format.mantissa_bits);
}

uint32_t NaNBits(const SmallFloatFormat& format, bool is_negative) {
  const int magnitude_bits = format.exponent_bits + format.mantissa_bits;
  switch (format.nan) {
    case NaN::kIeee: {
      const uint32_t quiet = uint32_t{1} << (format.mantissa_bits - 1);
      return SignBit(format, is_negative) |
             LowBits(format.exponent_bits) << format.mantissa_bits | quiet;
    }
    case NaN::kAllOnes:
      return SignBit(format, is_negative) | LowBits(magnitude_bits);
    case NaN::kMinusZero:
      return uint32_t{1} << magnitude_bits;
    case NaN::kNone:
      return 0;
  }
  return 0;
}

// What a magnitude past the largest number becomes.
uint32_t OverflowBits(const SmallFloatFormat& format, bool is_negative) {
  if (format.has_infinity) {
    return SignBit(format, is_negative) | LowBits(format.exponent_bits) << format.mantissa_bits;
  }
  if (format.nan != NaN::kNone) return NaNBits(format, is_negative);
  return SignBit(format, is_negative) | LowBits(format.exponent_bits + format.mantissa_bits);
}

// The largest magnitude's bits.
uint32_t LargestBits(const SmallFloatFormat& format) {
  const uint32_t all = LowBits(format.exponent_bits + format.mantissa_bits);
  if (format.nan == NaN::kIeee) return all - (uint32_t{1} << format.mantissa_bits);
  return format.nan == NaN::kAllOnes ? all - 1 : all;
}

// F8E8M0FNU spends its exponent 0 on a number; the others on zero and subnormals.
bool HasSubnormals(const SmallFloatFormat& format) { return format.mantissa_bits != 0; }

bool ParseIntegerElement(std::string_view text, ElementType type, std::byte* element) {
  std::optional<IntegerText> integer;
  if (text == "true" || text == "false") {
    if (!IsBoolean(type)) return false;
    integer = IntegerText{false, text == "true" ? 1u : 0u};
  } else {
    integer = ParseInteger(text);
  }
  if (!integer) return false;
  const int width = BitWidth(type);
  if (IsBoolean(type)) {
    if (integer->magnitude > 1) return false;
    element[0] = static_cast<std::byte>(integer->magnitude);
    return true;
  }
  if (!(IsUnsigned(type) ? integer->FitsUnsigned(width) : integer->FitsSignless(width))) {
    return false;
  }
  uint64_t bits = integer->bits();
  if (width < 8) {
    bits &= LowBits(width);
    const bool is_negative = !IsUnsigned(type) && (bits >> (width - 1) & 1) != 0;
    if (is_negative) bits |= 0xFFu << width & 0xFFu;
  }
  std::memcpy(element, &bits, ByteSize(type));
  return true;
}

bool ParseSmallFloat(std::string_view text, ElementType type, std::byte* element) {
  const std::optional<double> value = ParseF64(text);
  if (!value) return false;
  // Only a number that rounding to f64 may have moved onto a tie needs the second look.
  const int residue = std::isfinite(*value) && text.size() > 15 ? CompareDecimal(text, *value) : 0;
  const uint32_t bits = RoundToSmallFloat(type, *value, residue);
  std::memcpy(element, &bits, ByteSize(type));
  return true;
}

bool ParseFloatElement(std::string_view text, ElementType type, std::byte* element) {
  if (text.size() > 1 && (text[1] == 'x' || text[1] == 'X')) {
    const std::optional<uint64_t> bits = ParseHexadecimal(text);
    const int width = BitWidth(type);
    if (!bits || (width < 64 && *bits >> width != 0)) return false;
    std::memcpy(element, &*bits, ByteSize(type));
    return true;
  }
  if (type == ElementType::kF32) {
    const std::optional<float> value = ParseF32(text);
    if (value) std::memcpy(element, &*value, sizeof(float));
    return value.has_value();
  }
  if (type == ElementType::kF64) {
    const std::optional<double> value = ParseF64(text);
    if (value) std::memcpy(element, &*value, sizeof(double));
    return value.has_value();
  }
  return ParseSmallFloat(text, type, element);
}

// The fewest digits that round back to the same bits.
std::string ShortestSmallFloat(ElementType type, uint32_t bits) {
  const double value = SmallFloatValue(type, bits);
  for (int digits = 1; digits < 10; ++digits) {
    const std::string text = fmt::format("{:.{}e}", value, digits - 1);
    if (RoundToSmallFloat(type, *ParseF64(text)) == bits) return FormatF64(*ParseF64(text));
  }
  return FormatF64(value);
}

void AppendFloat(std::string& out, ElementType type, const std::byte* element) {
  uint64_t bits = 0;
  std::memcpy(&bits, element, ByteSize(type));
  double value;
  if (type == ElementType::kF64) {
    value = std::bit_cast<double>(bits);
  } else if (type == ElementType::kF32) {
    value = std::bit_cast<float>(static_cast<uint32_t>(bits));
  } else {
    value = SmallFloatValue(type, static_cast<uint32_t>(bits));
  }
  if (!std::isfinite(value)) {
    out += FormatHexadecimal(bits, static_cast<int>(ByteSize(type)) * 2);
  } else if (type == ElementType::kF64) {
    out += FormatF64(value);
  } else if (type == ElementType::kF32) {
    out += FormatF32(static_cast<float>(value));
  } else {
    out += ShortestSmallFloat(type, static_cast<uint32_t>(bits));
  }
}

void AppendInteger(std::string& out, ElementType type, const std::byte* element) {
  uint64_t bits = 0;
  const size_t bytes = ByteSize(type);
  std::memcpy(&bits, element, bytes);
  if (IsUnsigned(type)) {
    out += fmt::format("{}", bits);
    return;
  }
  const int unused = 64 - static_cast<int>(bytes) * 8;
  out += fmt::format("{}", static_cast<int64_t>(bits << unused) >> unused);
}

}  // namespace

uint32_t RoundToSmallFloat(ElementType type, double value, int residue) {
  const SmallFloatFormat format = FormatOf(type);
  PADDOCK_CHECK(format.exponent_bits != 0);
  const bool is_negative = std::signbit(value);
  if (std::isnan(value) || (is_negative && !format.has_sign)) return NaNBits(format, is_negative);
  if (std::isinf(value)) return OverflowBits(format, is_negative);
  const double magnitude = std::fabs(value);
  if (is_negative) residue = -residue;
  const int least_exponent = HasSubnormals(format) ? 1 - format.bias : -format.bias;
  int exponent = least_exponent;
  if (magnitude != 0) exponent = std::max(std::ilogb(magnitude), least_exponent);
  // Exact: a power of two, and the result has at most 53 bits.
  const double scaled = std::ldexp(magnitude, format.mantissa_bits - exponent);
  const double floor = std::floor(scaled);
  const double fraction = scaled - floor;
  uint64_t mantissa = static_cast<uint64_t>(floor);
  const bool is_tie = fraction == 0.5 && residue == 0;
  const bool rounds_up =
      fraction > 0.5 || (fraction == 0.5 && residue > 0) || (is_tie && (mantissa & 1) != 0);
  if (rounds_up) ++mantissa;
  if (!HasSubnormals(format) && mantissa == 0) mantissa = 1;
  // The mantissa's leading bit adds one to the exponent field, and so does its carry.
  const uint64_t exponent_field = static_cast<uint64_t>(exponent - least_exponent);
  const uint64_t hidden_bit = HasSubnormals(format) ? 0 : 1;
  const uint64_t bits = (exponent_field << format.mantissa_bits) + mantissa - hidden_bit;
  if (bits > LargestBits(format)) return OverflowBits(format, is_negative);
  const bool is_minus_zero = bits == 0 && format.nan == NaN::kMinusZero;
  return static_cast<uint32_t>(bits) | (is_minus_zero ? 0 : SignBit(format, is_negative));
}

double SmallFloatValue(ElementType type, uint32_t bits) {
  const SmallFloatFormat format = FormatOf(type);
  const int magnitude_bits = format.exponent_bits + format.mantissa_bits;
  const uint32_t magnitude = bits & LowBits(magnitude_bits);
  const bool is_negative = format.has_sign && (bits >> magnitude_bits & 1) != 0;
  const double sign = is_negative ? -1.0 : 1.0;
  if (format.nan == NaN::kMinusZero && is_negative && magnitude == 0) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (magnitude > LargestBits(format)) {
    const uint32_t infinity = LowBits(format.exponent_bits) << format.mantissa_bits;
    const bool is_infinity = format.has_infinity && magnitude == infinity;
    return is_infinity ? sign * std::numeric_limits<double>::infinity()
                       : std::numeric_limits<double>::quiet_NaN();
  }
  const int exponent = static_cast<int>(magnitude >> format.mantissa_bits);
  const uint32_t mantissa = magnitude & LowBits(format.mantissa_bits);
  if (exponent == 0 && HasSubnormals(format)) {
    return sign * std::ldexp(mantissa, 1 - format.bias - format.mantissa_bits);
  }
  const uint32_t hidden_bit = uint32_t{1} << format.mantissa_bits;
  return sign * std::ldexp(mantissa | hidden_bit, exponent - format.bias - format.mantissa_bits);
}

bool ParseElement(std::string_view text, ElementType type, std::byte* element) {
  if (text.size() > 1 && text[0] == '+') text.remove_prefix(1);
  return IsFloat(type) ? ParseFloatElement(text, type, element)
                       : !IsComplex(type) && ParseIntegerElement(text, type, element);
}

void AppendElement(std::string& out, ElementType type, const std::byte* element) {
  if (IsComplex(type)) {
    const ElementType part = PartType(type);
    out += '(';
    AppendFloat(out, part, element);
    out += ", ";
    AppendFloat(out, part, element + ByteSize(part));
    out += ')';
  } else if (IsBoolean(type)) {
    out += element[0] != std::byte{0} ? "true" : "false";
  } else if (IsFloat(type)) {
    AppendFloat(out, type, element);
  } else {
    AppendInteger(out, type, element);
  }
}

}  // namespace paddock
