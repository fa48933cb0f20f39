#include "cli/lsp/text_lines.h"

#include <algorithm>

namespace paddock::lsp {
namespace {

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Returns the units of the character that begins with this byte.
size_t UnitsOfCharacter(char first, Encoding encoding) {
  constexpr unsigned char kFirstOfFour = 0xF0;
  const bool is_pair = static_cast<unsigned char>(first) >= kFirstOfFour;
  return encoding == Encoding::kUtf16 && is_pair ? 2 : 1;
}

// Returns the size in bytes of the character at `at`.
size_t SizeOfCharacter(std::string_view text, size_t at) {
  size_t end = at + 1;
  while (end < text.size() && IsContinuation(text[end])) ++end;
  return end - at;
}

// Appends the offsets behind the line breaks of text[begin, end).
void FindLines(std::string_view text, size_t begin, size_t end, std::vector<size_t>& starts) {
  for (size_t at = begin; (at = text.find_first_of("\r\n", at)) < end; ++at) {
    const bool is_pair = text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
    if (!is_pair) starts.push_back(at + 1);
  }
}

}  // namespace

size_t UnitsOf(std::string_view text, Encoding encoding) {
  if (encoding == Encoding::kUtf8) return text.size();
  size_t units = 0;
  for (char c : text) units += IsContinuation(c) ? 0 : UnitsOfCharacter(c, encoding);
  return units;
}

TextLines::TextLines(std::string_view text) : starts_{0} {
  FindLines(text, 0, text.size(), starts_);
}

size_t TextLines::StartOf(std::string_view text, size_t line) const {
  return line < starts_.size() ? starts_[line] : text.size();
}

size_t TextLines::EndOf(std::string_view text, size_t line) const {
  if (line + 1 >= starts_.size()) return text.size();
  size_t end = starts_[line + 1] - 1;
  if (text[end] == '\n' && end > starts_[line] && text[end - 1] == '\r') --end;
  return end;
}

size_t TextLines::LineAt(size_t offset) const {
  const auto after = std::ranges::upper_bound(starts_, offset);
  return static_cast<size_t>(after - starts_.begin()) - 1;
}

size_t TextLines::OffsetOf(std::string_view text, Position position, Encoding encoding) const {
  if (position.line >= starts_.size()) return text.size();
  size_t at = starts_[position.line];
  const size_t end = EndOf(text, position.line);
  size_t units = position.character;
  if (encoding == Encoding::kUtf8) {
    at += std::min<size_t>(units, end - at);
    while (at > starts_[position.line] && at < end && IsContinuation(text[at])) --at;
    return at;
  }
  while (at < end && units >= UnitsOfCharacter(text[at], encoding)) {
    units -= UnitsOfCharacter(text[at], encoding);
    at += SizeOfCharacter(text, at);
  }
  return at;
}

Position TextLines::PositionOf(std::string_view text, size_t offset, Encoding encoding) const {
  offset = std::min(offset, text.size());
  const size_t line = LineAt(offset);
  const size_t end = std::max(std::min(offset, EndOf(text, line)), starts_[line]);
  const std::string_view before = text.substr(starts_[line], end - starts_[line]);
  return {static_cast<uint32_t>(line), static_cast<uint32_t>(UnitsOf(before, encoding))};
}

// Reads the lines from the one before `begin` to the one behind the replaced text anew, since an
// edit may join or part the two characters of a line break.
void TextLines::Replace(std::string_view text, size_t begin, size_t end, size_t size) {
  const size_t first = std::max<size_t>(LineAt(begin), 1) - 1;
  const size_t last = std::min(LineAt(end) + 1, starts_.size() - 1);
  const size_t old_end = std::max(starts_[last], end);
  const size_t new_end = old_end - (end - begin) + size;
  std::vector<size_t> lines;
  FindLines(text, starts_[first], new_end, lines);
  const auto rest = std::ranges::upper_bound(starts_, old_end);
  for (auto at = rest; at != starts_.end(); ++at) *at = *at - (end - begin) + size;
  const auto from = starts_.begin() + static_cast<std::ptrdiff_t>(first) + 1;
  const auto at = starts_.erase(from, rest);
  starts_.insert(at, lines.begin(), lines.end());
}

}  // namespace paddock::lsp
