#include "core/api/code/number_code.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "core/tensor/element_text.h"
#include "core/types/small_float.h"

namespace paddock::code {
namespace {

// Returns whether the rounding of a double to `type` gives the bits of `element` again.
bool IsRounded(ElementType type, double value, const std::byte* element) {
  if (type == ElementType::kF64) return std::memcmp(&value, element, sizeof value) == 0;
  if (type == ElementType::kF32) {
    const auto single = static_cast<float>(value);
    return std::memcmp(&single, element, sizeof single) == 0;
  }
  const uint16_t code = EncodeSmallFloat(type, value);
  return std::memcmp(&code, element, ByteSize(type)) == 0;
}

// Names of the numbers that are not finite.
struct FloatNames {
  std::string_view infinity;
  std::string_view nan;
  std::string_view suffix;
};

std::optional<std::string> FloatNumber(ElementType type, const std::byte* element,
                                       const FloatNames& names) {
  const double value = FloatValue(type, element);
  if (std::isnan(value)) {
    const bool is_quiet = IsRounded(type, std::numeric_limits<double>::quiet_NaN(), element);
    return is_quiet ? std::optional<std::string>(names.nan) : std::nullopt;
  }
  if (!IsRounded(type, value, element)) return std::nullopt;
  std::string text = std::signbit(value) ? "-" : "";
  if (std::isinf(value)) return text + std::string(names.infinity);
  text.clear();
  AppendElement(text, type, element);
  return text + std::string(names.suffix);
}

constexpr FloatNames kCplusplusSingle = {"std::numeric_limits<float>::infinity()",
                                         "std::numeric_limits<float>::quiet_NaN()", "f"};
constexpr FloatNames kCplusplusDouble = {"std::numeric_limits<double>::infinity()",
                                         "std::numeric_limits<double>::quiet_NaN()", ""};
constexpr FloatNames kJavascript = {"Infinity", "NaN", ""};

std::string TextOf(ElementType type, const std::byte* element) {
  std::string text;
  AppendElement(text, type, element);
  return text;
}

std::optional<std::string> CplusplusComplex(ElementType type, const std::byte* element) {
  const ElementType part = PartType(type);
  const auto real = CplusplusNumber(part, element);
  const auto imaginary = CplusplusNumber(part, element + ByteSize(part));
  if (!real || !imaginary) return std::nullopt;
  return std::string(part == ElementType::kF32 ? "std::complex<float>(" : "std::complex<double>(") +
         *real + ", " + *imaginary + ")";
}

}  // namespace

std::optional<std::string> CplusplusNumber(ElementType type, const std::byte* element) {
  if (IsComplex(type)) return CplusplusComplex(type, element);
  if (IsFloat(type)) {
    return FloatNumber(type, element,
                       type == ElementType::kF64 ? kCplusplusDouble : kCplusplusSingle);
  }
  const std::string text = TextOf(type, element);
  switch (type) {
    case ElementType::kI32:
      return text == "-2147483648" ? "INT32_MIN" : text;
    case ElementType::kUI32:
      return text + "u";
    case ElementType::kI64:
    case ElementType::kIndex:
      return text == "-9223372036854775808" ? "INT64_MIN" : "int64_t{" + text + "}";
    case ElementType::kUI64:
      return "uint64_t{" + text + "u}";
    default:
      return text;
  }
}

std::optional<std::string> JavascriptNumber(ElementType type, const std::byte* element) {
  if (IsComplex(type)) return std::nullopt;
  if (IsFloat(type)) {
    auto number = FloatNumber(type, element, kJavascript);
    if (number && number->ends_with(".0")) number->resize(number->size() - 2);
    return number;
  }
  const std::string text = TextOf(type, element);
  return ByteSize(type) == 8 ? text + "n" : text;
}

std::string CplusplusInteger(int64_t value) {
  if (value == std::numeric_limits<int64_t>::min()) return "INT64_MIN";
  return std::to_string(value);
}

std::string HexDigits(const Tensor& value) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string digits;
  digits.reserve(value.byte_size() * 2);
  for (size_t i = 0; i < value.byte_size(); ++i) {
    const auto byte = static_cast<unsigned char>(value.data()[i]);
    digits += kDigits[byte >> 4];
    digits += kDigits[byte & 15];
  }
  return digits;
}

bool HasEqualElements(const Tensor& value) {
  const size_t width = ByteSize(value.element_type());
  for (size_t at = width; at < value.byte_size(); at += width) {
    if (std::memcmp(value.data(), value.data() + at, width) != 0) return false;
  }
  return true;
}

std::string Quoted(std::string_view text, char quote) {
  constexpr std::string_view kDigits = "01234567";
  std::string literal(1, quote);
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == quote || c == '\\') {
      literal += '\\';
      literal += c;
    } else if (c == '\n') {
      literal += "\\n";
    } else if (byte < 0x20 || byte == 0x7F) {
      literal += {'\\', kDigits[byte >> 6], kDigits[(byte >> 3) & 7], kDigits[byte & 7]};
    } else {
      literal += c;
    }
  }
  return literal + quote;
}

}  // namespace paddock::code
