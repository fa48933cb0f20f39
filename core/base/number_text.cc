#include "core/base/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#ifdef __EMSCRIPTEN__
#include "core/base/compact_fast_float.h"
#endif
#include "fast_float/fast_float.h"

namespace paddock {
namespace {

template <class T>
std::optional<T> ParseFloating(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  if (text.empty()) return std::nullopt;
  T value = 0;
  const char* end = text.data() + text.size();
  const auto result = fast_float::from_chars(text.data(), end, value);
  // Out of range, the result is still the infinity or the zero that rounding gives.
  const bool is_read = result.ec == std::errc() || result.ec == std::errc::result_out_of_range;
  if (!is_read || result.ptr != end) return std::nullopt;
  return value;
}

// A decimal number as 0.d1d2d3... * 10^exponent, without zeros at either end.
struct Digits {
  std::string digits;
  int64_t exponent = 0;
};

Digits DigitsOf(std::string_view text) {
  Digits result;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  bool seen_point = false;
  size_t at = 0;
  for (; at < text.size() && text[at] != 'e' && text[at] != 'E'; ++at) {
    if (text[at] == '.') {
      seen_point = true;
      continue;
    }
    const bool is_leading_zero = result.digits.empty() && text[at] == '0';
    if (!is_leading_zero) result.digits += text[at];
    if (!seen_point && !is_leading_zero) ++result.exponent;
    if (seen_point && is_leading_zero) --result.exponent;
  }
  if (at < text.size()) {
    const bool is_negative = at + 1 < text.size() && text[at + 1] == '-';
    int64_t exponent = 0;
    for (size_t i = at + 1; i < text.size(); ++i) {
      const bool is_digit = text[i] >= '0' && text[i] <= '9';
      if (is_digit && exponent < 1'000'000'000) exponent = exponent * 10 + (text[i] - '0');
    }
    result.exponent += is_negative ? -exponent : exponent;
  }
  while (!result.digits.empty() && result.digits.back() == '0') result.digits.pop_back();
  if (result.digits.empty()) result.exponent = 0;
  return result;
}

int CompareMagnitudes(const Digits& a, const Digits& b) {
  if (a.digits.empty() || b.digits.empty()) {
    return static_cast<int>(!a.digits.empty()) - static_cast<int>(!b.digits.empty());
  }
  if (a.exponent != b.exponent) return a.exponent < b.exponent ? -1 : 1;
  const int order = a.digits.compare(b.digits);
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

// Inserts the point that a float literal must have.
std::string WithPoint(std::string text) {
  if (text.find_first_of(".n") != std::string::npos) return text;  // also "inf" and "nan"
  const size_t exponent = text.find('e');
  return text.insert(exponent == std::string::npos ? text.size() : exponent, ".0");
}

}  // namespace

std::optional<double> ParseF64(std::string_view text) { return ParseFloating<double>(text); }
std::optional<float> ParseF32(std::string_view text) { return ParseFloating<float>(text); }

int CompareDecimal(std::string_view text, double value) {
  if (std::isinf(value)) return value > 0 ? -1 : 1;
  // 1100 digits hold every double exactly.
  const int order = CompareMagnitudes(DigitsOf(text), DigitsOf(fmt::format("{:.1100e}", value)));
  return text.starts_with('-') ? -order : order;
}

std::optional<uint64_t> ParseHexadecimal(std::string_view text) {
  if (text.size() < 3 || !text.starts_with("0x")) return std::nullopt;
  uint64_t value = 0;
  for (char c : text.substr(2)) {
    const char lower = static_cast<char>(c | 0x20);
    uint64_t digit = 0;
    if (c >= '0' && c <= '9') {
      digit = static_cast<uint64_t>(c - '0');
    } else if (lower >= 'a' && lower <= 'f') {
      digit = static_cast<uint64_t>(lower - 'a') + 10;
    } else {
      return std::nullopt;
    }
    if (value >> 60 != 0) return std::nullopt;
    value = value << 4 | digit;
  }
  return value;
}

std::optional<IntegerText> ParseInteger(std::string_view text) {
  IntegerText result;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    result.is_negative = text[0] == '-';
    text.remove_prefix(1);
  }
  if (text.starts_with("0x")) {
    const std::optional<uint64_t> value = ParseHexadecimal(text);
    if (!value) return std::nullopt;
    result.magnitude = *value;
    return result;
  }
  if (text.empty()) return std::nullopt;
  for (char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    uint64_t product;
    if (__builtin_mul_overflow(result.magnitude, uint64_t{10}, &product)) return std::nullopt;
    if (__builtin_add_overflow(product, static_cast<uint64_t>(c - '0'), &result.magnitude)) {
      return std::nullopt;
    }
  }
  return result;
}

bool IntegerText::FitsUnsigned(int width) const {
  if (is_negative) return magnitude == 0;
  return width >= 64 || magnitude >> width == 0;
}

bool IntegerText::FitsSigned(int width) const {
  const uint64_t limit = uint64_t{1} << (std::min(width, 64) - 1);
  return is_negative ? magnitude <= limit : magnitude < limit;
}

std::string FormatF64(double value) { return WithPoint(fmt::format("{}", value)); }
std::string FormatF32(float value) { return WithPoint(fmt::format("{}", value)); }

std::string FormatHexadecimal(uint64_t value, int digits) {
  return fmt::format("0x{:0{}X}", value, digits);
}

}  // namespace paddock
