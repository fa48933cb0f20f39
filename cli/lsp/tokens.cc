// Semantic tokens: the kind of each word, for colors.
#include <array>
#include <map>
#include <string_view>

#include "cli/lsp/features.h"
#include "core/api/query/walk.h"
#include "core/diagnostics/json.h"
#include "core/dialect/op_info.h"
#include "core/ir/module.h"
#include "core/text/lexer.h"

namespace paddock::lsp {
namespace {

enum class Kind : uint8_t {
  kKeyword,
  kModifier,
  kVariable,
  kParameter,
  kFunction,
  kType,
  kNumber,
  kString,
  kComment,
  kProperty,
  kEnumMember,
  kMacro,
};
constexpr std::array<std::string_view, 12> kKindNames = {
    "keyword", "modifier", "variable", "parameter", "function",   "type",
    "number",  "string",   "comment",  "property",  "enumMember", "macro"};

enum Modifier : uint8_t { kDefinition = 1, kDeprecatedModifier = 2 };
constexpr std::array<std::string_view, 2> kModifierNames = {"definition", "deprecated"};

// Numbers in longer lines have no tokens: they are the elements of a literal.
constexpr size_t kLongLine = 20'000;

bool IsDigits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// Returns whether a word is a type without parameters: "f32", "ui8", "f8E4M3FN".
bool IsElementType(std::string_view word) {
  if (word == "index" || word == "none" || word == "tf32") return true;
  if (word.starts_with("bf") || word.starts_with("si") || word.starts_with("ui")) {
    return IsDigits(word.substr(2));
  }
  if (word.starts_with('i')) return IsDigits(word.substr(1));
  return word.starts_with('f') && word.size() > 1 && word[1] >= '0' && word[1] <= '9';
}

bool TakesTypes(std::string_view word) {
  return word == "tensor" || word == "tuple" || word == "complex" || word == "memref";
}

bool IsUpperCase(std::string_view word) {
  return word.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") == std::string_view::npos;
}

struct ValueKind {
  Kind kind = Kind::kVariable;
  uint8_t modifiers = 0;
};

// Kinds of the values' names, by their offset in the document.
std::map<size_t, ValueKind> ValueKindsOf(Document& document) {
  std::map<size_t, ValueKind> kinds;
  for (const Part& part : document.parts()) {
    const auto add = [&](Span span, const Value& value, uint8_t modifiers) {
      const Kind kind = value.is_block_argument() ? Kind::kParameter : Kind::kVariable;
      kinds[part.begin + span.begin] = {kind, modifiers};
    };
    ForEachOperation(
        *part.program->module().operation()->regions[0], [&](const Operation& operation, uint32_t) {
          for (size_t i = 0; i < operation.operand_spans.size(); ++i) {
            add(operation.operand_spans[i], *operation.operands[i], 0);
          }
          for (const Value* result : operation.results) add(result->span, *result, kDefinition);
          for (const Region* region : operation.regions) {
            for (const Block* block = region->first; block != nullptr; block = block->next) {
              for (const Value* argument : block->arguments) {
                add(argument->span, *argument, kDefinition);
              }
            }
          }
          return true;
        });
  }
  return kinds;
}

class TokenWriter {
 public:
  explicit TokenWriter(Document& document)
      : document_(document), values_(ValueKindsOf(document)), lexer_(document.text()) {}

  std::string Write() {
    size_t end = 0;
    while (true) {
      const Token token = lexer_.Next();
      AddComments(end, token.begin);
      if (token.kind == TokenKind::kEnd) return Json().Raw("data", data_.Array()).Object();
      AddToken(token);
      end = token.end;
    }
  }

 private:
  void Add(size_t begin, size_t end, Kind kind, uint8_t modifiers = 0) {
    const size_t line = document_.lines().LineAt(begin);
    const bool is_same_line = line == line_;
    const size_t from = is_same_line ? begin_ : document_.lines().StartOf(document_.text(), line);
    for (const size_t number :
         {line - line_, document_.UnitsIn(from, begin), document_.UnitsIn(begin, end),
          static_cast<size_t>(kind), static_cast<size_t>(modifiers)}) {
      data_.Element(std::to_string(number));
    }
    line_ = line;
    begin_ = begin;
  }

