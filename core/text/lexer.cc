#include "core/text/lexer.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace paddock {
namespace {

enum CharacterClass : uint8_t { kBlank = 1, kDigit = 2, kStart = 4, kInner = 8, kHex = 16 };

constexpr std::array<uint8_t, 256> kClasses = [] {
  std::array<uint8_t, 256> classes{};
  for (char c : {' ', '\t', '\n', '\r'}) classes[static_cast<uint8_t>(c)] = kBlank;
  for (int c = '0'; c <= '9'; ++c) classes[c] = kDigit | kInner | kHex;
  for (int c = 'a'; c <= 'z'; ++c) classes[c] = kStart | kInner;
  for (int c = 'A'; c <= 'Z'; ++c) classes[c] = kStart | kInner;
  for (int c = 'a'; c <= 'f'; ++c) classes[c] |= kHex;
  for (int c = 'A'; c <= 'F'; ++c) classes[c] |= kHex;
  classes['_'] = kStart | kInner;
  classes['$'] = kInner;
  classes['.'] = kInner;
  return classes;
}();

bool Is(char c, uint8_t classes) { return (kClasses[static_cast<uint8_t>(c)] & classes) != 0; }

}  // namespace

bool IsNameCharacter(char c) { return Is(c, kInner); }
bool IsNameStart(char c) { return Is(c, kStart); }

void Lexer::SkipBlanks() {
  while (true) {
    while (at_ < text_.size() && Is(text_[at_], kBlank)) ++at_;
    if (Peek() != '/' || Peek(1) != '/') return;
    const void* newline = std::memchr(text_.data() + at_, '\n', text_.size() - at_);
    at_ = newline == nullptr
              ? static_cast<uint32_t>(text_.size())
              : static_cast<uint32_t>(static_cast<const char*>(newline) - text_.data());
  }
}

Token Lexer::Next() {
  SkipBlanks();
  Token token;
  token.begin = at_;
  token.kind = at_ >= text_.size() ? TokenKind::kEnd : Take();
  token.end = at_;
  return token;
}

TokenKind Lexer::Take() {
  const char c = text_[at_];
  if (Is(c, kStart)) {
    TakeName();
    return TokenKind::kWord;
  }
  if (Is(c, kDigit)) return TakeNumber();
  switch (c) {
    case '"':
      return TakeString();
    case '%':
    case '@':
    case '#':
    case '!':
    case '^':
      return TakePrefixed(c);
    default:
      return TakePunctuation(c);
  }
}

TokenKind Lexer::TakePunctuation(char c) {
  ++at_;
  switch (c) {
    case '(':
      return TokenKind::kLeftParen;
    case ')':
      return TokenKind::kRightParen;
    case '{':
      return TokenKind::kLeftBrace;
    case '}':
      return TokenKind::kRightBrace;
    case '[':
      return TokenKind::kLeftSquare;
    case ']':
      return TokenKind::kRightSquare;
    case '<':
      return TokenKind::kLess;
    case '>':
      return TokenKind::kGreater;
    case ',':
      return TokenKind::kComma;
    case ':':
      return TokenKind::kColon;
    case '=':
      return TokenKind::kEqual;
    case '+':
      return TokenKind::kPlus;
    case '?':
      return TokenKind::kQuestion;
    case '*':
      return TokenKind::kStar;
    case '/':
      return TokenKind::kSlash;
    case '|':
      return TokenKind::kBar;
    case '-':
      if (Peek() != '>') return TokenKind::kMinus;
      ++at_;
      return TokenKind::kArrow;
    default:
      // Includes the rest of a UTF-8 sequence in the token of its first byte.
      while ((static_cast<uint8_t>(Peek()) & 0xC0) == 0x80) ++at_;
      return TokenKind::kUnknown;
  }
}

void Lexer::TakeName() {
  while (at_ < text_.size() && Is(text_[at_], kInner)) ++at_;
}

TokenKind Lexer::TakeNumber() {
  if (Peek() == '0' && Peek(1) == 'x' && Is(Peek(2), kHex)) {
    at_ += 2;
    while (Is(Peek(), kHex)) ++at_;
    return TokenKind::kInteger;
  }
  while (Is(Peek(), kDigit)) ++at_;
  const bool has_point = Peek() == '.';
  if (has_point) {
    ++at_;
    while (Is(Peek(), kDigit)) ++at_;
  }
  return TakeExponent() || has_point ? TokenKind::kFloat : TokenKind::kInteger;
}

bool Lexer::TakeExponent() {
  if ((Peek() | 0x20) != 'e') return false;
  const uint32_t sign = Peek(1) == '-' || Peek(1) == '+' ? 1 : 0;
  if (!Is(Peek(1 + sign), kDigit)) return false;
  at_ += 1 + sign;
  while (Is(Peek(), kDigit)) ++at_;
  return true;
}

// Scans to the quote in one pass, since a large literal is most of the text. Backslashes and
// newlines are searched in the scanned part.
TokenKind Lexer::TakeString() {
  uint32_t from = at_ + 1;
  while (true) {
    const char* begin = text_.data() + from;
    const void* quote = std::memchr(begin, '"', text_.size() - from);
    const size_t size = quote == nullptr
                            ? text_.size() - from
                            : static_cast<size_t>(static_cast<const char*>(quote) - begin);
    const void* newline = std::memchr(begin, '\n', size);
    if (newline != nullptr || quote == nullptr) {
      at_ = newline == nullptr
                ? static_cast<uint32_t>(text_.size())
                : static_cast<uint32_t>(static_cast<const char*>(newline) - text_.data());
      return TokenKind::kUnterminatedString;
    }
    at_ = from + static_cast<uint32_t>(size) + 1;
    // The quote is escaped after an odd number of backslashes.
    size_t backslashes = 0;
    while (backslashes < size && begin[size - 1 - backslashes] == '\\') ++backslashes;
    if (backslashes % 2 == 0) return TokenKind::kString;
    from = at_;
  }
}

TokenKind Lexer::TakePrefixed(char prefix) {
  ++at_;
  if (prefix == '@' && Peek() == '"') {
    return TakeString() == TokenKind::kString ? TokenKind::kSymbolName
                                              : TokenKind::kUnterminatedString;
  }
  const uint32_t begin = at_;
  if (Is(Peek(), kDigit) && prefix != '@' && prefix != '!') {
    while (Is(Peek(), kDigit)) ++at_;
  } else if (prefix == '@') {
    if (Is(Peek(), kStart)) TakeName();
  } else {
    const auto is_inner = [](char c) { return Is(c, kInner) || c == '-'; };
    // `-` belongs to value and block names, but `#a->` and `!t->` end before the arrow.
    const bool may_hold_dash = prefix == '%' || prefix == '^';
    while (at_ < text_.size() &&
           (may_hold_dash ? is_inner(text_[at_]) && !(text_[at_] == '-' && Peek(1) == '>')
                          : Is(text_[at_], kInner))) {
      ++at_;
    }
  }
  if (at_ == begin) return TokenKind::kUnknown;
  switch (prefix) {
    case '%':
      return TokenKind::kValueName;
    case '@':
      return TokenKind::kSymbolName;
    case '#':
      return TokenKind::kHashName;
    case '!':
      return TokenKind::kTypeName;
    default:
      return TokenKind::kBlockName;
  }
}

}  // namespace paddock
