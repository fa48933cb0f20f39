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

// Returns the code nearest to decimal `text`; `value` is the nearest double. Double rounding errs
// only if `value` is a tie and differs from `text`.
uint16_t EncodeDecimal(ElementType type, std::string_view text, double value) {
  const uint16_t above = EncodeSmallFloat(type, std::nextafter(value, HUGE_VAL));
  const uint16_t below = EncodeSmallFloat(type, std::nextafter(value, -HUGE_VAL));
  if (above == below || !std::isfinite(value) || value == 0) return EncodeSmallFloat(type, value);
  const int side = CompareDecimal(text, value);
  return side > 0 ? above : side < 0 ? below : EncodeSmallFloat(type, value);
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

bool StartsHexadecimal(std::string_view text) { return text.starts_with("0x"); }

// Matches FloatLiteral of the specification: `-1`, `1.`, `+1.5e-3`.
bool IsFloatLiteral(std::string_view text) {
  size_t at = 0;
  const auto take_sign = [&] {
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  };
  const auto take_digits = [&] {
    const size_t begin = at;
    while (at < text.size() && IsDigit(text[at])) ++at;
    return at != begin;
  };
  take_sign();
  if (!take_digits()) return false;
  if (at < text.size() && text[at] == '.') {
    ++at;
    take_digits();
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    take_sign();
    if (!take_digits()) return false;
  }
  return at == text.size();
}

bool ParseBooleanElement(std::string_view text, std::byte* element) {
  const bool is_true = text == "true";
  if (is_true || text == "false") {
    element[0] = std::byte{is_true};
    return true;
  }
  const std::optional<IntegerText> integer = ParseInteger(text);
  if (!integer || !integer->FitsUnsigned(1)) return false;
  element[0] = static_cast<std::byte>(integer->magnitude);
  return true;
}

bool ParseIntegerElement(std::string_view text, ElementType type, std::byte* element) {
  const std::optional<IntegerText> integer = ParseInteger(text);
  const int width = BitWidth(type);
  if (!integer || !(IsUnsigned(type) ? integer->FitsUnsigned(width) : integer->FitsSigned(width))) {
    return false;
  }
  const uint64_t bits = integer->bits();
  std::memcpy(element, &bits, ByteSize(type));
  return true;
}

// Returns whether a number overflowed: its value is infinite, but its text is not a word.
bool IsTooGreat(std::string_view text, double value) {
  return std::isinf(value) && text.find_first_of("nN") == std::string_view::npos;
}

// Returns whether `value` exceeds the greatest value. `text` is its exact form, and `code` its
// encoding.
bool IsPastGreatest(ElementType type, std::string_view text, double value, uint32_t code) {
  const SmallFloatFormat format = FormatOf(type);
  if (format.nan != SmallFloatFormat::NaN::kNone) {
    return !std::isfinite(DecodeSmallFloat(type, code));
  }
  // The type has no code past the greatest value. Its limit is half a step above that, where
  // rounding would reach the next value.
  const uint32_t greatest = CodesOf(format).greatest;
  const float value_of_greatest = DecodeSmallFloat(type, greatest);
  const float step = value_of_greatest - DecodeSmallFloat(type, greatest - 1);
  const auto limit = static_cast<double>(value_of_greatest + step / 2);
  if (std::abs(value) != limit) return std::abs(value) > limit;
  const int side = CompareDecimal(text, value);
  return value < 0 ? side <= 0 : side >= 0;
}

bool ParseSmallFloat(std::string_view text, ElementType type, std::byte* element) {
  const std::optional<double> value = ParseF64(text);
  if (!value || IsTooGreat(text, *value)) return false;
  const uint16_t bits = EncodeDecimal(type, text, *value);
  const double back = static_cast<double>(DecodeSmallFloat(type, bits));
  if (std::isnan(*value) && !std::isnan(back)) return false;
  if (std::isinf(*value) && back != *value) return false;
  if (std::isfinite(*value) && IsPastGreatest(type, text, *value, bits)) return false;
  std::memcpy(element, &bits, ByteSize(type));
  return true;
}

template <class T>
bool StoreFloat(std::string_view text, std::optional<T> value, std::byte* element) {
  if (!value || IsTooGreat(text, static_cast<double>(*value))) return false;
  std::memcpy(element, &*value, sizeof(T));
  return true;
}

// Returns whether there is a digit for each four bits of the type. f4E2M1FN may have a leading
// zero.
bool HasDigitsOf(ElementType type, size_t digits) {
  const auto needed = static_cast<size_t>(BitWidth(type) + 3) / 4;
  return digits == needed || digits == ByteSize(type) * 2;
}

bool ParseFloatBits(std::string_view text, ElementType type, std::byte* element) {
  const std::optional<uint64_t> bits = ParseHexadecimal(text);
  const int width = BitWidth(type);
  if (!bits || !HasDigitsOf(type, text.size() - 2) || (width < 64 && *bits >> width != 0)) {
    return false;
  }
  std::memcpy(element, &*bits, ByteSize(type));
  return true;
}

bool ParseFloatElement(std::string_view text, ElementType type, NumberSyntax syntax,
                       std::byte* element) {
  if (StartsHexadecimal(text)) return ParseFloatBits(text, type, element);
  if (syntax == NumberSyntax::kProgram && !IsFloatLiteral(text)) return false;
  if (type == ElementType::kF32) return StoreFloat(text, ParseF32(text), element);
  if (type == ElementType::kF64) return StoreFloat(text, ParseF64(text), element);
  return ParseSmallFloat(text, type, element);
}

// Returns the fewest digits that round back to the same bits.
std::string ShortestSmallFloat(ElementType type, uint32_t bits) {
  const double value = DecodeSmallFloat(type, bits);
  for (int digits = 1; digits < 10; ++digits) {
    const std::string text = fmt::format("{:.{}e}", value, digits - 1);
    uint16_t back = 0;
    const bool is_read = ParseSmallFloat(text, type, reinterpret_cast<std::byte*>(&back));
    if (is_read && back == bits) return FormatF64(*ParseF64(text));
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

bool ParseElement(std::string_view text, ElementType type, std::byte* element,
                  NumberSyntax syntax) {
  if (IsComplex(type)) return false;
  if (IsFloat(type)) return ParseFloatElement(text, type, syntax, element);
  return IsBoolean(type) ? ParseBooleanElement(text, element)
                         : ParseIntegerElement(text, type, element);
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
