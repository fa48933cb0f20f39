// Tokens of the specification's grammar, for ReadPlainly.
#ifndef PADDOCK_TESTS_GENERATE_PLAIN_LEXER_H_
#define PADDOCK_TESTS_GENERATE_PLAIN_LEXER_H_

#include <string>
#include <string_view>

namespace paddock::generate {

class PlainLexer {
 public:
  explicit PlainLexer(std::string_view text) : text_(text) { Next(); }

  // Kind of the current token: 'w' a word, 'n' a number, 's' a string, '%' '@' '#' '!' '^' a name
  // with this sign, 'e' the end, otherwise the character itself. '>' after '-' is one token, of
  // kind 'a'.
  char kind() const { return kind_; }
  std::string_view text() const { return token_; }
  bool Is(char kind) const { return kind_ == kind; }
  bool IsWord(std::string_view word) const { return kind_ == 'w' && token_ == word; }
  void Next();
  // Takes a token of this kind; fails if it is another.
  void Expect(char kind, std::string_view what);
  bool Accept(char kind);
  std::string Take();

  // Reads `2x?x` and the sizes in it from the characters after the token.
  std::string TakeShape();
  // Returns the bytes of a string token, with escapes resolved.
  std::string Unquoted();

  bool has_failed() const { return !problem_.empty(); }
  const std::string& problem() const { return problem_; }
  // Records the first problem; from then on every token is the end.
  void Fail(std::string_view problem);
  // After '(': whether a number comes next, as in a complex one.
  bool IsComplexNext() const;
  // Returns the character after the token, such as the `#` of a result's number.
  char CharacterAfter() const { return at_ < text_.size() ? text_[at_] : '\0'; }

 private:
  void SkipBlanks();
  void TakeNumber();
  void TakeString();
  void TakeName();

  std::string_view text_;
  std::string_view token_;
  size_t at_ = 0;
  size_t begin_ = 0;
  char kind_ = 'e';
  std::string problem_;
};

}  // namespace paddock::generate

#endif  // PADDOCK_TESTS_GENERATE_PLAIN_LEXER_H_
