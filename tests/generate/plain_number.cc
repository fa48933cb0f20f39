#include "tests/generate/plain_number.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace paddock::generate {
namespace {

constexpr PlainFormat kPlainFormats[] = {
    {"f16", 5, 10, 15, PlainFormat::kIeee},
    {"bf16", 8, 7, 127, PlainFormat::kIeee},
    {"f8E5M2", 5, 2, 15, PlainFormat::kIeee},
    {"f8E4M3", 4, 3, 7, PlainFormat::kIeee},
    {"f8E3M4", 3, 4, 3, PlainFormat::kIeee},
    {"f8E4M3FN", 4, 3, 7, PlainFormat::kOneNan},
    {"f8E4M3FNUZ", 4, 3, 8, PlainFormat::kNoZero},
    {"f8E5M2FNUZ", 5, 2, 16, PlainFormat::kNoZero},
    {"f8E4M3B11FNUZ", 4, 3, 11, PlainFormat::kNoZero},
    {"f8E8M0FNU", 8, 0, 127, PlainFormat::kScale},
    {"f6E2M3FN", 2, 3, 1, PlainFormat::kFinite},
    {"f6E3M2FN", 3, 2, 3, PlainFormat::kFinite},
    {"f4E2M1FN", 2, 1, 1, PlainFormat::kFinite},
};

bool IsDecimalDigit(char c) { return c >= '0' && c <= '9'; }

size_t CountDigits(std::string_view text) {
  return static_cast<size_t>(std::ranges::find_if_not(text, IsDecimalDigit) - text.begin());
}

// Splits `sign digits [. digits] [e sign digits]`; false if `text` is not of this form.
bool IsDecimalNumber(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const size_t whole = CountDigits(text);
  if (whole == 0) return false;
  text.remove_prefix(whole);
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    text.remove_prefix(CountDigits(text));
  }
  if (!text.starts_with('e') && !text.starts_with('E')) return text.empty();
  text.remove_prefix(1);
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return !text.empty() && CountDigits(text) == text.size();
}

std::optional<uint64_t> ReadHexadecimal(std::string_view digits) {
  if (digits.empty()) return std::nullopt;
  uint64_t value = 0;
  for (const char c : digits) {
    const int digit = IsDecimalDigit(c)        ? c - '0'
                      : (c >= 'a' && c <= 'f') ? c - 'a' + 10
                      : (c >= 'A' && c <= 'F') ? c - 'A' + 10
                                               : -1;
    if (digit < 0 || value >> 60 != 0) return std::nullopt;
    value = value * 16 + static_cast<uint64_t>(digit);
  }
  return value;
}

std::optional<uint64_t> ReadDecimal(std::string_view digits) {
  if (digits.empty()) return std::nullopt;
  uint64_t value = 0;
  for (const char c : digits) {
    if (!IsDecimalDigit(c)) return std::nullopt;
    const auto digit = static_cast<uint64_t>(c - '0');
    if (value > (UINT64_MAX - digit) / 10) return std::nullopt;
    value = value * 10 + digit;
  }
  return value;
}

uint64_t Mask(int width) { return width == 64 ? UINT64_MAX : (uint64_t{1} << width) - 1; }

std::optional<uint64_t> IntegerBits(std::string_view text, std::string_view type) {
  if (type == "i1" && (text == "true" || text == "false")) return text == "true" ? 1 : 0;
  const int width = PlainWidth(type);
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  const auto magnitude =
      text.starts_with("0x") ? ReadHexadecimal(text.substr(2)) : ReadDecimal(text);
  if (!magnitude) return std::nullopt;
  const bool is_unsigned = IsPlainUnsigned(type) || type == "i1";
  const uint64_t limit = is_unsigned ? Mask(width) : Mask(width - 1) + (is_negative ? 1 : 0);
  const bool fits = is_unsigned && is_negative ? *magnitude == 0 : *magnitude <= limit;
  if (!fits) return std::nullopt;
  return (is_negative ? uint64_t{0} - *magnitude : *magnitude) & Mask(width);
}

