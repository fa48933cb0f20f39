// Aliases: `#name = attribute` and `!name = type` at the top of a text, at its end, or
// anywhere between its operations.
#include <cstring>

#include "core/text/parser.h"

namespace paddock {

// Finds where each alias is defined, at the first use of one. Definitions start a line.
void Parser::FindAliases() {
  if (aliases_found_) return;
  aliases_found_ = true;
  const std::string_view text = lexer_.text();
  size_t line = 0;
  while (line < text.size()) {
    if (text[line] == '#' || text[line] == '!') {
      Lexer lexer(text);
      lexer.Seek(static_cast<uint32_t>(line));
      const Token name = lexer.Next();
      const bool is_name = name.kind == TokenKind::kHashName || name.kind == TokenKind::kTypeName;
      const Token equal = lexer.Next();
      if (is_name && equal.kind == TokenKind::kEqual) {
        alias_offsets_.emplace(lexer.TextOf(name), equal.end);
      }
    }
    const void* newline = std::memchr(text.data() + line, '\n', text.size() - line);
    if (newline == nullptr) return;
    line = static_cast<size_t>(static_cast<const char*>(newline) - text.data()) + 1;
  }
}

bool Parser::ParseAliasDefinition() {
  const Span span = TokenSpan();
  const std::string_view name = TokenText();
  const bool is_type = At(TokenKind::kTypeName);
  if (name.find('.') != std::string_view::npos) {
    return Fail(span, "the name of an alias may not hold a '.'");
  }
  Advance();
  if (!Expect(TokenKind::kEqual, {"after the name of an alias"})) return false;
  FindAliases();
  // Also where it does not start its line.
  const auto [alias, is_new] = alias_offsets_.emplace(name, previous_end_);
  if (!is_new && alias->second != previous_end_) {
    return Fail(span, "the alias '" + std::string(name) + "' is defined twice");
  }
  if (is_type) return static_cast<bool>(ParseType());
  const Attribute* value = ParseAttribute();
  if (value != nullptr) alias_values_.emplace(name, value);
  return value != nullptr;
}

const Attribute* Parser::ParseAlias(std::string_view name) {
  const Span span = TokenSpan();
  if (const auto value = alias_values_.find(name); value != alias_values_.end()) {
    Advance();
    return value->second;
  }
  FindAliases();
  const auto found = alias_offsets_.find(name);
  if (found == alias_offsets_.end()) {
    Fail(span, "unknown alias '" + std::string(name) + "'");
    return nullptr;
  }
  if (!open_aliases_.insert(name).second) {
    Fail(span, "the alias '" + std::string(name) + "' is made of itself");
    return nullptr;
  }
  SeekTo(found->second);
  const Attribute* value = ParseAttribute();
  open_aliases_.erase(name);
  SeekTo(span.end);
  if (value != nullptr) alias_values_.emplace(name, value);
  return value;
}

// The text of the attribute that the alias stands for; false if there is no such alias.
bool Parser::ResolveAliasText(std::string_view name, std::string_view& text) {
  FindAliases();
  const auto found = alias_offsets_.find(name);
  if (found == alias_offsets_.end()) return false;
  const uint32_t back = token_.begin;
  const uint32_t back_end = previous_end_;
  if (!open_aliases_.insert(found->first).second) return false;
  SeekTo(found->second);
  const uint32_t begin = token_.begin;
  bool is_read = true;
  if (At(TokenKind::kHashName) && TokenText().find('.') == std::string_view::npos) {
    is_read = ResolveAliasText(TokenText(), text);
  } else {
    is_read = ParseAttribute() != nullptr;
    text = TextBetween(begin, previous_end_);
  }
  open_aliases_.erase(found->first);
  SeekTo(back);
  previous_end_ = back_end;
  return is_read;
}

}  // namespace paddock