  // Adds the comments in the blanks between two tokens.
  void AddComments(size_t begin, size_t end) {
    const std::string_view text = document_.text();
    while ((begin = text.substr(0, end).find("//", begin)) != std::string_view::npos) {
      const size_t line_end = std::min(text.find_first_of("\r\n", begin), end);
      Add(begin, line_end, Kind::kComment);
      begin = line_end;
    }
  }

  void AddToken(const Token& token) {
    switch (token.kind) {
      case TokenKind::kWord:
        return AddWord(token);
      case TokenKind::kInteger:
      case TokenKind::kFloat:
        return AddNumber(token);
      case TokenKind::kString:
      case TokenKind::kUnterminatedString:
        return AddString(token);
      case TokenKind::kValueName:
        return AddValue(token);
      case TokenKind::kSymbolName:
        return Add(token.begin, token.end, Kind::kFunction);
      case TokenKind::kHashName:
      case TokenKind::kBlockName:
        return Add(token.begin, token.end, Kind::kMacro);
      case TokenKind::kTypeName:
        return Add(token.begin, token.end, Kind::kType);
      case TokenKind::kLess:
        type_depth_ += type_depth_ > 0 || is_type_next_ ? 1 : 0;
        is_type_next_ = false;
        return;
      case TokenKind::kGreater:
        type_depth_ -= type_depth_ > 0 ? 1 : 0;
        return;
      default:
        return;
    }
  }

  void AddValue(const Token& token) {
    const auto found = values_.find(token.begin);
    const ValueKind value = found == values_.end() ? ValueKind() : found->second;
    Add(token.begin, token.end, value.kind, value.modifiers);
  }

  void AddNumber(const Token& token) {
    if (type_depth_ > 0) return Add(token.begin, token.end, Kind::kType);
    const size_t line = document_.lines().LineAt(token.begin);
    const size_t size = document_.lines().EndOf(document_.text(), line) -
                        document_.lines().StartOf(document_.text(), line);
    if (size <= kLongLine) Add(token.begin, token.end, Kind::kNumber);
  }

  // The name of an operation in the generic form is in quotes.
  void AddString(const Token& token) {
    const std::string_view text = lexer_.TextOf(token);
    const OpInfo* const info = text.size() > 2 ? FindOp(text.substr(1, text.size() - 2)) : nullptr;
    if (info != nullptr) return AddOperation(token, *info);
    Add(token.begin, token.end, Kind::kString);
  }

  void AddOperation(const Token& token, const OpInfo& info) {
    Add(token.begin, token.end, Kind::kKeyword, info.has(kDeprecated) ? kDeprecatedModifier : 0);
  }

  void AddWord(const Token& token) {
    const std::string_view word = lexer_.TextOf(token);
    is_type_next_ = TakesTypes(word);
    if (is_type_next_ || type_depth_ > 0 || IsElementType(word)) {
      return Add(token.begin, token.end, Kind::kType);
    }
    if (const OpInfo* const info = FindOp(word)) return AddOperation(token, *info);
    Lexer ahead = lexer_;
    const bool is_property = ahead.Next().kind == TokenKind::kEqual;
    Add(token.begin, token.end,
        is_property          ? Kind::kProperty
        : word.contains('.') ? Kind::kKeyword
        : IsUpperCase(word)  ? Kind::kEnumMember
                             : Kind::kModifier);
  }

  Document& document_;
  std::map<size_t, ValueKind> values_;
  Lexer lexer_;
  Json data_;
  size_t line_ = 0;
  size_t begin_ = 0;
  // Number of open brackets of a type, and whether the next one opens a type.
  int type_depth_ = 0;
  bool is_type_next_ = false;
};

}  // namespace

std::string SemanticTokensLegend() {
  const auto quoted = [](std::string_view name) { return JsonString(name); };
  return Json()
      .Raw("tokenTypes", JsonArray(kKindNames, quoted))
      .Raw("tokenModifiers", JsonArray(kModifierNames, quoted))
      .Object();
}

Answer SemanticTokens(Document& document, const JsonValue&, const Client&) {
  return TokenWriter(document).Write();
}

}  // namespace paddock::lsp
