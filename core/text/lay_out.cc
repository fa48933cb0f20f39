#include "core/text/lay_out.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/text/lexer.h"

namespace paddock {
namespace {

constexpr int64_t kIndent = 2;

// Words without a dialect that begin a line.
constexpr std::string_view kStatementWords[] = {"call",   "cond",    "do",    "func",
                                                "module", "reducer", "return"};

bool IsOpening(TokenKind kind) {
  return kind == TokenKind::kLeftParen || kind == TokenKind::kLeftBrace ||
         kind == TokenKind::kLeftSquare || kind == TokenKind::kLess;
}

std::optional<TokenKind> OpeningOf(TokenKind kind) {
  switch (kind) {
    case TokenKind::kRightParen:
      return TokenKind::kLeftParen;
    case TokenKind::kRightBrace:
      return TokenKind::kLeftBrace;
    case TokenKind::kRightSquare:
      return TokenKind::kLeftSquare;
    case TokenKind::kGreater:
      return TokenKind::kLess;
    default:
      return std::nullopt;
  }
}

// Returns whether a token continues its operation, at the end of a line or at the beginning.
bool AsksForMore(TokenKind kind) {
  return kind == TokenKind::kComma || kind == TokenKind::kEqual || kind == TokenKind::kArrow ||
         kind == TokenKind::kColon;
}

// Returns the columns of the blanks before the first other character. A tab is two.
int64_t WidthOf(std::string_view blanks) {
  int64_t width = 0;
  for (char c : blanks) width += c == '\t' ? kIndent : c == '\r' ? 0 : 1;
  return width;
}

class Layout {
 public:
  explicit Layout(std::string_view text) : lexer_(text), text_(text) {}

  std::string Make() {
    if (text_.starts_with("\xEF\xBB\xBF")) last_.end = 3;
    while (true) {
      const Token token = lexer_.Next();
      const std::string_view gap = text_.substr(last_.end, token.begin - last_.end);
      if (foreign_depth_ != 0 && token.kind != TokenKind::kEnd) {
        KeepGap(gap);
      } else {
        Gap(gap, token);
        if (token.kind == TokenKind::kEnd) break;
        if (is_line_start_ || out_.empty()) {
          Indent(token);
        } else if (NeedsBlank(token)) {
          out_ += ' ';
        }
      }
      Take(token);
    }
    while (out_.ends_with('\n')) out_.pop_back();
    return out_.empty() ? out_ : out_ + "\n";
  }

 private:
  struct Bracket {
    TokenKind kind;
    uint64_t line;
    // Columns by which the line that opened it was moved to the right.
    int64_t shift;
    // Whether it is the last brace that its line left open.
    bool indents;
    // Whether it holds names with values, not operations.
    bool is_dictionary;
  };

  // Copies a gap inside the body of a dialect's attribute or type.
  void KeepGap(std::string_view gap) {
    out_ += gap;
    if (gap.find('\n') == std::string_view::npos) return;
    ++line_;
    shift_ = 0;
  }

  // Writes the comments and newlines before `token`. The caller handles the blanks right before it.
  void Gap(std::string_view gap, const Token& token) {
    blanks_ = gap;
    while (true) {
      const size_t newline = gap.find('\n');
      const size_t comment = gap.find("//");
      if (newline == std::string_view::npos && comment == std::string_view::npos) break;
      if (comment < newline) {
        const size_t end = std::min(newline, gap.size());
        Comment(gap.substr(0, comment), gap.substr(comment, end - comment), token);
        gap.remove_prefix(end);
      } else {
        gap.remove_prefix(newline + 1);
        EndLine();
      }
      blanks_ = gap;
    }
  }

  void EndLine() {
    if (out_.empty() || out_.ends_with("\n\n")) return;
    // A line of the source ends even if nothing is on it.
    out_ += '\n';
    is_line_start_ = true;
    bool is_last = true;
    for (size_t i = brackets_.size(); i != 0 && brackets_[i - 1].line == line_; --i) {
      Bracket& bracket = brackets_[i - 1];
      bracket.indents = is_last && bracket.kind == TokenKind::kLeftBrace;
      if (bracket.indents) is_last = false;
    }
    ++line_;
  }

  void Comment(std::string_view blanks, std::string_view comment, const Token& next) {
    comment = comment.substr(0, comment.find_last_not_of(" \t\r") + 1);
    if (out_.empty() || is_line_start_) {
      out_.append(ColumnOfComment(next, WidthOf(blanks)), ' ');
    } else {
      out_.append(static_cast<size_t>(std::max<int64_t>(1, WidthOf(blanks))), ' ');
    }
    out_ += comment;
    is_line_start_ = false;
  }

  // Returns the column of the token after the comment, or inside a bracket that closes after it.
  size_t ColumnOfComment(const Token& next, int64_t column) const {
    const bool is_last = OpeningOf(next.kind).has_value() && IsIndented();
    const int64_t moved = is_last ? Depth(brackets_.size()) : Column(next, column);
    return static_cast<size_t>(std::max<int64_t>(0, moved));
  }

  // Returns whether lines are indented here: the innermost bracket, if any, is an indenting brace.
  bool IsIndented() const { return brackets_.empty() || brackets_.back().indents; }

  int64_t Depth(size_t count) const {
    return kIndent * std::count_if(brackets_.begin(),
                                   brackets_.begin() + static_cast<int64_t>(count),
                                   [](const Bracket& bracket) { return bracket.indents; });
  }

