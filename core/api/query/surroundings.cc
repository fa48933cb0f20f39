#include "core/api/query/surroundings.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace paddock {
namespace {

// Maximum number of names that one definition, `%r:1000`, adds.
constexpr uint32_t kMostResults = 100;

bool IsSigil(char c) { return c == '%' || c == '@' || c == '#' || c == '!' || c == '^'; }

Span WordBefore(std::string_view text, uint32_t offset) {
  uint32_t begin = offset;
  while (begin > 0 && (IsNameCharacter(text[begin - 1]) || text[begin - 1] == '#')) --begin;
  if (begin > 0 && (begin == text.size() || text[begin] != '#') && IsSigil(text[begin - 1]))
    --begin;
  return {begin, offset};
}

// Finds an operation by its name in the text; `func` and `return` belong to the dialect func.
const OpInfo* FindWrittenOp(std::string_view word) {
  const OpInfo* const info = FindOp(word);
  return info != nullptr || word.contains('.') ? info : FindOp("func." + std::string(word));
}

// Returns whether a line that ends with the token continues on the next one.
bool AsksForMore(TokenKind kind) {
  switch (kind) {
    case TokenKind::kComma:
    case TokenKind::kEqual:
    case TokenKind::kArrow:
    case TokenKind::kColon:
    case TokenKind::kLeftParen:
    case TokenKind::kLeftSquare:
    case TokenKind::kLess:
      return true;
    default:
      return false;
  }
}

class SurroundingsReader {
 public:
  SurroundingsReader(std::string_view text, uint32_t offset) : lexer_(text), text_(text) {
    found_.word = WordBefore(text, offset);
  }

  Surroundings Read() {
    while (true) {
      const Token token = lexer_.Next();
      if (token.kind == TokenKind::kEnd || token.begin >= found_.word.begin) break;
      if (token.end > found_.word.begin) {
        ReadAround(token);
        break;
      }
      Take(token);
    }
    Finish();
    return std::move(found_);
  }

 private:
  struct Scope {
    std::vector<NameInScope> names;
    // Names of the statement that is being read, which itself cannot use them.
    std::vector<NameInScope> defined;
    // Arguments of the region, of which a loop has two.
    std::vector<NameInScope> arguments;
    int open_parentheses = 0;
  };

  // The word is in a token, which is a string or a mistake.
  void ReadAround(const Token& token) {
    const bool is_string =
        token.kind == TokenKind::kString || token.kind == TokenKind::kUnterminatedString;
    found_.is_in_string = is_string;
    if (is_string) next_begin_ = token.begin;
  }

  bool IsFirstOfLine(uint32_t begin) const {
    const std::string_view gap = text_.substr(last_.end, begin - last_.end);
    return last_.kind == TokenKind::kEnd || gap.contains('\n');
  }

  void Take(const Token& token) {
    const bool is_after_brace =
        last_.kind == TokenKind::kLeftBrace || last_.kind == TokenKind::kRightBrace;
    if ((IsFirstOfLine(token.begin) || is_after_brace) && BeginsStatement(token)) {
      StartStatement(token);
    }
    TakeScope(token);
    found_.statement.push_back(token);
    TakeOperation(token);
    last_ = token;
  }

  // Returns the token behind the one that was read last.
  Token Peek() const {
    Lexer ahead = lexer_;
    return ahead.Next();
  }

  bool BeginsStatement(const Token& token) const {
    switch (token.kind) {
      case TokenKind::kValueName:
        return IsDefinition();
      case TokenKind::kWord:
        return FindWrittenOp(lexer_.TextOf(token)) != nullptr || lexer_.TextOf(token) == "module";
      case TokenKind::kString:
        return Peek().kind == TokenKind::kLeftParen;
      case TokenKind::kBlockName:
      case TokenKind::kRightBrace:
        return true;
      default:
        return false;
    }
  }

  // Returns whether the value name that was read begins `%a, %b:2 =`.
  bool IsDefinition() const {
    Lexer ahead = lexer_;
    Token token = ahead.Next();
    while (true) {
      if (token.kind == TokenKind::kColon) {
        if (ahead.Next().kind != TokenKind::kInteger) return false;
        token = ahead.Next();
      }
      if (token.kind != TokenKind::kComma) return token.kind == TokenKind::kEqual;
      if (ahead.Next().kind != TokenKind::kValueName) return false;
      token = ahead.Next();
    }
  }

  void StartStatement(const Token& token) {
    Scope& scope = scopes_.back();
    std::ranges::move(scope.defined, std::back_inserter(scope.names));
    scope.defined.clear();
    scope.open_parentheses = 0;
    found_.statement.clear();
    found_.info = nullptr;
    found_.is_generic = false;
    is_defining_ = token.kind == TokenKind::kValueName;
  }

