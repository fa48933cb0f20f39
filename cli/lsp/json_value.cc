#include "cli/lsp/json_value.h"

#include <algorithm>
#include <charconv>

#include "core/diagnostics/diagnostic.h"

namespace paddock::lsp {
namespace {

constexpr int kMostDepth = 64;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Removes the digits at the start. Returns false if there are none.
bool TakeDigits(std::string_view& text) {
  const size_t count = std::min(text.find_first_not_of("0123456789"), text.size());
  text.remove_prefix(count);
  return count != 0;
}

bool IsNumber(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const bool has_leading_zero = text.size() > 1 && text[0] == '0' && IsDigit(text[1]);
  if (has_leading_zero || !TakeDigits(text)) return false;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    if (!TakeDigits(text)) return false;
  }
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    if (!TakeDigits(text)) return false;
  }
  return text.empty();
}

}  // namespace

std::optional<JsonValue> JsonValue::Read(std::string_view text) {
  JsonReader reader(text, JsonReader::LoneSurrogates::kReplaced);
  JsonValue value;
  if (!value.ReadFrom(reader, kMostDepth) || !reader.IsAtEnd()) return std::nullopt;
  return value;
}

bool JsonValue::ReadFrom(JsonReader& reader, int most_depth) {
  if (most_depth == 0) return false;
  switch (reader.Peek()) {
    case '{':
      kind_ = Kind::kObject;
      return reader.Object([&](std::string&& key) {
        keys_.push_back(std::move(key));
        return items_.emplace_back().ReadFrom(reader, most_depth - 1);
      });
    case '[':
      kind_ = Kind::kArray;
      return reader.Array([&] { return items_.emplace_back().ReadFrom(reader, most_depth - 1); });
    case '"': {
      kind_ = Kind::kString;
      std::optional<std::string> text = reader.String();
      if (!text) return false;
      text_ = *std::move(text);
      return true;
    }
    default:
      return ReadWord(reader);
  }
}

bool JsonValue::ReadWord(JsonReader& reader) {
  const std::string_view word = reader.Word();
  if (word == "null") return true;
  if (word == "true" || word == "false") {
    kind_ = word == "true" ? Kind::kTrue : Kind::kFalse;
    return true;
  }
  kind_ = Kind::kNumber;
  text_ = word;
  return IsNumber(word);
}

const JsonValue& JsonValue::operator[](std::string_view key) const {
  static const JsonValue kNone;
  const auto found = std::ranges::find(keys_, key);
  return found == keys_.end() ? kNone : items_[static_cast<size_t>(found - keys_.begin())];
}

std::optional<uint32_t> JsonValue::count() const {
  uint32_t count = 0;
  const char* const end = text_.data() + text_.size();
  if (!is(Kind::kNumber)) return std::nullopt;
  const auto read = std::from_chars(text_.data(), end, count);
  return read.ec == std::errc() && read.ptr == end ? std::optional(count) : std::nullopt;
}

std::string JsonValue::Write() const {
  if (is(Kind::kString)) return JsonString(text_);
  return is(Kind::kNumber) ? text_ : "null";
}

}  // namespace paddock::lsp
