#include "core/io/json_reader.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace paddock {
namespace {

void AppendUtf8(std::string& text, uint32_t code) {
  if (code < 0x80) {
    text += static_cast<char>(code);
    return;
  }
  const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  static constexpr uint32_t kFirst[] = {0, 0xC0, 0xE0, 0xF0};
  text += static_cast<char>(kFirst[more] | code >> (6 * more));
  for (int i = more - 1; i >= 0; --i) text += static_cast<char>(0x80 | (code >> (6 * i) & 0x3F));
}

// Returns whether the text is whole characters, each in its shortest form, without lone surrogates.
bool IsUtf8(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i]);
    if (first < 0x80) {
      ++i;
      continue;
    }
    const size_t more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
    if (first < 0xC2 || first > 0xF4 || text.size() - i <= more) return false;
    uint32_t code = first & (0x3Fu >> more);
    for (size_t j = i + 1; j <= i + more; ++j) {
      const auto next = static_cast<unsigned char>(text[j]);
      if ((next & 0xC0) != 0x80) return false;
      code = code << 6 | (next & 0x3Fu);
    }
    static constexpr uint32_t kLeast[] = {0, 0x80, 0x800, 0x10000};
    const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (code < kLeast[more] || code > 0x10FFFF || is_surrogate) return false;
    i += more + 1;
  }
  return true;
}

}  // namespace

void JsonReader::SkipBlanks() {
  rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size()));
}

bool JsonReader::Take(char wanted) {
  SkipBlanks();
  if (!rest_.starts_with(wanted)) return false;
  rest_.remove_prefix(1);
  return true;
}

char JsonReader::Peek() {
  SkipBlanks();
  return rest_.empty() ? '\0' : rest_[0];
}

std::string_view JsonReader::Word() {
  SkipBlanks();
  const std::string_view word = rest_.substr(0, rest_.find_first_of(",]} \t\r\n"));
  rest_.remove_prefix(word.size());
  return word;
}

bool JsonReader::IsAtEnd() {
  SkipBlanks();
  return rest_.empty();
}

std::optional<int64_t> JsonReader::Size() {
  SkipBlanks();
  if (rest_.empty() || rest_[0] < '0' || rest_[0] > '9') return std::nullopt;
  int64_t size = 0;
  const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
  if (error != std::errc()) return std::nullopt;
  rest_.remove_prefix(static_cast<size_t>(end - rest_.data()));
  if (!rest_.empty() && std::string_view(".eE").contains(rest_[0])) return std::nullopt;
  return size;
}

std::optional<std::string> JsonReader::String() {
  if (!Take('"')) return std::nullopt;
  std::string text;
  while (true) {
    const size_t plain = rest_.find_first_of("\"\\");
    if (plain == std::string_view::npos) {
      rest_ = {};
      return std::nullopt;
    }
    text.append(rest_, 0, plain);
    const bool is_end = rest_[plain] == '"';
    rest_.remove_prefix(plain + 1);
    if (is_end) return IsUtf8(text) ? std::optional(std::move(text)) : std::nullopt;
    if (!Escape(text)) return std::nullopt;
  }
}

// Reads the characters after a backslash.
bool JsonReader::Escape(std::string& text) {
  if (rest_.empty()) return false;
  const char c = rest_[0];
  rest_.remove_prefix(1);
  constexpr std::string_view kNames = "\"\\/bfnrt";
  constexpr std::string_view kMeant = "\"\\/\b\f\n\r\t";
  if (const size_t at = kNames.find(c); at != std::string_view::npos) {
    text += kMeant[at];
    return true;
  }
  std::optional<uint32_t> code = c == 'u' ? FourDigits() : std::nullopt;
  if (!code) return false;
  if (*code >= 0xD800 && *code <= 0xDFFF) code = SurrogatePair(*code);
  if (code) AppendUtf8(text, *code);
  return code.has_value();
}

// Reads the second half of the surrogate pair that begins with `code`.
std::optional<uint32_t> JsonReader::SurrogatePair(uint32_t code) {
  const std::string_view after = rest_;
  if (code < 0xDC00 && rest_.starts_with("\\u")) {
    rest_.remove_prefix(2);
    const std::optional<uint32_t> low = FourDigits();
    if (!low) return std::nullopt;
    if (*low >= 0xDC00 && *low <= 0xDFFF)
      return 0x10000 + ((code - 0xD800) << 10) + (*low - 0xDC00);
  }
  rest_ = after;
  constexpr uint32_t kReplacement = 0xFFFD;
  return replaces_surrogates_ ? std::optional(kReplacement) : std::nullopt;
}

std::optional<uint32_t> JsonReader::FourDigits() {
  uint32_t code = 0;
  if (rest_.size() < 4) return std::nullopt;
  const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + 4, code, 16);
  if (error != std::errc() || end != rest_.data() + 4) return std::nullopt;
  rest_.remove_prefix(4);
  return code;
}

bool JsonReader::Skip(int most_depth) {
  SkipBlanks();
  if (rest_.empty() || most_depth == 0) return false;
  if (rest_[0] == '"') return String().has_value();
  if (rest_[0] == '{') return Object([&](const std::string&) { return Skip(most_depth - 1); });
  if (rest_[0] == '[') return Array([&] { return Skip(most_depth - 1); });
  return !Word().empty();
}

}  // namespace paddock
