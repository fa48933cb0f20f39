#include "tests/generate/plain_lexer.h"

namespace paddock::generate {
namespace {

bool IsPlainDigit(char c) { return c >= '0' && c <= '9'; }
bool IsPlainHex(char c) {
  return IsPlainDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
bool IsPlainLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsPlainName(char c) { return IsPlainLetter(c) || IsPlainDigit(c) || c == '.' || c == '$'; }

int HexValue(char c) {
  if (IsPlainDigit(c)) return c - '0';
  return (c >= 'a' ? c - 'a' : c - 'A') + 10;
}

}  // namespace

void PlainLexer::Fail(std::string_view problem) {
  if (problem_.empty()) {
    problem_ = std::string(problem) + " at byte " + std::to_string(begin_) + " ('" +
               std::string(token_.substr(0, 20)) + "')";
  }
  kind_ = 'e';
  token_ = {};
  at_ = text_.size();
}

void PlainLexer::SkipBlanks() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
      ++at_;
    } else if (text_.substr(at_, 2) == "//") {
      while (at_ < text_.size() && text_[at_] != '\n') ++at_;
    } else {
      return;
    }
  }
}

void PlainLexer::TakeNumber() {
  kind_ = 'n';
  if (text_.substr(at_, 2) == "0x" && at_ + 2 < text_.size() && IsPlainHex(text_[at_ + 2])) {
    at_ += 2;
    while (at_ < text_.size() && IsPlainHex(text_[at_])) ++at_;
    return;
  }
  const auto skip_digits = [&] {
    while (at_ < text_.size() && IsPlainDigit(text_[at_])) ++at_;
  };
  skip_digits();
  if (at_ < text_.size() && text_[at_] == '.') {
    ++at_;
    skip_digits();
  }
  size_t after = at_;
  if (after < text_.size() && (text_[after] == 'e' || text_[after] == 'E')) {
    ++after;
    if (after < text_.size() && (text_[after] == '-' || text_[after] == '+')) ++after;
    if (after < text_.size() && IsPlainDigit(text_[after])) {
      at_ = after;
      skip_digits();
    }
  }
}

void PlainLexer::TakeString() {
  ++at_;
  while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n') {
    at_ += text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n' ? 2 : 1;
  }
  if (at_ >= text_.size() || text_[at_] != '"') return Fail("an open string");
  ++at_;
}

void PlainLexer::TakeName() {
  ++at_;
  if (kind_ == '@' && at_ < text_.size() && text_[at_] == '"') return TakeString();
  const size_t first = at_;
  while (at_ < text_.size() &&
         (IsPlainName(text_[at_]) || (text_[at_] == '-' && kind_ != '#' && kind_ != '!'))) {
    ++at_;
  }
  if (at_ == first) Fail("a sign without a name");
}

void PlainLexer::Next() {
  if (has_failed()) return;
  SkipBlanks();
  begin_ = at_;
  if (at_ >= text_.size()) {
    kind_ = 'e';
    token_ = {};
    return;
  }
  const char c = text_[at_];
  kind_ = c;
  if (IsPlainDigit(c)) {
    TakeNumber();
  } else if (IsPlainLetter(c)) {
    kind_ = 'w';
    while (at_ < text_.size() && IsPlainName(text_[at_])) ++at_;
  } else if (c == '"') {
    kind_ = 's';
    TakeString();
  } else if (c == '%' || c == '@' || c == '#' || c == '!' || c == '^') {
    TakeName();
  } else if (text_.substr(at_, 2) == "->") {
    kind_ = 'a';
    at_ += 2;
  } else {
    ++at_;
  }
  if (!has_failed()) token_ = text_.substr(begin_, at_ - begin_);
}

bool PlainLexer::IsComplexNext() const {
  PlainLexer ahead = *this;
  ahead.Next();
  return ahead.Is('n') || ahead.Is('-') || ahead.Is('+');
}

void PlainLexer::Expect(char kind, std::string_view what) {
  if (kind_ != kind) return Fail("no " + std::string(what));
  Next();
}

bool PlainLexer::Accept(char kind) {
  if (kind_ != kind) return false;
  Next();
  return true;
}

std::string PlainLexer::Take() {
  std::string text(token_);
  Next();
  return text;
}

std::string PlainLexer::TakeShape() {
  if (has_failed()) return {};
  std::string shape;
  at_ = begin_;
  while (true) {
    SkipBlanks();
    const size_t before = at_;
    std::string size;
    if (at_ < text_.size() && text_[at_] == '?') {
      size = "?";
      ++at_;
    }
    while (size != "?" && at_ < text_.size() && IsPlainDigit(text_[at_])) size += text_[at_++];
    SkipBlanks();
    if (size.empty() || at_ >= text_.size() || text_[at_] != 'x') {
      at_ = before;
      break;
    }
    ++at_;
    while (size.size() > 1 && size[0] == '0') size.erase(0, 1);
    shape += size + "x";
  }
  Next();
  return shape;
}

std::string PlainLexer::Unquoted() {
  const std::string_view inner = token_.substr(1, token_.size() - 2);
  std::string bytes;
  for (size_t i = 0; i < inner.size(); ++i) {
    if (inner[i] != '\\') {
      bytes += inner[i];
      continue;
    }
    const char next = i + 1 < inner.size() ? inner[i + 1] : '\0';
    const bool is_hex = i + 2 < inner.size() && IsPlainHex(next) && IsPlainHex(inner[i + 2]);
    if (next == 'n' || next == 't' || next == '"' || next == '\\') {
      bytes += next == 'n' ? '\n' : next == 't' ? '\t' : next;
      ++i;
    } else if (is_hex) {
      bytes += static_cast<char>(HexValue(next) * 16 + HexValue(inner[i + 2]));
      i += 2;
    } else {
      Fail("an unknown escape");
      return {};
    }
  }
  return bytes;
}

}  // namespace paddock::generate
