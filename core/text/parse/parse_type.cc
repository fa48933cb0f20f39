// Parsing of types.
#include <charconv>

#include "core/base/number_text.h"
#include "core/text/parse/parser.h"

namespace paddock {
namespace {

// Maximum rank: printing and comparing recurse through dimensions.
constexpr size_t kMaximumRank = 256;

// Returns `i32` for `si32`, the specification's spelling of it.
Type WithoutSign(TypeContext& types, Type element) {
  const bool is_signed = element.is(TypeKind::kScalar) && element->is_integer &&
                         element->signedness == Signedness::kSigned;
  if (!is_signed) return element;
  const std::string_view spelling = element->text.substr(1);
  return ElementTypeFromSpelling(spelling) ? types.GetScalar(spelling) : element;
}

}  // namespace

bool Parser::ParseTypeList(TokenKind close, Where where, std::vector<Type>& types,
                           std::vector<Span>* spans) {
  return ParseListUntil(close, where, [&] {
    const uint32_t begin = token_.begin;
    const Type type = ParseType();
    if (!type) return false;
    types.push_back(type);
    if (spans != nullptr) spans->push_back(SpanFrom(begin));
    return true;
  });
}

bool Parser::ParseResultTypes(std::vector<Type>& results, std::vector<Span>* spans, Where where) {
  const uint32_t begin = token_.begin;
  if (Accept(TokenKind::kLeftParen)) {
    return ParseTypeList(TokenKind::kRightParen, where, results, spans);
  }
  const Type type = ParseType();
  if (!type) return false;
  results.push_back(type);
  if (spans != nullptr) spans->push_back(SpanFrom(begin));
  return true;
}

bool Parser::ParseFunctionType(std::vector<Type>& inputs, std::vector<Type>& results,
                               std::vector<Span>* input_spans, std::vector<Span>* result_spans) {
  if (!Expect(TokenKind::kLeftParen, {"before the operand types"})) return false;
  return ParseTypeList(TokenKind::kRightParen, {"between the operand types"}, inputs,
                       input_spans) &&
         Expect(TokenKind::kArrow, {"after the operand types"}) &&
         ParseResultTypes(results, result_spans, {"between the result types"});
}

Type Parser::ParseType() {
  const Nesting nesting(*this);
  if (!nesting.is_allowed) return Type();
  if (At(TokenKind::kWord)) return ParseNamedType();
  if (At(TokenKind::kTypeName)) return ParseDialectType();
  if (At(TokenKind::kLeftParen)) {
    std::vector<Type> inputs;
    std::vector<Type> results;
    if (!ParseFunctionType(inputs, results)) return Type();
    return types().GetFunction(inputs, results);
  }
  FailExpected("a type", {});
  return Type();
}

Type Parser::ParseNamedType() {
  const std::string_view word = TokenText();
  const uint32_t begin = token_.begin;
  if (word == "tensor") return ParseTensorType();
  if (word == "memref") return ParseMemrefType();
  if (word == "tuple") return ParseTupleType();
  if (word == "token") {
    Advance();
    return types().GetToken();
  }
  if (word == "none") {
    Advance();
    return types().GetNone();
  }
  if (word == "complex") {
    Advance();
    if (!Expect(TokenKind::kLess, {"after complex"})) return Type();
    const Type part = ParseType();
    if (!part || !Expect(TokenKind::kGreater, {"after the part type of complex"})) return Type();
    if (!part.is(TypeKind::kScalar)) {
      Fail(SpanFrom(begin), "a complex number of " + ToString(part) + ", which is not a number");
      return Type();
    }
    return types().GetComplex(part);
  }
  if (const Type scalar = types().GetScalar(word)) {
    if (lexer_.text().substr(token_.end, 1) == "[") {
      Fail(TokenSpan(), "'" + std::string(word) +
                            "[' begins a type of HLO: StableHLO writes tensor<2x3x" +
                            std::string(word) + ">");
      return Type();
    }
    Advance();
    return scalar;
  }
  if (word == "vector") return ParseOpaqueType(begin);
  FailUnknownType(word);
  return Type();
}

Type Parser::ParseOpaqueType(uint32_t begin) {
  Advance();
  if (At(TokenKind::kLess) && !SkipBalanced({})) return Type();
  return types().GetOpaque(TextBetween(begin, previous_end_));
}

Type Parser::ParseDialectType() {
  const std::string_view name = TokenText().substr(1);
  const uint32_t begin = token_.begin;
  if (name == "stablehlo.token") {
    Advance();
    return types().GetToken();
  }
  if (name == "quant.uniform") return ParseQuantizedType();
  if (name == "stablehlo.future") {
    Advance();
    std::vector<Type> elements;
    if (!Expect(TokenKind::kLess, {"after !stablehlo.future"}) ||
        !ParseTypeList(TokenKind::kGreater, {"in !stablehlo.future"}, elements)) {
      return Type();
    }
    for (const Type element : elements) {
      if (element.is_tensor()) continue;
      Fail(SpanFrom(begin), "a future of " + ToString(element) + ", which is not a ranked tensor",
           "future-type");
      return Type();
    }
    if (elements.empty()) {
      Fail(SpanFrom(begin), "a future needs one type at least", "future-type");
      return Type();
    }
    return types().GetFuture(elements);
  }
  if (name.starts_with("stablehlo.") || name == "stablehlo") {
    Fail(TokenSpan(), "unknown type '!" + std::string(name) + "'");
    return Type();
  }
  // A name without a dialect is an alias.
  if (name.find('.') == std::string_view::npos) {
    const Span span = TokenSpan();
    if (IsAlias(TokenText())) {
      const Alias* alias = UseAlias();
      return alias == nullptr ? Type() : alias->type;
    }
    Advance();
    if (!At(TokenKind::kLess)) {
      Fail(span, "unknown type alias '!" + std::string(name) + "'");
      return Type();
    }
    if (!SkipBalanced({})) return Type();
    return types().GetOpaque(TextBetween(begin, previous_end_));
  }
  return ParseOpaqueType(begin);
}

// Reads `2x?x` before an element type from the characters: the lexer would split `2x3xf32` into `2`
// and `x3xf32`.
bool Parser::ParseDimensions(std::vector<int64_t>& shape, bool& is_unranked) {
  const std::string_view text = lexer_.text();
  size_t at = token_.begin;
  const auto skip_blanks = [&] {
    while (at < text.size() &&
           (text[at] == ' ' || text[at] == '\n' || text[at] == '\t' || text[at] == '\r')) {
      ++at;
    }
  };
  while (at < text.size()) {
    skip_blanks();
    const size_t begin = at;
    int64_t size = 0;
    const bool is_rank = shape.empty() && at < text.size() && text[at] == '*';
    if (is_rank || (at < text.size() && text[at] == '?')) {
      is_unranked = is_rank;
      size = kDynamic;
      ++at;
    } else {
      const auto result = std::from_chars(text.data() + at, text.data() + text.size(), size);
      if (result.ec == std::errc::invalid_argument || text[at] == '-') break;
      if (result.ec != std::errc()) {
        return Fail({static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + 1)},
                    "a dimension size that does not fit 63 bits");
      }
      at = static_cast<size_t>(result.ptr - text.data());
    }
    skip_blanks();
    if (at >= text.size() || text[at] != 'x') {
      SeekTo(static_cast<uint32_t>(at));
      return FailAfterSize();
    }
    ++at;
    if (is_unranked) break;
    shape.push_back(size);
    if (shape.size() > kMaximumRank) {
      return Fail(TokenSpan(), "a tensor of more than 256 dimensions", "nesting");
    }
  }
  SeekTo(static_cast<uint32_t>(at));
  return true;
}

