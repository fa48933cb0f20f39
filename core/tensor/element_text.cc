#include "core/tensor/element_text.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

#include "core/base/number_text.h"
#include "core/types/small_float.h"

namespace paddock {
namespace {

// The code nearest to decimal `text`, of which `value` is the nearest double. The second
// rounding goes wrong only where `value` is a tie and `text` lies beside it.
uint16_t EncodeDecimal(ElementType type, std::string_view text, double value) {
  const uint16_t above = EncodeSmallFloat(type, std::nextafter(value, HUGE_VAL));
  const uint16_t below = EncodeSmallFloat(type, std::nextafter(value, -HUGE_VAL));
  if (above == below || !std::isfinite(value) || value == 0) return EncodeSmallFloat(type, value);
  const int side = CompareDecimal(text, value);
  return side > 0 ? above : side < 0 ? below : EncodeSmallFloat(type, value);
}

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
    bits &= (1u << width) - 1;
    const bool is_negative = !IsUnsigned(type) && (bits >> (width - 1) & 1) != 0;
    if (is_negative) bits |= 0xFFu << width & 0xFFu;
  }
  std::memcpy(element, &bits, ByteSize(type));
  return true;
}

bool ParseSmallFloat(std::string_view text, ElementType type, std::byte* element) {
  const std::optional<double> value = ParseF64(text);
  if (!value) return false;
  const uint16_t bits = EncodeDecimal(type, text, *value);
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
  const double value = DecodeSmallFloat(type, bits);
  for (int digits = 1; digits < 10; ++digits) {
    const std::string text = fmt::format("{:.{}e}", value, digits - 1);
    if (EncodeSmallFloat(type, *ParseF64(text)) == bits) return FormatF64(*ParseF64(text));
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
    value = DecodeSmallFloat(type, static_cast<uint32_t>(bits));
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

double FloatValue(ElementType type, const std::byte* element) {
  if (type == ElementType::kF64) {
    double value;
    std::memcpy(&value, element, sizeof(value));
    return value;
  }
  if (type == ElementType::kF32) {
    float value;
    std::memcpy(&value, element, sizeof(value));
    return static_cast<double>(value);
  }
  uint32_t code = 0;
  std::memcpy(&code, element, ByteSize(type));
  return static_cast<double>(DecodeSmallFloat(type, code));
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
