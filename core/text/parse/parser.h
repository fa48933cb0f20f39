// Parser: recursive descent over the MLIR grammar around StableHLO. Private to core/text.
//
// A function that fails has reported one diagnostic and returns false or null. Its callers return
// at once, up to ParseBlockBody, which continues at the next operation.
#ifndef PADDOCK_CORE_TEXT_PARSE_PARSER_H_
#define PADDOCK_CORE_TEXT_PARSE_PARSER_H_

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/tensor/literal.h"
#include "core/text/format.h"
#include "core/text/lexer.h"
#include "core/text/parse/draft.h"
#include "core/text/parse/parse.h"
#include "core/text/parse/scope.h"

namespace paddock {

class Parser {
 public:
  Parser(Module& module, std::string_view text, DiagnosticSink& sink, const ParseOptions& options);

  // parser.cc: the whole text.
  void ParseText(Example& example);
  Type ParseOnlyType();
  const Attribute* ParseOnlyAttribute();

  // parser.cc: tokens.
  const Token& token() const { return token_; }
  std::string_view TokenText() const { return lexer_.TextOf(token_); }
  Span TokenSpan() const { return {token_.begin, token_.end}; }
  Span SpanFrom(uint32_t begin) const { return {begin, previous_end_}; }
  uint32_t previous_end() const { return previous_end_; }
  bool At(TokenKind kind) const { return token_.kind == kind; }
  bool AtWord(std::string_view word) const { return At(TokenKind::kWord) && TokenText() == word; }
  void Advance();
  void SeekTo(uint32_t offset);
  bool Accept(TokenKind kind);
  bool AcceptWord(std::string_view word);
  bool Expect(TokenKind kind, Where where);
  // Expects the colon before types. The fix offers `types` if the line ends there.
  bool ExpectTypes(Where where, std::string_view types = {});
  // Reports "expected ',' or ']' <where>, found <token>".
  bool FailUnclosed(TokenKind close, Where where);
  bool ExpectWord(std::string_view word, Where where);
  // Reports "expected <what> <where>, found <token>" at the token. Returns false.
  bool FailExpected(std::string_view what, Where where);
  // Kind of what is missing: the next part of a construct, or an operation or field, which may
  // begin a line.
  enum class Missing : uint8_t { kPart, kItem };
  // As FailExpected, for a note or a fix to be added.
  Diagnostic& ReportExpected(std::string_view what, Where where, Missing missing = Missing::kPart);
  bool Fail(Span span, std::string message, std::string_view code = "syntax");
  // Parses a comma-separated list up to `close` and takes it. The opening token is already taken.
  template <class ReadItem>
  bool ParseListUntil(TokenKind close, Where where, ReadItem read_item);
  // Skips text that is kept unread: `<...>` with everything nested in it.
  bool SkipBalanced(Where where) { return SkipBrackets(TokenKind::kLess, where); }
  // Like SkipBalanced, for another opening bracket.
  bool SkipBrackets(TokenKind opening, Where where);
  // Returns the text of a quoted token without quotes and escapes.
  std::string_view Unquote(std::string_view quoted);
  // Reports an invalid escape sequence; `escape` begins at a backslash of the text.
  void FailEscape(std::string_view escape);
  std::string_view TextBetween(uint32_t begin, uint32_t end) const {
    return lexer_.text().substr(begin, end - begin);
  }
  bool ParseSymbolName(std::string_view& name, Where where);
  bool ParseInt64(int64_t& value, Where where);

  // parse_type.cc
  Type ParseType();
  bool ParseTypeList(TokenKind close, Where where, std::vector<Type>& types,
                     std::vector<Span>* spans = nullptr);
  // `(types) -> types`
  bool ParseFunctionType(std::vector<Type>& inputs, std::vector<Type>& results,
                         std::vector<Span>* input_spans = nullptr,
                         std::vector<Span>* result_spans = nullptr);
  bool ParseResultTypes(std::vector<Type>& results, std::vector<Span>* spans, Where where);

  // parse_type_mistakes.cc
  // "T, U", the types of the operands' definitions; empty if one is not defined.
  std::string DefinedTypes(const OperationDraft& draft);

