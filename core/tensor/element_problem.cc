#include "core/tensor/element_problem.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "core/base/number_text.h"
#include "core/tensor/element_text.h"
#include "core/types/small_float.h"

namespace paddock {
namespace {

constexpr std::string_view kDigits = "0123456789";

// Longer texts are truncated.
constexpr size_t kShownCharacters = 40;

bool IsHexadecimal(std::string_view text) {
  return text.starts_with("0x") && text.size() > 2 &&
         text.find_first_not_of("0123456789abcdefABCDEF", 2) == std::string_view::npos;
}

// Returns whether the text is an integer of any size.
bool IsIntegerLiteral(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return IsHexadecimal(text) ||
         (!text.empty() && text.find_first_not_of(kDigits) == std::string_view::npos);
}

std::string GreatestText(ElementType type) {
  if (type == ElementType::kF64) return FormatF64(std::numeric_limits<double>::max());
  if (type == ElementType::kF32) return FormatF32(std::numeric_limits<float>::max());
  return FormatF64(static_cast<double>(DecodeSmallFloat(type, CodesOf(FormatOf(type)).greatest)));
}

std::string FloatRange(ElementType type) {
  const std::string greatest = GreatestText(type);
  if (type != ElementType::kF8E8M0FNU) return "-" + greatest + " to " + greatest;
  return FormatF64(static_cast<double>(DecodeSmallFloat(type, 0))) + " to " + greatest;
}

// Returns the bits of "inf", "-inf" or "nan" in a program's notation; empty if the type has no such
// value.
std::string BitsOf(std::string_view word, ElementType type) {
  std::byte element[8] = {};
  if (!ParseElement(word, type, element)) return {};
  std::string out;
  AppendElement(out, type, element);
  return out;
}

ElementProblem DescribeFloat(std::string subject, std::string_view text, ElementType type) {
  if (IsHexadecimal(text)) {
    const int digits = (BitWidth(type) + 3) / 4;
    if (text.size() - 2 != static_cast<size_t>(digits)) {
      return {subject + fmt::format(", whose bits are {} hexadecimal digit{}", digits,
                                    digits == 1 ? "" : "s"),
              {}};
    }
    return {subject + fmt::format(", which has {} bits", BitWidth(type)), {}};
  }
  const std::optional<double> value = ParseF64(text);
  if (!value) return {subject, {}};
  const bool is_word = text.find_first_of("nN") != std::string_view::npos;
  if (!is_word) {
    std::byte element[8];
    const bool fits = ParseElement(text, type, element);
    if (!fits) return {subject + ", which holds " + FloatRange(type), {}};
    // A number such as `.5` lacks a digit.
    const size_t point = text.find('.');
    const std::string with_digit =
        std::string(text.substr(0, point)) + '0' + std::string(text.substr(point));
    return {subject + ": write a digit before the point", with_digit};
  }
  const std::string bits = BitsOf(text, type);
  const std::string_view kind = std::isnan(*value) ? "NaN" : "infinity";
  if (bits.empty()) return {subject + ", which has no " + std::string(kind), {}};
  return {subject + ": " + (std::signbit(*value) ? "negative " : "") + std::string(kind) +
              " is written as its bits, " + bits,
          bits};
}

}  // namespace

std::string RangeText(ElementType type) {
  if (IsFloat(type)) return FloatRange(type);
  const int width = BitWidth(type);
  if (IsBoolean(type)) return "false and true";
  if (IsUnsigned(type)) {
    return fmt::format("0 to {}", std::numeric_limits<uint64_t>::max() >> (64 - width));
  }
  const int64_t greatest = std::numeric_limits<int64_t>::max() >> (64 - width);
  return fmt::format("{} to {}", -greatest - 1, greatest);
}

ElementProblem DescribeProblem(std::string_view text, ElementType type) {
  std::string subject = "'" + std::string(text.substr(0, kShownCharacters)) +
                        (text.size() > kShownCharacters ? "..." : "") +
                        "' is not a value of type " + std::string(Spelling(type));
  if (IsFloat(type)) return DescribeFloat(std::move(subject), text, type);
  if (IsComplex(type)) return {subject, {}};
  const bool is_range = IsIntegerLiteral(text) || IsBoolean(type);
  std::string replacement;
  if (IsBoolean(type) && (text == "True" || text == "TRUE")) replacement = "true";
  if (IsBoolean(type) && (text == "False" || text == "FALSE")) replacement = "false";
  return {is_range ? subject + ", which holds " + RangeText(type) : subject, replacement};
}

}  // namespace paddock