Type Parser::ParseTensorType() {
  Advance();
  std::vector<int64_t> shape;
  bool is_unranked = false;
  if (!Expect(TokenKind::kLess, {"after tensor"}) || !ParseDimensions(shape, is_unranked)) {
    return Type();
  }
  if (FailDimension()) return Type();
  Type element = ParseType();
  if (!element) return Type();
  element = WithoutSign(types(), element);
  std::vector<int64_t> bounds;
  std::string_view encoding;
  if (Accept(TokenKind::kComma) && !ParseEncoding(shape, bounds, encoding)) return Type();
  if (!Expect(TokenKind::kGreater, {"after the element type of tensor"})) return Type();
  return is_unranked ? types().GetUnrankedTensor(element)
                     : types().GetTensor(shape, element, bounds, encoding);
}

bool Parser::ParseEncoding(std::span<const int64_t> shape, std::vector<int64_t>& bounds,
                           std::string_view& encoding) {
  const uint32_t begin = token_.begin;
  const std::string_view name = TokenText();
  if (name != "#stablehlo.bounds" && name != "#stablehlo.type_extensions") {
    if (At(TokenKind::kHashName) && IsAlias(name)) {
      const Alias* alias = UseAlias();
      if (alias != nullptr) encoding = alias->text;
      return alias != nullptr;
    }
    if (ParseAttribute() == nullptr) return false;
    encoding = TextBetween(begin, previous_end_);
    return true;
  }
  if (!ParseBounds(bounds)) return false;
  if (bounds.size() != shape.size()) {
    return Fail(SpanFrom(begin),
                std::to_string(bounds.size()) + " bounds for " + std::to_string(shape.size()) +
                    " dimensions",
                "type-bounds");
  }
  for (size_t i = 0; i < shape.size(); ++i) {
    if (bounds[i] != kDynamic && shape[i] != kDynamic) {
      return Fail(SpanFrom(begin),
                  "a bound on dimension " + std::to_string(i) + ", whose size is " +
                      std::to_string(shape[i]),
                  "type-bounds");
    }
  }
  return true;
}

