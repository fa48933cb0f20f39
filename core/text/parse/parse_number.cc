// Attributes that are numbers: `-1 : i32`, `5e-1 : f32`, `(1.0, 0.0) : complex<f32>`,
// `#complex.number<:f32 1.0, -2.0>`, `array<i64: 1, 2>`.
#include <algorithm>
#include <cstring>

#include "core/base/number_text.h"
#include "core/tensor/element_problem.h"
#include "core/tensor/literal.h"
#include "core/text/parse/parser.h"
#include "core/types/small_float.h"

namespace paddock {
namespace {

// Number as it is written, without blanks after its sign.
struct NumberText {
  std::string text;
  Span span;
  bool is_integer = false;
};

// `may_be_word` also allows `true`.
bool ReadNumber(Parser& parser, NumberText& number, Where where, bool may_be_word = false) {
  const uint32_t begin = parser.token().begin;
  const std::string_view sign = parser.TokenText();
  if (parser.Accept(TokenKind::kMinus) || parser.Accept(TokenKind::kPlus)) number.text = sign;
  number.is_integer = parser.At(TokenKind::kInteger);
  const bool is_word = may_be_word && number.text.empty() && parser.At(TokenKind::kWord);
  if (!number.is_integer && !parser.At(TokenKind::kFloat) && !is_word) {
    return parser.FailExpected("a number",
                               number.text.empty() ? where : Where{"after the sign of a number"});
  }
  number.text += parser.TokenText();
  parser.Advance();
  number.span = parser.SpanFrom(begin);
  return true;
}

// Sign-extends the lowest `width` bits.
int64_t SignExtend(uint64_t bits, uint32_t width) {
  if (width >= 64) return static_cast<int64_t>(bits);
  const uint32_t unused = 64 - width;
  return static_cast<int64_t>(bits << unused) >> unused;
}

uint32_t WidthOf(Type type) { return type->is_integer ? type->width : 64; }

bool IsFloatScalar(Type type) {
  return type.is(TypeKind::kScalar) && !type->is_integer && type->text != "index";
}

// true and false are 1 and 0.
bool Fits(const IntegerText& integer, Type type) {
  const bool is_unsigned = type->signedness == Signedness::kUnsigned || type->text == "i1";
  const int width = static_cast<int>(WidthOf(type));
  return is_unsigned ? integer.FitsUnsigned(width) : integer.FitsSigned(width);
}

// Numbers of these types are kept as text, since no attribute holds them.
bool IsForeignNumber(Type type) {
  return IsFloatScalar(type) ? !type.element_type() : WidthOf(type) > 64;
}

// Sets number and bits of a float attribute. Returns false if `text` is no number of its type.
bool SetFloat(Attribute& attribute, std::string_view text) {
  const ElementType type = *attribute.type.element_type();
  std::byte bytes[8] = {};
  if (!ParseElement(text, type, bytes, NumberSyntax::kProgram)) return false;
  std::memcpy(&attribute.integer, bytes, sizeof(bytes));
  attribute.number = FloatValue(type, bytes);
  return true;
}

std::string DescribeInteger(std::string_view text, Type type) {
  const std::string subject =
      "'" + std::string(text.substr(0, 40)) + "' is not a value of type " + ToString(type);
  if (!type->is_integer || text.find('.') != std::string_view::npos) return subject;
  const StorageRange range = StorageRangeOf(type);
  return subject + ", which holds " + std::to_string(range.least) + " to " +
         std::to_string(range.greatest);
}

// Reports why `text` is no value of `type`.
void FailElement(Parser& parser, Span span, std::string_view text, Type type) {
  const bool is_scalar = type.is(TypeKind::kScalar);
  const std::optional<ElementType> element = is_scalar ? type.element_type() : std::nullopt;
  if (!element) {
    const bool is_range = is_scalar && WidthOf(type) <= 64;
    parser.Fail(span,
                is_range ? DescribeInteger(text, type)
                         : "'" + std::string(text.substr(0, 40)) + "' is not a value of type " +
                               ToString(type),
                "literal-value");
    return;
  }
  ElementProblem problem = DescribeProblem(text, *element);
  parser.FailLiteral(span.begin, {0, std::move(problem.message), span.end - span.begin,
                                  std::move(problem.replacement)});
}

// `elements` are the bytes of all elements in order.
const Attribute* MakeDenseArray(Parser& parser, std::span<const std::byte> elements, Type type,
                                uint32_t begin) {
  const ElementType element_type = *type.element_type();
  const size_t width = ByteSize(element_type);
  const size_t count = elements.size() / width;
  Attribute* attribute = parser.MakeAttribute(AttributeKind::kDenseArray, begin);
  attribute->type = type;
  if (IsFloat(element_type)) {
    const int64_t shape[] = {static_cast<int64_t>(count)};
    attribute->value =
        parser.module().Keep(Tensor::FromElements<std::byte>(element_type, shape, elements));
    return attribute;
  }
  const std::span<int64_t> integers = parser.arena().MakeArray<int64_t>(count);
  for (size_t i = 0; i < count; ++i) {
    uint64_t bits = 0;
    std::memcpy(&bits, elements.data() + i * width, width);
    integers[i] = IsSigned(element_type) ? SignExtend(bits, static_cast<uint32_t>(width) * 8)
                                         : static_cast<int64_t>(bits);
  }
  attribute->integers = integers;
  return attribute;
}

// `text` is the written text. Empty means the spelling of the complex dialect.
const Attribute* MakeComplex(Parser& parser, const NumberText (&parts)[2], Type type,
                             std::string_view text, uint32_t begin) {
  Attribute* attribute = parser.MakeAttribute(AttributeKind::kOpaque, begin);
  attribute->text = text;
  attribute->type = type;
  const auto element = type.element_type();
  if (!element || !IsComplex(*element)) return attribute;
  const std::string both = "(" + parts[0].text + ", " + parts[1].text + ")";
  auto literal = ParseLiteral(both, *element, {}, NumberSyntax::kProgram);
  if (!literal) {
    parser.Fail(parser.SpanFrom(begin), literal.error().message, "literal-value");
    return nullptr;
  }
  if (text.empty()) {
    std::string elements;
    AppendElement(elements, *element, literal->value.data());
    attribute->text = parser.arena().CopyString("#complex.number<:" + ToString(type.element()) +
                                                " " + elements.substr(1, elements.size() - 2) +
                                                "> : " + ToString(type));
  }
  attribute->value = parser.module().Keep(std::move(literal->value));
  return attribute;
}

}  // namespace

const Attribute* Parser::ParseNumberAttribute() {
  const uint32_t begin = token_.begin;
  NumberText number;
  if (!ReadNumber(*this, number, {})) return nullptr;
  Type type = types().GetScalar(number.is_integer ? "i64" : "f64");
  if (At(TokenKind::kColon) && !ParseColonType(type, {})) return nullptr;
  const auto fail = [&]() -> const Attribute* {
    FailElement(*this, number.span, number.text, type);
    return nullptr;
  };
  if (!type.is(TypeKind::kScalar) || (!number.is_integer && !IsFloatScalar(type))) return fail();
  if (IsForeignNumber(type)) {
    Attribute* attribute = MakeAttribute(AttributeKind::kOpaque, begin);
    attribute->text = TextBetween(begin, previous_end_);
    return attribute;
  }
  if (IsFloatScalar(type)) {
    Attribute* attribute = MakeAttribute(AttributeKind::kFloat, begin);
    attribute->type = type;
    return SetFloat(*attribute, number.text) ? attribute : fail();
  }
  const std::optional<IntegerText> integer = ParseInteger(number.text);
  if (!integer || !Fits(*integer, type)) return fail();
  const bool is_boolean = type->text == "i1";
  Attribute* attribute =
      MakeAttribute(is_boolean ? AttributeKind::kBool : AttributeKind::kInteger, begin);
  if (!is_boolean) attribute->type = type;
  attribute->integer = static_cast<int64_t>(integer->bits());
  return attribute;
}

// `array<i64: 1, 2>`, `array<i1: true>`, `array<f32: 1.5>`, `array<i64>`.
const Attribute* Parser::ParseDenseArray(uint32_t begin) {
  Advance();
  if (!Expect(TokenKind::kLess, {"after array"})) return nullptr;
  const Type type = ParseType();
  if (!type) return nullptr;
  const std::optional<ElementType> element_type = type.element_type();
  if (!type.is(TypeKind::kScalar) || !element_type) {
    Fail(SpanFrom(begin), "an array of elements of type " + ToString(type));
    return nullptr;
  }
  std::vector<std::byte> elements;
  if (At(TokenKind::kGreater)) {
    Advance();
  } else if (!Expect(TokenKind::kColon, {"after the element type of array"}) ||
             (At(TokenKind::kGreater) && !FailExpected("a number", {"in array"})) ||
             !ParseListUntil(TokenKind::kGreater, {"in array"}, [&] {
               NumberText number;
               std::byte element[8] = {};
               if (!ReadNumber(*this, number, {"in array"}, true)) return false;
               if (!ParseElement(number.text, *element_type, element, NumberSyntax::kProgram)) {
                 FailElement(*this, number.span, number.text, type);
                 return false;
               }
               elements.insert(elements.end(), element, element + ByteSize(*element_type));
               return true;
             })) {
    return nullptr;
  }
  return MakeDenseArray(*this, elements, type, begin);
}

// Returns whether a number follows the `(`, where a function type would have a type.
bool Parser::AtComplexLiteral() const {
  Lexer lexer = lexer_;
  const TokenKind next = lexer.Next().kind;
  return next == TokenKind::kInteger || next == TokenKind::kFloat || next == TokenKind::kMinus ||
         next == TokenKind::kPlus;
}

// `(1.0, 0.0) : complex<f32>`
const Attribute* Parser::ParseComplexLiteral() {
  const uint32_t begin = token_.begin;
  NumberText parts[2];
  Type type;
  if (!Expect(TokenKind::kLeftParen, {}) || !ReadNumber(*this, parts[0], {"as the real part"}) ||
      !Expect(TokenKind::kComma, {"between the parts of a complex number"}) ||
      !ReadNumber(*this, parts[1], {"as the imaginary part"}) ||
      !Expect(TokenKind::kRightParen, {"after the parts of a complex number"}) ||
      !ParseColonType(type, {"and a type after a complex number"})) {
    return nullptr;
  }
  if (!type.is(TypeKind::kComplex)) {
    Fail(SpanFrom(begin), "a complex number is not a value of type " + ToString(type),
         "literal-value");
    return nullptr;
  }
  return MakeComplex(*this, parts, type, {}, begin);
}

// `#complex.number<:f32 1.0, -2.0>`, with or without a type after it. Printing preserves the text.
const Attribute* Parser::ParseComplexNumber(uint32_t begin) {
  Advance();
  if (!Expect(TokenKind::kLess, {"after #complex.number"}) ||
      !Expect(TokenKind::kColon, {"before the type of the parts"})) {
    return nullptr;
  }
  const Type part = ParseType();
  NumberText parts[2];
  if (!part || !ReadNumber(*this, parts[0], {"as the real part"}) ||
      !Expect(TokenKind::kComma, {"between the parts"}) ||
      !ReadNumber(*this, parts[1], {"as the imaginary part"}) ||
      !Expect(TokenKind::kGreater, {"after the parts of #complex.number"})) {
    return nullptr;
  }
  Type type = types().GetComplex(part);
  if (At(TokenKind::kColon) && !ParseColonType(type, {})) return nullptr;
  return MakeComplex(*this, parts, type, TextBetween(begin, previous_end_), begin);
}

}  // namespace paddock