  void TakeOperation(const Token& token) {
    if (found_.info != nullptr || is_defining_) return;
    const size_t count = found_.statement.size();
    const bool is_expected = count == 1 || found_.statement[count - 2].kind == TokenKind::kEqual;
    std::string_view name = lexer_.TextOf(token);
    if (!is_expected) return;
    found_.is_generic = token.kind == TokenKind::kString;
    if (found_.is_generic) name = name.substr(1, name.size() - 2);
    if (found_.is_generic || token.kind == TokenKind::kWord) found_.info = FindWrittenOp(name);
  }

  void TakeScope(const Token& token) {
    switch (token.kind) {
      case TokenKind::kLeftBrace: {
        Scope inner;
        inner.names = inner.arguments = std::exchange(arguments_, {});
        scopes_.push_back(std::move(inner));
        return;
      }
      case TokenKind::kRightBrace:
        if (scopes_.size() == 1) return;
        ended_arguments_ = std::move(scopes_.back().arguments);
        scopes_.pop_back();
        return;
      case TokenKind::kWord:
        // The second region of a loop has the arguments of the first.
        if (lexer_.TextOf(token) == "do") arguments_ = std::exchange(ended_arguments_, {});
        return;
      case TokenKind::kLeftParen:
        ++scopes_.back().open_parentheses;
        return;
      case TokenKind::kRightParen:
        if (scopes_.back().open_parentheses > 0) --scopes_.back().open_parentheses;
        return;
      case TokenKind::kEqual:
        is_defining_ = false;
        return;
      case TokenKind::kValueName:
        TakeValue(token);
        return;
      default:
        return;
    }
  }

  void TakeValue(const Token& token) {
    if (is_defining_) {
      Define(token);
    } else if (scopes_.back().open_parentheses > 0 && IsArgument()) {
      // Arguments of a block follow its label, within the region.
      const bool is_block =
          !found_.statement.empty() && found_.statement[0].kind == TokenKind::kBlockName;
      auto& arguments = is_block ? scopes_.back().names : arguments_;
      arguments.push_back({std::string(lexer_.TextOf(token)), token.begin});
    }
  }

  // Returns whether `: type` or `= value` follows.
  bool IsArgument() const {
    Lexer ahead = lexer_;
    const TokenKind next = ahead.Next().kind;
    return next == TokenKind::kEqual ||
           (next == TokenKind::kColon && ahead.Next().kind != TokenKind::kInteger);
  }

  // Adds the names of `%r` or `%r:2`.
  void Define(const Token& token) {
    auto& defined = scopes_.back().defined;
    const std::string name(lexer_.TextOf(token));
    Lexer ahead = lexer_;
    const bool has_count = ahead.Next().kind == TokenKind::kColon;
    uint32_t count = 0;
    if (has_count) {
      const std::string_view written = ahead.TextOf(ahead.Next());
      std::from_chars(written.data(), written.data() + written.size(), count);
    }
    if (!has_count) defined.push_back({name, token.begin});
    for (uint32_t i = 0; i < std::min(count, kMostResults); ++i) {
      defined.push_back({name + "#" + std::to_string(i), token.begin});
    }
  }

  void Finish() {
    const uint32_t begin = found_.is_in_string ? next_begin_ : found_.word.begin;
    const std::string_view gap =
        begin < last_.end ? "" : text_.substr(last_.end, begin - last_.end);
    const size_t line = gap.rfind('\n');
    found_.is_in_comment = gap.substr(line == std::string_view::npos ? 0 : line + 1).contains("//");
    const bool is_new_line = line != std::string_view::npos || last_.kind == TokenKind::kEnd;
    const bool is_begin = is_new_line && !AsksForMore(last_.kind);
    const bool is_after_equal = last_.kind == TokenKind::kEqual && found_.info == nullptr &&
                                scopes_.back().open_parentheses == 0;
    found_.is_at_operation = is_begin || is_after_equal;
    if (is_begin) StartStatement(Token());
    for (Scope& scope : scopes_) std::ranges::move(scope.names, std::back_inserter(found_.names));
  }

  Lexer lexer_;
  std::string_view text_;
  Surroundings found_;
  Token last_;
  uint32_t next_begin_ = 0;
  bool is_defining_ = false;
  std::vector<Scope> scopes_ = std::vector<Scope>(1);
  // Arguments of the region whose brace follows, and of the region that ended last.
  std::vector<NameInScope> arguments_;
  std::vector<NameInScope> ended_arguments_;
};

}  // namespace

Surroundings SurroundingsOf(std::string_view text, uint32_t offset) {
  return SurroundingsReader(text, offset).Read();
}

}  // namespace paddock