// `#stablehlo.bounds<3, ?>` or `#stablehlo.type_extensions<bounds = [3, ?]>`.
bool Parser::ParseBounds(std::vector<int64_t>& bounds) {
  const bool is_long = TokenText() == "#stablehlo.type_extensions";
  Advance();
  if (!Expect(TokenKind::kLess, {"before the bounds"})) return false;
  if (is_long && !(ExpectWord("bounds", {"in #stablehlo.type_extensions"}) &&
                   Expect(TokenKind::kEqual, {"after bounds"}) &&
                   Expect(TokenKind::kLeftSquare, {"before the bounds"}))) {
    return false;
  }
  const TokenKind close = is_long ? TokenKind::kRightSquare : TokenKind::kGreater;
  const bool is_read = ParseListUntil(close, {"between the bounds"}, [&] {
    int64_t bound = kDynamic;
    if (!Accept(TokenKind::kQuestion) && !ParseInt64(bound, {"or '?' as a bound"})) return false;
    bounds.push_back(bound);
    return true;
  });
  return is_read && (!is_long || Expect(TokenKind::kGreater, {"after the bounds"}));
}

Type Parser::ParseMemrefType() {
  const uint32_t begin = token_.begin;
  Advance();
  std::vector<int64_t> shape;
  bool is_unranked = false;
  if (!Expect(TokenKind::kLess, {"after memref"}) || !ParseDimensions(shape, is_unranked)) {
    return Type();
  }
  if (FailDimension()) return Type();
  const Type element = ParseType();
  if (!element) return Type();
  const uint32_t after_comma = At(TokenKind::kComma) ? token_.end : 0;
  while (Accept(TokenKind::kComma)) {
    if (ParseAttribute() == nullptr) return Type();
  }
  std::string_view encoding;
  if (after_comma != 0) {
    encoding = TextBetween(after_comma, previous_end_);
    while (encoding.starts_with(' ')) encoding.remove_prefix(1);
  }
  if (!Expect(TokenKind::kGreater, {"after the element type of memref"})) return Type();
  return is_unranked ? types().GetOpaque(TextBetween(begin, previous_end_))
                     : types().GetMemref(shape, element, encoding);
}

Type Parser::ParseTupleType() {
  Advance();
  std::vector<Type> elements;
  if (!Expect(TokenKind::kLess, {"after tuple"}) ||
      !ParseTypeList(TokenKind::kGreater, {"between the types of tuple"}, elements)) {
    return Type();
  }
  return types().GetTuple(elements);
}

}  // namespace paddock