  // parse_attribute.cc, parse_literal.cc, parse_struct.cc
  const Attribute* ParseAttribute(const AttributeInfo* info = nullptr);
  // `{name = value, ...}`, appended to `attributes`. `info` has the forms and may be `nullptr`.
  bool ParseAttributeDictionary(const OpInfo* info, std::vector<NamedAttribute>& attributes);
  // Reads an attribute as format strings write it: `3`, `[1, 2]`, `EQ`, `@name`, `<a = 1>`.
  const Attribute* ParseBareAttribute(const AttributeInfo& info, Where where);
  const Attribute* ParseStructBody(const StructInfo& info, uint32_t begin);
  const Attribute* ParseConvolutionDimensions(uint32_t begin, Where where);
  const Attribute* ParseEnumCase(const EnumInfo& info, uint32_t begin);
  // `[1, 2]` as an array<i64: ..>.
  const Attribute* ParseIntegerList(Where where);
  bool ParseIntegers(std::vector<int64_t>& values, Where where);

  // Reports the error in the literal whose text starts at `begin`.
  void FailLiteral(uint32_t begin, const LiteralError& error);

  // make_attribute.cc
  Attribute* MakeAttribute(AttributeKind kind, uint32_t begin);
  const Attribute* MakeInteger(int64_t value, std::string_view type, uint32_t begin);
  const Attribute* MakeIntegers(const std::vector<int64_t>& values, std::string_view type,
                                uint32_t begin);
  const Attribute* MakeElements(std::span<const int64_t> shape, std::span<const int64_t> values,
                                uint32_t begin);
  const Attribute* MakeString(std::string_view text, uint32_t begin);
  const Attribute* MakeSymbol(std::string_view name, uint32_t begin);
  const Attribute* MakeEnum(std::string_view name, std::string_view text, uint32_t begin);
  const Attribute* MakeType(Type type, uint32_t begin);
  const Attribute* MakeArray(const std::vector<const Attribute*>& elements, uint32_t begin);
  const Attribute* MakeDictionary(std::vector<NamedAttribute> fields, uint32_t begin);
  void AddAttribute(OperationDraft& draft, std::string_view name, const Attribute* value);

  // parse_operation.cc
  bool ParseOperation(Block* block);
  bool ParseOperandUse(OperandUse& use, Where where);
  bool ParseOperandList(std::vector<OperandUse>& uses, Where where);
  bool ParseOptionalLocation(std::string_view& location);
  bool ParseFunctionalType(OperationDraft& draft);
  bool ParseOptionalAttributes(OperationDraft& draft);

  // parse_region.cc
  // `arguments` are those of the entry block if they are written outside it.
  bool ParseRegion(OperationDraft& draft, std::span<const ArgumentDraft> arguments = {});
  bool ParseArgument(ArgumentDraft& argument, Where where);
  // `type {attributes} loc(..)`
  bool ParseTypeWithAttributes(ArgumentDraft& argument);
  Value* MakeArgument(Block* block, const ArgumentDraft& argument);
  void ParseBlockBody(Block* block);

  // parse_mistakes.cc
  // Reports `a: type`, an argument without its sign, and returns true.
  bool FailArgumentName();
  // parse_format.cc
  bool ParseFormat(OperationDraft& draft);
  bool ParseUnaryForm(OperationDraft& draft);
  bool ParseDirectives(OperationDraft& draft, std::span<const Directive> directives);
  bool ParseSameType(OperationDraft& draft);
  // parse_flags.cc
  // Reads the words that some dialects have before the attributes.
  bool ParseFlags(OperationDraft& draft);

  // custom_<family>.cc
  // Calls the reader `name`; returns false after a diagnostic.
  bool ParseCustom(OperationDraft& draft, std::string_view name);

  Module& module() { return module_; }
  TypeContext& types() { return module_.types(); }
  Arena& arena() { return module_.arena(); }
  DiagnosticSink& sink() { return sink_; }
  Scope& scope() { return *scopes_.back(); }

  // Enters a nesting level for its lifetime. `is_allowed` is false past the maximum depth.
  class Nesting {
   public:
    explicit Nesting(Parser& parser) : parser_(parser), is_allowed(parser.EnterLevel()) {}
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;

   private:
    Parser& parser_;

   public:
    const bool is_allowed;
  };

  // Lends a draft for its lifetime. Drafts are reused to keep their memory.
  class DraftHolder {
   public:
    explicit DraftHolder(Parser& parser) : parser_(parser) {
      if (parser_.drafts_in_use_ == parser_.drafts_.size()) {
        parser_.drafts_.push_back(std::make_unique<OperationDraft>());
      }
      draft_ = parser_.drafts_[parser_.drafts_in_use_++].get();
      draft_->Reset();
    }
    ~DraftHolder() { --parser_.drafts_in_use_; }
    DraftHolder(const DraftHolder&) = delete;
    OperationDraft& operator*() { return *draft_; }

