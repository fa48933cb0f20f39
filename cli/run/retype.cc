#include "cli/run/retype.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "core/api/query/walk.h"
#include "core/api/run/session.h"
#include "core/ir/module.h"
#include "core/tensor/literal.h"
#include "core/text/lexer.h"

namespace paddock::cli {
namespace {

constexpr ElementType kRetyped[] = {ElementType::kF16, ElementType::kBF16, ElementType::kF32,
                                    ElementType::kF64};

bool IsRetyped(ElementType type) { return std::ranges::find(kRetyped, type) != std::end(kRetyped); }

// Part of the text, and its replacement.
struct Edit {
  Span span;
  std::string text;
};

void CollectFrom(const Attribute& attribute, std::vector<const Attribute*>& elements,
                 std::vector<Span>& kept) {
  if (attribute.kind == AttributeKind::kFloat) kept.push_back(attribute.span);
  if (attribute.kind == AttributeKind::kElements && attribute.value != nullptr &&
      IsRetyped(attribute.value->element_type())) {
    elements.push_back(&attribute);
  }
  for (const Attribute* element : attribute.elements) CollectFrom(*element, elements, kept);
  for (const NamedAttribute& field : attribute.fields) CollectFrom(*field.value, elements, kept);
}

// Returns the span of `dense<...>` without ` : type`.
Span LiteralSpan(const Attribute& attribute, std::string_view text) {
  Lexer lexer(text);
  lexer.Seek(attribute.span.begin);
  size_t depth = 0;
  while (true) {
    const Token token = lexer.Next();
    if (token.kind == TokenKind::kLess) ++depth;
    const bool ends = token.kind == TokenKind::kGreater && --depth == 0;
    if (ends || token.kind == TokenKind::kEnd) return {attribute.span.begin, token.end};
  }
}

// Replaces the literal alone: the type after it is a word of the text.
bool AddLiteral(const Attribute& attribute, std::string_view text, ElementType type,
                std::vector<Edit>& edits) {
  const Tensor converted = ConvertElements(*attribute.value, type);
  if (!converted.has_value()) return false;
  std::string literal = "dense<";
  AppendLiteral(literal, converted, attribute.is_splat);
  edits.push_back({LiteralSpan(attribute, text), literal + ">"});
  return true;
}

// Converts "x3xf32" to "x3xbf16". Returns nothing if the word ends in none of the types.
std::optional<std::string> RetypeWord(std::string_view word, ElementType type) {
  for (ElementType from : kRetyped) {
    const std::string_view spelling = Spelling(from);
    if (!word.ends_with(spelling)) continue;
    const std::string_view before = word.substr(0, word.size() - spelling.size());
    const bool is_type =
        before.empty() || (before.ends_with('x') &&
                           before.find_first_not_of("x0123456789") == std::string_view::npos);
    if (is_type) return std::string(before) + std::string(Spelling(type));
  }
  return std::nullopt;
}

// Replaces words that are types, outside literals, numbers and bodies of attributes
// (`#dialect.name<...>`).
void AddTypes(std::string_view text, std::vector<Span> kept, ElementType type,
              std::vector<Edit>& edits) {
  std::ranges::sort(kept, {}, &Span::begin);
  size_t passed = 0;
  Lexer lexer(text);
  Token before;
  size_t foreign = 0;
  while (true) {
    const Token token = lexer.Next();
    if (token.kind == TokenKind::kEnd) return;
    const bool opens = token.kind == TokenKind::kLess && before.kind == TokenKind::kHashName &&
                       before.end == token.begin;
    if (opens || (foreign != 0 && token.kind == TokenKind::kLess)) ++foreign;
    if (foreign != 0 && token.kind == TokenKind::kGreater) --foreign;
    while (passed < kept.size() && kept[passed].end <= token.begin) ++passed;
    const bool is_kept = passed < kept.size() && kept[passed].begin <= token.begin;
    if (token.kind == TokenKind::kWord && foreign == 0 && !is_kept) {
      auto word = RetypeWord(lexer.TextOf(token), type);
      if (word) edits.push_back({{token.begin, token.end}, *std::move(word)});
    }
    before = token;
  }
}

}  // namespace

Tensor ConvertElements(const Tensor& tensor, ElementType type) {
  if (tensor.element_type() == type) return tensor;
  const std::string from = TensorTypeText(tensor.element_type(), tensor.shape());
  const std::string to = TensorTypeText(type, tensor.shape());
  const auto program =
      Program::Load("convert", "func.func @main(%x: " + from + ") -> " + to +
                                   " {\n  %y = stablehlo.convert %x : (" + from + ") -> " + to +
                                   "\n  return %y : " + to + "\n}\n");
  std::vector<Diagnostic> diagnostics;
  SessionOptions options;
  options.inputs = {tensor};
  const auto session = Session::Start(program, std::move(options), diagnostics);
  if (session == nullptr || session->Run(INT64_MAX) != StopReason::kFinished) return {};
  return session->results()[0];
}

std::optional<std::string> Retype(const Program& program, ElementType type, std::string& problem) {
  std::vector<const Attribute*> elements;
  std::vector<Span> kept;
  ForEachOperation(*program.module().operation()->regions[0],
                   [&](const Operation& operation, uint32_t) {
                     for (const NamedAttribute& attribute : operation.attributes) {
                       CollectFrom(*attribute.value, elements, kept);
                     }
                     return true;
                   });
  const std::string_view text = program.source().text();
  std::vector<Edit> edits;
  for (const Attribute* attribute : elements) {
    if (!attribute->span.is_known()) continue;
    if (!AddLiteral(*attribute, text, type, edits)) {
      problem = "a constant cannot be converted to " + std::string(Spelling(type));
      return std::nullopt;
    }
    kept.push_back(edits.back().span);
  }
  AddTypes(text, kept, type, edits);
  std::ranges::sort(edits, {}, [](const Edit& edit) { return edit.span.begin; });
  std::string retyped;
  size_t at = 0;
  for (const Edit& edit : edits) {
    retyped.append(text.substr(at, edit.span.begin - at)).append(edit.text);
    at = edit.span.end;
  }
  return retyped.append(text.substr(at));
}

}  // namespace paddock::cli
