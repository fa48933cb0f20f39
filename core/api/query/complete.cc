#include "core/api/query/complete.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "core/api/query/attribute_words.h"
#include "core/api/query/surroundings.h"
#include "core/api/query/walk.h"
#include "core/ir/module.h"

namespace paddock {
namespace {

// Maximum number of types that are proposed.
constexpr size_t kMostTypes = 20;

using Tokens = std::span<const Token>;

// Types of values as texts, by the offset of their name's definition and their number under it.
class ValueTypes {
 public:
  explicit ValueTypes(const Program& program) {
    const Operation& module = *program.module().operation();
    AddArguments(module);
    ForEachOperation(*module.regions[0], [&](const Operation& operation, uint32_t) {
      for (const Value* result : operation.results)
        types_[result->span.begin].push_back(result->type);
      AddArguments(operation);
      return true;
    });
  }

  std::string Of(const NameInScope& name) const {
    const auto found = types_.find(name.definition);
    if (found == types_.end()) return {};
    const std::string& text = name.name;
    size_t index = 0;
    if (const size_t hash = text.find('#'); hash != std::string::npos) {
      std::from_chars(text.data() + hash + 1, text.data() + text.size(), index);
    }
    return index < found->second.size() ? ToString(found->second[index]) : std::string();
  }

 private:
  void AddArguments(const Operation& operation) {
    for (const Region* region : operation.regions) {
      for (const Block* block = region->first; block != nullptr; block = block->next) {
        for (const Value* argument : block->arguments) {
          types_[argument->span.begin].push_back(argument->type);
        }
      }
    }
  }

  std::map<uint32_t, std::vector<Type>> types_;
};

class Completer {
 public:
  Completer(const Program& program, uint32_t offset)
      : program_(program),
        text_(program.source().text()),
        at_(SurroundingsOf(text_, std::min(offset, static_cast<uint32_t>(text_.size())))) {
    found_.replaced = at_.word;
  }

  Completions Complete() {
    Fill();
    return std::move(found_);
  }

 private:
  std::string_view Text(Span span) const { return text_.substr(span.begin, span.end - span.begin); }
  std::string_view Text(const Token& token) const { return Text(Span{token.begin, token.end}); }
  TokenKind LastKind() const {
    return at_.statement.empty() ? TokenKind::kEnd : at_.statement.back().kind;
  }

  void Add(CompletionKind kind, std::string_view text, std::string detail,
           const OpInfo* info = nullptr) {
    found_.items.push_back({kind, std::string(text), std::move(detail), info});
  }

  void Fill() {
    const std::string_view word = Text(at_.word);
    if (at_.is_in_comment) return;
    if (word.starts_with('%')) return at_.is_at_operation ? void() : AddValues();
    if (word.starts_with('@')) return AddFunctions();
    if (at_.is_at_operation) return AddOperations();
    if (at_.is_in_string || AddCases() || AddFields()) return;
    if (LastKind() == TokenKind::kColon || LastKind() == TokenKind::kArrow) return AddTypes();
    if (word.empty() && TakesOperand()) AddValues();
    AddAttributes();
  }

  // Returns whether an operand may follow: after the operation's name, a parenthesis or a comma.
  bool TakesOperand() const {
    if (at_.info == nullptr || at_.info->operands.empty()) return false;
    const bool has_types = std::ranges::any_of(
        at_.statement, [](const Token& token) { return token.kind == TokenKind::kColon; });
    return !has_types && (LastKind() == TokenKind::kWord || LastKind() == TokenKind::kLeftParen ||
                          LastKind() == TokenKind::kComma);
  }

  // Operations of StableHLO come first, deprecated ones last.
  static int RankOf(const OpInfo& info) {
    const int dialect = info.dialect == "stablehlo" ? 0 : info.dialect == "chlo" ? 1 : 2;
    return dialect + (info.has(kDeprecated) ? 3 : 0);
  }

  void AddOperations() {
    std::vector<const OpInfo*> rows;
    for (const OpInfo& info : OpTable()) rows.push_back(&info);
    // Pointers keep the table's order.
    std::ranges::sort(rows, {}, [](const OpInfo* info) { return std::pair(RankOf(*info), info); });
    for (const OpInfo* info : rows) {
      Add(CompletionKind::kOperation, info->name, std::string(info->doc), info);
    }
  }

  // Returns the type of the first operand, if all operands of the operation have one type.
  std::string WantedType(const ValueTypes& types) const {
    if (at_.info == nullptr || !at_.info->has(kSameType)) return {};
    for (const Token& token : at_.statement) {
      if (token.kind != TokenKind::kValueName) continue;
      const auto name = std::ranges::find(at_.names, Text(token), &NameInScope::name);
      if (name != at_.names.end()) return types.Of(*name);
    }
    return {};
  }

  // The value that was defined last comes first.
  void AddValues() {
    const ValueTypes types(program_);
    const std::string wanted = WantedType(types);
    for (size_t i = at_.names.size(); i-- > 0;) {
      const std::string type = types.Of(at_.names[i]);
      const bool fits = wanted.empty() || type.empty() || type == wanted;
      if (fits) Add(CompletionKind::kValue, at_.names[i].name, type);
    }
  }

  void AddFunctions() {
    for (const Operation* operation : *program_.module().body()) {
      const std::string_view name = SymbolName(*operation);
      const Type type = FunctionType(*operation);
      if (name.empty() || !type) continue;
      Add(CompletionKind::kFunction, "@" + std::string(name), ToString(type));
    }
  }