   private:
    Parser& parser_;
    OperationDraft* draft_;
  };

 private:
  friend class SnippetReader;

  bool EnterLevel();
  bool FailTooDeep();
  void ParseModule();
  bool IsSnippet() const;
  bool StartsSymbol() const;
  void AdoptModule();
  void SkipFileMetadata();

  // parse_type.cc
  Type ParseNamedType();
  Type ParseDialectType();
  Type ParseTensorType();
  Type ParseMemrefType();
  Type ParseTupleType();
  Type ParseQuantizedType();
  Type ParseOpaqueType(uint32_t begin);
  bool ParseDimensions(std::vector<int64_t>& shape, bool& is_unranked);
  // parse_type_mistakes.cc
  bool FailUnknownType(std::string_view word);
  bool FailDimension();
  bool FailAfterSize();
  bool FailFunctionalType(const OperationDraft& draft);
  void CheckOnlyType(OperationDraft& draft, Type written, Span span);
  bool ParseEncoding(std::span<const int64_t> shape, std::vector<int64_t>& bounds,
                     std::string_view& encoding);
  bool ParseBounds(std::vector<int64_t>& bounds);

  // parse_attribute.cc
  const Attribute* ParseArrayAttribute(const AttributeInfo* info);
  const Attribute* ParseStringAttribute();
  const Attribute* ParseSymbolAttribute();
  const Attribute* ParseWordAttribute(const AttributeInfo* info);
  const Attribute* ParseHashAttribute();
  const Attribute* ParseDialectAttribute(std::string_view name, uint32_t begin);
  const Attribute* ParseOpaqueAttribute(uint32_t begin);
  const Attribute* ParseLocationAttribute();
  bool ParseDictionaryEntry(const OpInfo* info, std::vector<NamedAttribute>& attributes,
                            DictionaryNames& names);

  // parse_number.cc
  const Attribute* ParseNumberAttribute();
  const Attribute* ParseDenseArray(uint32_t begin);
  bool AtComplexLiteral() const;
  const Attribute* ParseComplexLiteral();
  const Attribute* ParseComplexNumber(uint32_t begin);

  // parse_literal.cc
  const Attribute* ParseDense();
  const Attribute* ParseListOfElements();
  const Attribute* FinishElements(uint32_t begin, Span span, std::string_view expected);
  bool FindLiteralEnd(uint32_t& begin, uint32_t& end);
  // parse_resource.cc
  struct Resource {
    std::string_view key;
    std::string_view value;
  };
  void ReadResources();
  const Attribute* ParseDenseResource();
  const Attribute* MakeResource(const Resource& resource, ElementType element_type, Type type,
                                uint32_t begin);
  // Reads the type after `:`.
  bool ParseColonType(Type& type, Where where);

  // parse_struct.cc
  const Attribute* ParseStructField(const AttributeInfo& field, Where where);
  const Attribute* DefaultField(const AttributeInfo& field);

  // aliases.cc
  // `#name = attribute` or `!name = type`.
  struct Alias {
    explicit Alias(uint32_t value_begin) : begin(value_begin) {}

    uint32_t begin;  // of the text after `=`
    const Attribute* value = nullptr;
    Type type;
    std::string_view text;
    bool is_open = false;  // being read
    bool has_failed = false;

    bool is_read() const { return value != nullptr || type; }
  };
  void FindAliases();
  bool ReadAlias(std::string_view name, Alias& alias, Span span);
  bool ParseAliasDefinition();
  Alias* UseAlias();
  bool IsAlias(std::string_view name);

  // parse_operation.cc
  bool ParseResultNames(OperationDraft& draft);
  bool ParseOperationName(OperationDraft& draft, uint32_t begin);
  bool ParseGenericForm(OperationDraft& draft);
  bool FailShortTypes(const OperationDraft& draft);
  bool FailOperationName(OperationDraft& draft, Span span, std::string_view name);
  bool FailOperand(Where where);
  bool FailNoValue(Where where);
  bool FailShortForm(const OperationDraft& draft, Span span);
  void SuggestDirection(Diagnostic& diagnostic);
  bool FailOperationStart(const OperationDraft& draft);
  bool ParseRegionList(OperationDraft& draft);
  bool ParseSuccessors(OperationDraft& draft);
  bool FinishOperation(OperationDraft& draft, Block* block);
  bool ResolveOperands(OperationDraft& draft);
  bool DefineResults(OperationDraft& draft);
  bool FinishAttributes(OperationDraft& draft);
  void PoisonResults(const OperationDraft& draft);
  // Moves to the start of the operation after the failed one, which starts at `begin`.
  void Recover(uint32_t begin, const Block* block);

