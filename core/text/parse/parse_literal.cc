// dense<...> : type.
#include <cstring>

#include "core/tensor/literal.h"
#include "core/tensor/quantized_value.h"
#include "core/text/parse/parser.h"

namespace paddock {
namespace {

// Returns whether `c` may occur among elements, outside strings and comments.
bool IsElementCharacter(char c) {
  return IsNameCharacter(c) || c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == ',' ||
         c == '[' || c == ']' || c == '(' || c == ')' || c == '-' || c == '+';
}

}  // namespace

// Finds the end of the elements, which are read only once the type after them is known. One pass
// stops at the first character that cannot belong to them.
bool Parser::FindLiteralEnd(uint32_t& begin, uint32_t& end) {
  const std::string_view text = lexer_.text();
  begin = token_.end;
  size_t at = begin;
  while (at < text.size()) {
    const char c = text[at];
    if (IsElementCharacter(c)) {
      ++at;
    } else if (c == '"') {
      lexer_.Seek(static_cast<uint32_t>(at));
      const Token string = lexer_.Next();
      if (string.kind != TokenKind::kString) {
        return Fail({string.begin, string.end}, "a string without its closing '\"'");
      }
      at = string.end;
    } else if (text.substr(at, 2) == "//") {
      at = std::min(text.find('\n', at), text.size());
    } else {
      break;
    }
  }
  end = static_cast<uint32_t>(at);
  SeekTo(end);
  return true;
}

void Parser::FailLiteral(uint32_t begin, const LiteralError& error) {
  const uint32_t at = begin + static_cast<uint32_t>(error.offset);
  const Span span = {at, at + static_cast<uint32_t>(error.length)};
  Diagnostic& diagnostic = sink_.Error("literal-value", span, error.message);
  if (error.replacement.empty()) return;
  diagnostic.fixes.push_back({"write " + error.replacement, span, error.replacement});
}

const Attribute* Parser::ParseDense() {
  const uint32_t begin = token_.begin;
  Advance();
  if (!At(TokenKind::kLess)) {
    FailExpected("'<'", {"after dense"});
    return nullptr;
  }
  uint32_t elements_begin = 0;
  uint32_t elements_end = 0;
  if (!FindLiteralEnd(elements_begin, elements_end) ||
      !Expect(TokenKind::kGreater, {"after the elements of dense"})) {
    return nullptr;
  }
  return FinishElements(begin, {elements_begin, elements_end}, "and a type after dense<...>");
}

// [15, 5] : tensor<2xui4>, as assertions of `check` also write their constant.
const Attribute* Parser::ParseListOfElements() {
  const uint32_t begin = token_.begin;
  int depth = 0;
  do {
    if (At(TokenKind::kLeftSquare)) ++depth;
    if (At(TokenKind::kRightSquare)) --depth;
    if (At(TokenKind::kEnd) || At(TokenKind::kColon) || At(TokenKind::kValueName)) {
      Fail({begin, begin + 1}, "a list without its closing ']'");
      return nullptr;
    }
    Advance();
  } while (depth != 0);
  return FinishElements(begin, SpanFrom(begin), "and a type after the elements");
}

const Attribute* Parser::FinishElements(uint32_t begin, Span span, std::string_view expected) {
  const uint32_t type_begin = token_.end;
  Type type;
  if (!ParseColonType(type, {expected})) return nullptr;
  const std::string_view elements = TextBetween(span.begin, span.end);
  const std::optional<ElementType> element_type =
      type.is_tensor() ? type.stored_element_type() : std::nullopt;
  if (type.is_tensor() && !type.has_static_shape()) {
    Fail(SpanFrom(type_begin),
         "a literal of type " + ToString(type) + ", whose shape is not static", "literal-type");
    return nullptr;
  }
  if (!element_type) {
    // Vectors, strings and integers of odd widths are kept as text: no operation computes with
    // them.
    Attribute* attribute = MakeAttribute(AttributeKind::kOpaque, begin);
    attribute->text = TextBetween(begin, previous_end_);
    attribute->type = type;
    return attribute;
  }
  std::expected<Literal, LiteralError> literal =
      ParseLiteral(elements, *element_type, type.shape(), NumberSyntax::kProgram);
  if (!literal) {
    FailLiteral(span.begin, literal.error());
    return nullptr;
  }
  if (type.is_quantized()) {
    const auto outside = DescribeOutside(literal->value, *type.element()->quantized);
    if (outside) {
      Fail(span, *outside, "literal-value");
      return nullptr;
    }
  }
  Attribute* attribute = MakeAttribute(AttributeKind::kElements, begin);
  attribute->type = type;
  attribute->is_splat = literal->is_splat;
  attribute->value = module_.Keep(std::move(literal->value));
  return attribute;
}

}  // namespace paddock