// Returns the code nearest to `value`, the even one in a tie.
std::optional<uint64_t> RoundTo(const PlainFormat& format, double value) {
  const bool is_negative = std::signbit(value);
  const double magnitude = std::abs(value);
  if (format.kind == PlainFormat::kScale && (is_negative || magnitude == 0)) return std::nullopt;
  const uint64_t greatest = format.greatest();
  uint64_t low = 0, high = greatest;
  while (low < high) {
    const uint64_t middle = (low + high + 1) / 2;
    if (format.ValueOf(middle) <= magnitude) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  const double below = format.ValueOf(low);
  // Beyond the greatest value, the next would be as far away as the one before it.
  const double above =
      low == greatest ? 2 * below - format.ValueOf(low - 1) : format.ValueOf(low + 1);
  const double from_below = magnitude - below, to_above = above - magnitude;
  const bool is_up = to_above < from_below || (to_above == from_below && low % 2 == 1);
  const uint64_t code = low + (is_up ? 1 : 0);
  if (code > greatest) return std::nullopt;
  if (!is_negative) return code;
  if (format.kind == PlainFormat::kNoZero && code == 0) return 0;
  return code | uint64_t{1} << (format.width() - 1);
}

std::optional<uint64_t> FloatBits(std::string_view text, std::string_view type) {
  const int width = PlainWidth(type);
  if (text.starts_with("0x")) {
    const auto bits = ReadHexadecimal(text.substr(2));
    const auto digits = static_cast<size_t>(width + 3) / 4;
    return text.size() - 2 == digits && bits && *bits <= Mask(width) ? bits : std::nullopt;
  }
  if (!IsDecimalNumber(text)) return std::nullopt;
  const std::string copy(text);
  if (type == "f32") {
    const float value = std::strtof(copy.c_str(), nullptr);
    return std::isinf(value) ? std::nullopt
                             : std::optional<uint64_t>(std::bit_cast<uint32_t>(value));
  }
  const double value = std::strtod(copy.c_str(), nullptr);
  if (std::isinf(value)) return std::nullopt;
  if (type == "f64") return std::bit_cast<uint64_t>(value);
  return RoundTo(*FindPlainFormat(type), value);
}

}  // namespace

uint64_t PlainFormat::greatest() const {
  const uint64_t all = Mask(exponent_bits + mantissa_bits);
  switch (kind) {
    case kIeee:
      return all - (uint64_t{1} << mantissa_bits);
    case kOneNan:
    case kScale:
      return all - 1;
    default:
      return all;
  }
}

double PlainFormat::ValueOf(uint64_t code) const {
  const auto exponent = static_cast<int>(code >> mantissa_bits);
  const auto mantissa = static_cast<double>(code & Mask(mantissa_bits)) /
                        static_cast<double>(uint64_t{1} << mantissa_bits);
  if (exponent == 0 && kind != kScale) return std::ldexp(mantissa, 1 - bias);
  return std::ldexp(1 + mantissa, exponent - bias);
}

const PlainFormat* FindPlainFormat(std::string_view type) {
  const auto found = std::ranges::find(kPlainFormats, type, &PlainFormat::type);
  return found == std::end(kPlainFormats) ? nullptr : &*found;
}

bool IsPlainUnsigned(std::string_view type) { return type.starts_with("ui"); }

bool IsPlainInteger(std::string_view type) {
  if (type == "index") return true;
  if (IsPlainUnsigned(type)) type.remove_prefix(1);
  return type.starts_with('i') && type.size() > 1 && CountDigits(type.substr(1)) == type.size() - 1;
}

int PlainWidth(std::string_view type) {
  if (type == "f32") return 32;
  if (type == "f64" || type == "index") return 64;
  if (const PlainFormat* format = FindPlainFormat(type)) return format->width();
  if (!IsPlainInteger(type)) return 0;
  const auto width = ReadDecimal(type.substr(IsPlainUnsigned(type) ? 2 : 1));
  return width && *width <= 64 ? static_cast<int>(*width) : 0;
}

std::optional<uint64_t> PlainBits(std::string_view literal, std::string_view type) {
  if (PlainWidth(type) == 0) return std::nullopt;
  return IsPlainInteger(type) ? IntegerBits(literal, type) : FloatBits(literal, type);
}

}  // namespace paddock::generate