  void AddTypes() {
    const ValueTypes types(program_);
    std::set<std::string> known;
    for (size_t i = at_.names.size(); i-- > 0 && known.size() < kMostTypes;) {
      std::string type = types.Of(at_.names[i]);
      if (!type.empty() && known.insert(type).second) Add(CompletionKind::kType, type, "");
    }
  }

  // Returns the enumeration that belongs here: the first attribute of the short form, `name =`,
  // `name = [A, `, or within `#stablehlo<name `.
  const EnumInfo* FindCases() const {
    const Tokens tokens = at_.statement;
    if (tokens.empty()) return nullptr;
    const Token& last = tokens.back();
    if (tokens.size() > 2 && tokens[tokens.size() - 2].kind == TokenKind::kLess &&
        tokens[tokens.size() - 3].kind == TokenKind::kHashName) {
      return FindEnum(Text(last));
    }
    if (at_.info == nullptr) return nullptr;
    const AttributeInfo* attribute = nullptr;
    if (last.kind == TokenKind::kWord && FindOp(Text(last)) == at_.info) {
      attribute = FirstAttributeOf(*at_.info);
    } else if (const Token* name = NameBeforeEqual(tokens)) {
      attribute = FindWrittenAttribute(*at_.info, Text(*name));
    }
    return attribute == nullptr ? nullptr : FindEnum(attribute->of_name);
  }

  // Returns the name of `name =` or `name = [A, B,` at the end; `nullptr` if there is none.
  static const Token* NameBeforeEqual(Tokens tokens) {
    size_t i = tokens.size();
    if (i > 0 &&
        (tokens[i - 1].kind == TokenKind::kLeftSquare || tokens[i - 1].kind == TokenKind::kComma)) {
      while (i > 0 &&
             (tokens[i - 1].kind == TokenKind::kWord || tokens[i - 1].kind == TokenKind::kComma)) {
        --i;
      }
      if (i == 0 || tokens[i - 1].kind != TokenKind::kLeftSquare) return nullptr;
      --i;
    }
    const bool is_named =
        i > 1 && tokens[i - 1].kind == TokenKind::kEqual && tokens[i - 2].kind == TokenKind::kWord;
    return is_named ? &tokens[i - 2] : nullptr;
  }

  bool AddCases() {
    const EnumInfo* const cases = FindCases();
    if (cases == nullptr) return false;
    for (std::string_view name : cases->cases) Add(CompletionKind::kCase, name, "");
    return true;
  }

  // Returns the index behind the bracket that is open at the end of the statement; 0 if none is.
  size_t OpenBracket(TokenKind open, TokenKind close) const {
    int depth = 0;
    for (size_t i = at_.statement.size(); i-- > 0;) {
      if (at_.statement[i].kind == close) ++depth;
      if (at_.statement[i].kind == open && depth-- == 0) return i + 1;
    }
    return 0;
  }

  // Returns whether a token from `first` on is `name =`.
  bool IsGiven(std::string_view name, size_t first) const {
    const Tokens tokens = at_.statement;
    for (size_t i = first; i + 1 < tokens.size(); ++i) {
      if (tokens[i + 1].kind == TokenKind::kEqual && Text(tokens[i]) == name) return true;
    }
    return false;
  }

  void AddAttribute(std::string_view word, const AttributeInfo& attribute) {
    const std::string_view form =
        attribute.of_name.empty() ? ToString(attribute.form) : attribute.of_name;
    Add(CompletionKind::kAttribute, std::string(word) + " = ", std::string(form));
  }

  // Adds the fields of a structure, `#stablehlo.gather<...>`.
  bool AddFields() {
    const size_t first = OpenBracket(TokenKind::kLess, TokenKind::kGreater);
    if (first < 2 || at_.statement[first - 2].kind != TokenKind::kHashName) return false;
    const std::string_view name = Text(at_.statement[first - 2]);
    const StructInfo* const info = FindStruct(name.substr(name.rfind('.') + 1));
    const bool is_field = LastKind() == TokenKind::kLess || LastKind() == TokenKind::kComma;
    if (info == nullptr || !is_field) return info != nullptr;
    for (const AttributeInfo& field : info->fields) {
      if (!IsGiven(field.name, first)) AddAttribute(field.name, field);
    }
    return true;
  }

  void AddAttributes() {
    if (at_.info == nullptr) return;
    const size_t in_braces = OpenBracket(TokenKind::kLeftBrace, TokenKind::kRightBrace);
    const bool is_separated = LastKind() == TokenKind::kComma || LastKind() == TokenKind::kLess ||
                              LastKind() == TokenKind::kLeftBrace;
    if (!is_separated) return;
    if (in_braces != 0 || at_.is_generic) {
      if (in_braces == 0 && LastKind() != TokenKind::kLess) return;
      for (const AttributeInfo& attribute : at_.info->attributes) {
        if (!IsGiven(attribute.name, 0)) AddAttribute(attribute.name, attribute);
      }
      return;
    }
    for (const AttributeWord& written : AttributeWordsOf(*at_.info)) {
      if (!IsGiven(written.word, 0)) AddAttribute(written.word, *written.attribute);
    }
  }

  const Program& program_;
  std::string_view text_;
  Surroundings at_;
  Completions found_;
};

}  // namespace

Completions CompleteAt(const Program& program, uint32_t offset) {
  return Completer(program, offset).Complete();
}

}  // namespace paddock
