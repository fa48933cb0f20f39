// Lexer: splits a text into tokens, one at a time, from any offset.
#ifndef PADDOCK_CORE_TEXT_LEXER_H_
#define PADDOCK_CORE_TEXT_LEXER_H_

#include <cstdint>
#include <string_view>

namespace paddock {

enum class TokenKind : uint8_t {
  kEnd,
  kUnknown,             // a character that starts no token
  kUnterminatedString,  // up to the end of its line
  kWord,                // func.func, tensor, x3xf32
  kInteger,             // 12, 0x1F
  kFloat,               // 1.5e-3, 5e3
  kString,              // "text", with its quotes
  kValueName,           // %name
  kSymbolName,          // @name, @"any text"
  kHashName,            // #name, #dialect.attribute, #1
  kTypeName,            // !name, !dialect.type
  kBlockName,           // ^name
  kArrow,               // ->
  kLeftParen,
  kRightParen,
  kLeftBrace,
  kRightBrace,
  kLeftSquare,
  kRightSquare,
  kLess,
  kGreater,
  kComma,
  kColon,
  kEqual,
  kMinus,
  kPlus,
  kQuestion,
  kStar,
  kSlash,
  kBar,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  uint32_t begin = 0;
  uint32_t end = 0;
};

class Lexer {
 public:
  // Skips a byte order mark before the text.
  explicit Lexer(std::string_view text)
      : text_(text), at_(text.starts_with("\xEF\xBB\xBF") ? 3 : 0) {}

  // Returns the next token, without blanks and `//` comments; kEnd at the end, also repeatedly.
  Token Next();
  // Continues from the byte `offset`.
  void Seek(uint32_t offset) { at_ = offset; }
  uint32_t offset() const { return at_; }
  std::string_view text() const { return text_; }
  std::string_view TextOf(const Token& token) const {
    return text_.substr(token.begin, token.end - token.begin);
  }

 private:
  void SkipBlanks();
  char Peek(uint32_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  TokenKind Take();
  TokenKind TakePunctuation(char c);
  TokenKind TakeNumber();
  // `e-3`; returns false if there is none.
  bool TakeExponent();
  TokenKind TakeString();
  TokenKind TakePrefixed(char prefix);
  void TakeName();

  std::string_view text_;
  uint32_t at_ = 0;
};

// Returns whether `c` is a letter, a digit, `_`, `$` or `.`, which a word may have after its start.
bool IsNameCharacter(char c);
bool IsNameStart(char c);

}  // namespace paddock

#endif  // PADDOCK_CORE_TEXT_LEXER_H_