  // Returns the column of a line whose first token is `token`, which stood at `column`.
  int64_t Column(const Token& token, int64_t column) const {
    size_t count = brackets_.size();
    Token closing = token;
    Lexer ahead = lexer_;
    // `})` closes both brackets.
    while (count != 0 && OpeningOf(closing.kind) == brackets_[count - 1].kind) {
      --count;
      const Token next = ahead.Next();
      const std::string_view gap = text_.substr(closing.end, next.begin - closing.end);
      if (gap.find('\n') != std::string_view::npos) break;
      closing = next;
    }
    if (count != brackets_.size() && token.kind == TokenKind::kRightBrace) return Depth(count);
    if (!IsIndented()) return column + brackets_.back().shift;
    if (token.kind == TokenKind::kBlockName) return Depth(count) - kIndent;
    return Depth(count) + (IsContinued(token) ? kIndent : 0);
  }

  // Returns whether the previous line ended within an operation or an entry of a dictionary.
  bool IsContinued(const Token& token) const {
    if (last_.kind == TokenKind::kEnd || token.kind == TokenKind::kEnd) return false;
    if (last_.kind == TokenKind::kColon && is_label_) return false;
    if (last_.kind == TokenKind::kComma && IsInDictionary()) return false;
    return AsksForMore(last_.kind) ||
           (last_.kind != TokenKind::kLeftBrace && !BeginsStatement(token));
  }

  // Returns whether an operation, an alias, a label, or a keyword before a region begins here.
  bool BeginsStatement(const Token& token) const {
    Lexer ahead = lexer_;
    const std::string_view word = lexer_.TextOf(token);
    switch (token.kind) {
      case TokenKind::kValueName:
      case TokenKind::kBlockName:
      case TokenKind::kRightBrace:
        return true;
      case TokenKind::kWord:
        return word.find('.') != std::string_view::npos ||
               std::ranges::find(kStatementWords, word) != std::end(kStatementWords);
      case TokenKind::kString:
        return ahead.Next().kind == TokenKind::kLeftParen;
      case TokenKind::kHashName:
      case TokenKind::kTypeName:
        return ahead.Next().kind == TokenKind::kEqual;
      case TokenKind::kLeftBrace:
        return !BeginsDictionary();
      default:
        return false;
    }
  }

  bool IsInDictionary() const { return !brackets_.empty() && brackets_.back().is_dictionary; }

  void Indent(const Token& token) {
    const int64_t before = WidthOf(blanks_);
    const int64_t column = std::max<int64_t>(0, Column(token, before));
    out_.append(static_cast<size_t>(column), ' ');
    shift_ = column - before;
    is_line_start_ = false;
    if (IsIndented()) is_label_ = token.kind == TokenKind::kBlockName;
  }

  bool NeedsBlank(const Token& token) const {
    const TokenKind left = last_.kind;
    const TokenKind right = token.kind;
    if (left == TokenKind::kComma || left == TokenKind::kEqual || right == TokenKind::kEqual) {
      return true;
    }
    // `[b, 0, f]x[0, i, o]->[b, 0, f]` in convolutions is one word.
    if (right == TokenKind::kArrow) return left != TokenKind::kRightSquare || !blanks_.empty();
    if (left == TokenKind::kArrow) return !is_tight_ || !blanks_.empty();
    if (right == TokenKind::kComma || left == TokenKind::kLeftParen ||
        left == TokenKind::kLeftSquare || right == TokenKind::kRightParen ||
        right == TokenKind::kRightSquare) {
      return false;
    }
    const bool is_edge = left == TokenKind::kLeftBrace || right == TokenKind::kRightBrace;
    return !blanks_.empty() && !(is_edge && IsInDictionary());
  }

  void Take(const Token& token) {
    is_tight_ = token.kind == TokenKind::kArrow && last_.kind == TokenKind::kRightSquare &&
                last_.end == token.begin;
    out_ += lexer_.TextOf(token);
    if (IsOpening(token.kind)) {
      Open(token);
    } else if (const auto opening = OpeningOf(token.kind)) {
      Close(*opening);
    }
    last_ = token;
  }

  void Open(const Token& token) {
    const bool is_foreign =
        token.kind == TokenKind::kLess && last_.end == token.begin &&
        (last_.kind == TokenKind::kHashName || last_.kind == TokenKind::kTypeName);
    if (foreign_depth_ != 0 || is_foreign) ++foreign_depth_;
    const bool is_dictionary = token.kind == TokenKind::kLeftBrace && BeginsDictionary();
    brackets_.push_back({token.kind, line_, shift_, false, is_dictionary});
  }

  // Returns whether `name =`, `name,` or `name}` follows a brace.
  bool BeginsDictionary() const {
    Lexer ahead = lexer_;
    const TokenKind name = ahead.Next().kind;
    const TokenKind next = ahead.Next().kind;
    return (name == TokenKind::kWord || name == TokenKind::kString) &&
           (next == TokenKind::kEqual || next == TokenKind::kComma ||
            next == TokenKind::kRightBrace);
  }

  // An unmatched closing bracket changes nothing.
  void Close(TokenKind opening) {
    if (brackets_.empty() || brackets_.back().kind != opening) return;
    if (foreign_depth_ != 0) --foreign_depth_;
    brackets_.pop_back();
  }

  Lexer lexer_;
  std::string_view text_;
  std::string out_;
  Token last_;
  std::string_view blanks_;
  std::vector<Bracket> brackets_;
  uint64_t line_ = 0;
  int64_t shift_ = 0;
  // Number of open brackets inside the body of a dialect's attribute or type.
  size_t foreign_depth_ = 0;
  bool is_line_start_ = false;
  // Whether the last token is the arrow of a convolution's dimensions.
  bool is_tight_ = false;
  // Whether the line is or continues a label, `^bb0(...):`.
  bool is_label_ = false;
};

}  // namespace

std::string LayOut(std::string_view text) { return Layout(text).Make(); }

}  // namespace paddock
