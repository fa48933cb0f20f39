#include "core/text/parse/parser.h"

#include <utility>

#include "core/base/number_text.h"
#include "core/tensor/element_problem.h"
#include "core/text/parse/snippet.h"

namespace paddock {
namespace {

std::string_view Describe(TokenKind kind) {
  switch (kind) {
    case TokenKind::kEnd:
      return "the end of the text";
    case TokenKind::kWord:
      return "a word";
    case TokenKind::kInteger:
      return "an integer";
    case TokenKind::kFloat:
      return "a number";
    case TokenKind::kString:
      return "a string";
    case TokenKind::kValueName:
      return "a value such as %0";
    case TokenKind::kSymbolName:
      return "a symbol such as @main";
    case TokenKind::kHashName:
      return "an attribute such as #stablehlo<...>";
    case TokenKind::kTypeName:
      return "a type such as !stablehlo.token";
    case TokenKind::kBlockName:
      return "a block such as ^bb0";
    case TokenKind::kArrow:
      return "'->'";
    case TokenKind::kLeftParen:
      return "'('";
    case TokenKind::kRightParen:
      return "')'";
    case TokenKind::kLeftBrace:
      return "'{'";
    case TokenKind::kRightBrace:
      return "'}'";
    case TokenKind::kLeftSquare:
      return "'['";
    case TokenKind::kRightSquare:
      return "']'";
    case TokenKind::kLess:
      return "'<'";
    case TokenKind::kGreater:
      return "'>'";
    case TokenKind::kComma:
      return "','";
    case TokenKind::kColon:
      return "':'";
    case TokenKind::kEqual:
      return "'='";
    case TokenKind::kMinus:
      return "'-'";
    default:
      return "another character";
  }
}

bool IsOpening(TokenKind kind) {
  return kind == TokenKind::kLess || kind == TokenKind::kLeftParen ||
         kind == TokenKind::kLeftBrace || kind == TokenKind::kLeftSquare;
}

bool IsClosing(TokenKind kind) {
  return kind == TokenKind::kGreater || kind == TokenKind::kRightParen ||
         kind == TokenKind::kRightBrace || kind == TokenKind::kRightSquare;
}

std::string_view BracketsOf(TokenKind opening) {
  if (opening == TokenKind::kLeftSquare) return "[]";
  if (opening == TokenKind::kLeftBrace) return "{}";
  return opening == TokenKind::kLeftParen ? "()" : "<>";
}

}  // namespace

void OperationDraft::Reset() {
  operation = nullptr;
  result_names.clear();
  operands.clear();
  operand_groups.clear();
  operand_types.clear();
  operand_type_spans.clear();
  result_types.clear();
  result_type_spans.clear();
  attributes.clear();
  regions.clear();
  successors.clear();
}

const Attribute* OperationDraft::Find(std::string_view attribute) const {
  for (const NamedAttribute& entry : attributes) {
    if (entry.name == attribute) return entry.value;
  }
  return nullptr;
}

Parser::Parser(Module& module, std::string_view text, DiagnosticSink& sink,
               const ParseOptions& options)
    : module_(module), lexer_(text), sink_(sink), options_(options) {
  scopes_.push_back(std::make_unique<Scope>());
  token_ = lexer_.Next();
}

void Parser::Advance() {
  previous_end_ = token_.end;
  token_ = lexer_.Next();
}

void Parser::SeekTo(uint32_t offset) {
  previous_end_ = offset;
  lexer_.Seek(offset);
  token_ = lexer_.Next();
}

bool Parser::Accept(TokenKind kind) {
  if (token_.kind != kind) return false;
  Advance();
  return true;
}

bool Parser::AcceptWord(std::string_view word) {
  if (!AtWord(word)) return false;
  Advance();
  return true;
}

bool Parser::Expect(TokenKind kind, Where where) {
  return Accept(kind) || FailExpected(Describe(kind), where);
}

bool Parser::ExpectTypes(Where where, std::string_view types) {
  if (Accept(TokenKind::kColon)) return true;
  Diagnostic& diagnostic = ReportExpected("':' and the types", where);
  const Span end = {previous_end_, previous_end_};
  if (types.empty() || diagnostic.span != end) return false;
  const std::string text = " : " + std::string(types);
  diagnostic.fixes.push_back({"add" + text, end, text});
  return false;
}

bool Parser::FailUnclosed(TokenKind close, Where where) {
  return FailExpected("',' or " + std::string(Describe(close)), where);
}

bool Parser::ExpectWord(std::string_view word, Where where) {
  if (AcceptWord(word)) return true;
  SuggestWord(ReportExpected("'" + std::string(word) + "'", where), word);
  return false;
}

bool Parser::FailExpected(std::string_view what, Where where) {
  ReportExpected(what, where);
  return false;
}

Diagnostic& Parser::ReportExpected(std::string_view what, Where where, Missing missing) {
  if (At(TokenKind::kUnterminatedString)) {
    return sink_.Error("syntax", TokenSpan(), "a string without its closing '\"' on the same line");
  }
  std::string message = "expected ";
  message += what;
  if (!where.phrase.empty()) message += ' ' + std::string(where.phrase);
  if (!where.subject.empty()) message += ' ' + std::string(where.subject);
  // A missing part is reported at the end of its line, not at the start of the next.
  const bool is_at_line_end =
      missing == Missing::kPart && previous_end_ != 0 &&
      TextBetween(previous_end_, token_.begin).find('\n') != std::string_view::npos;
  if (is_at_line_end) {
    message += At(TokenKind::kEnd) ? ", found the end of the text" : ", found the end of the line";
    return sink_.Error("syntax", {previous_end_, previous_end_}, std::move(message));
  }
  if (At(TokenKind::kEnd)) {
    message += ", found the end of the text";
  } else {
    message += ", found '" + std::string(TokenText().substr(0, 40)) + "'";
  }
  return sink_.Error("syntax", TokenSpan(), std::move(message));
}

bool Parser::Fail(Span span, std::string message, std::string_view code) {
  sink_.Error(code, span, std::move(message));
  return false;
}

bool Parser::EnterLevel() { return ++depth_ <= options_.maximum_depth || FailTooDeep(); }

bool Parser::FailTooDeep() {
  return Fail(TokenSpan(),
              "nested deeper than " + std::to_string(options_.maximum_depth) + " levels",
              "nesting");
}

bool Parser::SkipBrackets(TokenKind opening_kind, Where where) {
  const std::string_view brackets = BracketsOf(opening_kind);
  if (!At(opening_kind)) {
    return FailExpected("'" + std::string(brackets.substr(0, 1)) + "'", where);
  }
  const Span opening = TokenSpan();
  size_t depth = 0;
  do {
    if (At(TokenKind::kEnd) || At(TokenKind::kUnterminatedString)) {
      return Fail(opening, "a '" + std::string(brackets.substr(0, 1)) + "' without its '" +
                               std::string(brackets.substr(1)) + "'");
    }
    // The limit prevents scans to the end of the text for each of many unclosed brackets.
    if (IsOpening(token_.kind) && ++depth > options_.maximum_depth) return FailTooDeep();
    if (IsClosing(token_.kind)) --depth;
    // The token after the last bracket may be split differently (a dimension list).
    Advance();
  } while (depth != 0);
  return true;
}

void Parser::FailEscape(std::string_view escape) {
  const auto begin = static_cast<uint32_t>(escape.data() - lexer_.text().data());
  Diagnostic& diagnostic = sink_.Error(
      "syntax", {begin, begin + 2},
      "after a backslash a string has n, t, '\"', another backslash or two hexadecimal digits");
  diagnostic.fixes.push_back({"write \\\\", {begin, begin + 1}, "\\\\"});
}

std::string_view Parser::Unquote(std::string_view quoted) {
  std::string_view inner = quoted.substr(1, quoted.size() - 2);
  if (inner.find('\\') == std::string_view::npos) return inner;
  std::string text;
  for (size_t i = 0; i < inner.size(); ++i) {
    if (inner[i] != '\\' || i + 1 >= inner.size()) {
      text += inner[i];
      continue;
    }
    const char next = inner[++i];
    const std::string digits = "0x" + std::string(inner.substr(i, 2));
    if (next == 'n') {
      text += '\n';
    } else if (next == 't') {
      text += '\t';
    } else if (const auto code = ParseHexadecimal(digits); digits.size() == 4 && code) {
      text += static_cast<char>(*code);
      ++i;
    } else {
      if (next != '"' && next != '\\') FailEscape(inner.substr(i - 1));
      text += next;
    }
  }
  return arena().CopyString(text);
}

bool Parser::ParseSymbolName(std::string_view& name, Where where) {
  if (!At(TokenKind::kSymbolName)) {
    Diagnostic& diagnostic = ReportExpected("a symbol such as @main", where);
    const bool is_name = At(TokenKind::kWord) || At(TokenKind::kString);
    const std::string symbol = "@" + std::string(TokenText());
    if (is_name) diagnostic.fixes.push_back({"write " + symbol, TokenSpan(), symbol});
    return false;
  }
  const std::string_view text = TokenText().substr(1);
  name = text.starts_with('"') ? Unquote(text) : text;
  Advance();
  return true;
}

bool Parser::ParseInt64(int64_t& value, Where where) {
  const uint32_t begin = token_.begin;
  const bool is_negative = Accept(TokenKind::kMinus);
  if (!is_negative) Accept(TokenKind::kPlus);
  if (!At(TokenKind::kInteger)) return FailExpected("an integer", where);
  std::optional<IntegerText> integer = ParseInteger(TokenText());
  if (integer) integer->is_negative = is_negative;
  if (!integer || !integer->FitsSigned(64)) {
    const std::string_view text = TextBetween(begin, token_.end);
    FailLiteral(begin, {0, DescribeProblem(text, ElementType::kI64).message, text.size(), {}});
    return false;
  }
  value = static_cast<int64_t>(integer->bits());
  Advance();
  return true;
}

// Skips `{-# ... #-}`: resources and settings of other tools.
void Parser::SkipFileMetadata() {
  const size_t end = lexer_.text().find("#-}", token_.end);
  if (end == std::string_view::npos) {
    Fail(TokenSpan(), "expected '#-}' after the file's metadata");
    SeekTo(static_cast<uint32_t>(lexer_.text().size()));
  } else {
    SeekTo(static_cast<uint32_t>(end) + 3);
  }
}

void Parser::ParseText(Example& example) {
  // Aliases may be before either kind of text.
  while (At(TokenKind::kHashName) || At(TokenKind::kTypeName)) {
    const uint32_t begin = token_.begin;
    if (!ParseAliasDefinition()) Recover(begin, module_.body());
  }
  if (IsSnippet()) {
    SnippetReader(*this, example).Read();
    return;
  }
  ParseModule();
  if (IsMarkedExample(lexer_.text())) ReadMarkedExample(lexer_.text(), module_, example);
}

void Parser::ParseModule() {
  Block* body = module_.body();
  module_.operation()->span = {0, static_cast<uint32_t>(lexer_.text().size())};
  ParseBlockBody(body);
  while (!At(TokenKind::kEnd)) {
    ReportExpected("an operation", {"at the top of the text"}, Missing::kItem);
    Advance();
    ParseBlockBody(body);
  }
  EndScope();
  AdoptModule();
}

// Moves a text's only `module` into the Module's own operation.
void Parser::AdoptModule() {
  Operation* outer = module_.operation();
  Operation* inner = module_.body()->first;
  if (inner == nullptr || inner->next != nullptr || !inner->is(OpKind::kBuiltinModule) ||
      inner->regions.size() != 1 || inner->regions[0]->is_empty()) {
    return;
  }
  outer->attributes = inner->attributes;
  outer->regions = inner->regions;
  outer->regions[0]->parent = outer;
  outer->span = inner->span;
  outer->name_span = inner->name_span;
  outer->location = inner->location;
}

Type Parser::ParseOnlyType() {
  const Type type = ParseType();
  if (type && !At(TokenKind::kEnd)) {
    FailExpected("nothing more", {"after the type"});
    return Type();
  }
  return type;
}

const Attribute* Parser::ParseOnlyAttribute() {
  const Attribute* attribute = ParseAttribute();
  if (attribute != nullptr && !At(TokenKind::kEnd)) {
    FailExpected("nothing more", {"after the attribute"});
    return nullptr;
  }
  return attribute;
}

}  // namespace paddock
