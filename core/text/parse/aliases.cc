// Aliases: `#name = attribute` and `!name = type` at the top of a text, at its end, or between
// operations.
#include <algorithm>
#include <cstring>

#include "core/text/parse/parser.h"

namespace paddock {
namespace {

// Maximum number of nodes of an alias. Aliases of aliases could expand to trees of any size.
constexpr size_t kMaximumNodes = 10000;

// Counts the nodes of a tree, up to the limit.
void CountNodes(const Attribute& attribute, size_t& nodes) {
  if (++nodes > kMaximumNodes) return;
  for (const Attribute* element : attribute.elements) CountNodes(*element, nodes);
  for (const NamedAttribute& field : attribute.fields) CountNodes(*field.value, nodes);
}

void CountNodes(Type type, size_t& nodes) {
  if (!type || ++nodes > kMaximumNodes) return;
  CountNodes(type->element, nodes);
  for (const Type element : type->elements) CountNodes(element, nodes);
  for (const Type result : type->results) CountNodes(result, nodes);
}

}  // namespace

// Finds the definition of each alias, at the first use of one. Definitions start a line.
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
        aliases_.emplace(lexer.TextOf(name), Alias(equal.end));
      }
    }
    const void* newline = std::memchr(text.data() + line, '\n', text.size() - line);
    if (newline == nullptr) return;
    line = static_cast<size_t>(static_cast<const char*>(newline) - text.data()) + 1;
  }
}

// Reads the value after `=`, once. The parser then is after it, or at the place of the failure.
bool Parser::ReadAlias(std::string_view name, Alias& alias, Span span) {
  // Its first reading reported the error.
  if (alias.has_failed) return false;
  if (alias.is_open) {
    return Fail(span, "the alias '" + std::string(name) + "' refers to itself");
  }
  alias.is_open = true;
  SeekTo(alias.begin);
  const uint32_t value_begin = token_.begin;
  size_t nodes = 0;
  if (name.starts_with('!')) {
    alias.type = ParseType();
    CountNodes(alias.type, nodes);
  } else {
    alias.value = ParseAttribute();
    if (alias.value != nullptr) CountNodes(*alias.value, nodes);
  }
  alias.is_open = false;
  alias.has_failed = !alias.is_read();
  alias.text = TextBetween(value_begin, std::max(value_begin, previous_end_));
  if (nodes <= kMaximumNodes) return alias.is_read();
  alias.has_failed = true;
  alias.type = Type();
  alias.value = nullptr;
  return Fail(span, "the alias '" + std::string(name) + "' expands to too much text", "nesting");
}

bool Parser::ParseAliasDefinition() {
  const Span span = TokenSpan();
  const std::string_view name = TokenText();
  if (name.find('.') != std::string_view::npos) {
    return Fail(span, "the name of an alias may not hold a '.'");
  }
  Advance();
  if (!Expect(TokenKind::kEqual, {"after the name of an alias"})) return false;
  FindAliases();
  // Includes an alias that does not start its line.
  Alias& alias = aliases_.emplace(name, Alias(previous_end_)).first->second;
  if (alias.begin != previous_end_) {
    return Fail(span, "the alias '" + std::string(name) + "' is defined twice");
  }
  if (!alias.is_read()) return ReadAlias(name, alias, span);
  SeekTo(static_cast<uint32_t>(alias.text.data() - lexer_.text().data() + alias.text.size()));
  return true;
}

// Returns the alias that the token names, with its value read; `nullptr` after a diagnostic. The
// parser then is after the token.
Parser::Alias* Parser::UseAlias() {
  const Span span = TokenSpan();
  const std::string_view name = TokenText();
  FindAliases();
  const auto found = aliases_.find(name);
  if (found == aliases_.end()) {
    Fail(span, "unknown alias '" + std::string(name) + "'");
    return nullptr;
  }
  // The map may grow while the value is read, but its entries keep their addresses.
  Alias& alias = found->second;
  const bool is_read = alias.is_read() || ReadAlias(name, alias, span);
  SeekTo(span.end);
  return is_read ? &alias : nullptr;
}

bool Parser::IsAlias(std::string_view name) {
  FindAliases();
  return aliases_.contains(name);
}

}  // namespace paddock