  // scope.cc
  // `type_span` is the place of `type` if it is written for this use alone.
  Value* UseValue(const OperandUse& use, Type type, Span type_span = {});
  Value* UseForward(const OperandUse& use, Type type);
  void ReportType(const OperandUse& use, const NameEntry& entry, Type defined, Type written,
                  Span type_span);
  Value* MakeUndefined(const OperandUse& use, Type type, Span reason);
  void DefineValues(std::string_view name, std::span<Value*> values, Span span);
  void MeetForwardUse(const ForwardUse& use, std::string_view name, std::span<Value*> values,
                      Span span);
  void EndScope();
  void SuggestValue(Diagnostic& diagnostic, const ForwardUse& use, std::string_view name);

  // parse_region.cc
  void DefineArguments(Block* block, std::span<const ArgumentDraft> arguments);
  bool ParseBlocks(Region* region, std::span<const ArgumentDraft> arguments);
  bool ParseBlockHeader(Region* region, Block*& block);
  Block* FindBlock(std::string_view label, Span span);

  // parse_format.cc
  bool AtGroup(std::span<const Directive> group);
  bool ParseDirective(OperationDraft& draft, const Directive& directive);
  bool FailDirective(OperationDraft& draft, std::span<const Directive> directives);
  void SuggestWord(Diagnostic& diagnostic, std::string_view expected);
  bool ParseFormatOperand(OperationDraft& draft, const Directive& directive);
  bool ParseFormatTypes(OperationDraft& draft, const Directive& directive);

  // infer_types.cc
  bool InferTypes(OperationDraft& draft);
  Type DefinedType(const OperandUse& use);
  Type InferResult(const OperationDraft& draft, Type known);

  // snippet.cc
  // Returns `nullptr` if the name is no input of the snippet.
  Value* UseSnippetInput(const OperandUse& use, Type type);
  // Returns true only at the top of a snippet, which may contain several examples in sequence.
  bool MayRedefine() const;

  // normalize.cc
  // Returns an attribute in the table's form, converted from others.
  const Attribute* Normalize(const AttributeInfo& info, const Attribute* value);
  const Attribute* NormalizeInteger(const Attribute* value, std::string_view type);
  const Attribute* NormalizeIntegers(const AttributeInfo& info, const Attribute* value);
  const Attribute* NormalizeEnum(const AttributeInfo& info, const Attribute* value);
  const Attribute* ParseBareInteger(const AttributeInfo& info, Where where);

  Module& module_;
  Lexer lexer_;
  DiagnosticSink& sink_;
  ParseOptions options_;
  Token token_;
  // Resources by key. The first of equal keys counts.
  std::map<std::string_view, Resource> resources_;
  bool are_resources_read_ = false;
  uint32_t previous_end_ = 0;
  uint32_t depth_ = 0;
  // Recovery met the start of a function inside another, so the surrounding blocks end there.
  bool is_unwinding_ = false;

  std::vector<std::unique_ptr<Scope>> scopes_;
  std::vector<std::unique_ptr<OperationDraft>> drafts_;
  size_t drafts_in_use_ = 0;
  uint32_t block_begin_ = 0;
  FormatCache formats_;

  bool aliases_found_ = false;
  std::unordered_map<std::string_view, Alias> aliases_;
  // Block labels of the open regions, by region.
  struct Label {
    Block* block = nullptr;
    Span first_use;
    bool is_defined = false;
  };
  std::vector<std::unordered_map<std::string_view, Label>> labels_;
  Span wrong_type_span_;  // last use with a wrong type, which is reported once
  std::string_view wrong_type_name_;
  // Reader of a snippet, which handles undefined names; `nullptr` otherwise.
  class SnippetReader* snippet_ = nullptr;
};

template <class ReadItem>
bool Parser::ParseListUntil(TokenKind close, Where where, ReadItem read_item) {
  if (Accept(close)) return true;
  while (true) {
    if (!read_item()) return false;
    if (Accept(close)) return true;
    if (!Accept(TokenKind::kComma)) return FailUnclosed(close, where);
  }
}

}  // namespace paddock

#endif  // PADDOCK_CORE_TEXT_PARSE_PARSER_H_
