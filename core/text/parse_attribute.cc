// Attribute values in their generic spelling.
#include <algorithm>
#include <bit>
#include <cstring>

#include "core/base/number_text.h"
#include "core/tensor/element_text.h"
#include "core/text/parser.h"
#include "core/types/small_float.h"

namespace paddock {
namespace {

// Attributes whose body only their dialect understands: `affine_map<...>`.
constexpr std::string_view kOpaqueWords[] = {"affine_map", "affine_set", "strided", "distinct",
                                             "sparse"};

// The bits of `value` as an integer of `width` bits holds them, sign-extended.
int64_t SignExtend(uint64_t bits, uint32_t width) {
  if (width >= 64) return static_cast<int64_t>(bits);
  const uint32_t unused = 64 - width;
  return static_cast<int64_t>(bits << unused) >> unused;
}

bool Fits(const IntegerText& integer, Type type) {
  const int width = type->is_integer ? static_cast<int>(type->width) : 64;
  switch (type->signedness) {
    case Signedness::kSigned:
      return integer.FitsSigned(width);
    case Signedness::kUnsigned:
      return integer.FitsUnsigned(width);
    default:
      return integer.FitsSignless(width);
  }
}

bool IsFloatScalar(Type type) {
  return type.is(TypeKind::kScalar) && !type->is_integer && type->text != "index";
}

// Fills in number and bits of a float attribute; false if `text` is no number of its type.
bool SetFloat(Attribute& attribute, std::string_view text) {
  const std::optional<ElementType> type = attribute.type.element_type();
  // tf32, f80 and f128 are kept as f64.
  std::byte bytes[8] = {};
  if (!ParseElement(text, type.value_or(ElementType::kF64), bytes)) return false;
  std::memcpy(&attribute.integer, bytes, sizeof(bytes));
  if (type == ElementType::kF32) {
    float value;
    std::memcpy(&value, bytes, sizeof(value));
    attribute.number = value;
  } else if (!type || type == ElementType::kF64) {
    std::memcpy(&attribute.number, bytes, sizeof(double));
  } else {
    attribute.number = DecodeSmallFloat(*type, static_cast<uint32_t>(attribute.integer));
  }
  return true;
}

}  // namespace

const Attribute* Parser::ParseAttribute(const AttributeInfo* info) {
  const Nesting nesting(*this);
  if (!nesting.is_allowed) return nullptr;
  const uint32_t begin = token_.begin;
  switch (token_.kind) {
    case TokenKind::kWord:
      return ParseWordAttribute(info);
    case TokenKind::kHashName:
      return ParseHashAttribute();
    case TokenKind::kString:
      return ParseStringAttribute();
    case TokenKind::kSymbolName:
      return ParseSymbolAttribute();
    case TokenKind::kLeftSquare:
      return ParseArrayAttribute(info);
    case TokenKind::kLeftBrace: {
      std::vector<NamedAttribute> fields;
      if (!ParseAttributeDictionary(nullptr, fields)) return nullptr;
      return MakeDictionary(std::move(fields), begin);
    }
    case TokenKind::kMinus:
    case TokenKind::kInteger:
    case TokenKind::kFloat:
      return ParseNumberAttribute();
    case TokenKind::kLess: {
      // The 2022 spelling leaves the name of the structure out.
      const bool is_struct = info != nullptr && info->form == AttributeForm::kStruct;
      const StructInfo* fields = is_struct ? FindStruct(info->of_name) : nullptr;
      if (fields != nullptr) return ParseStructBody(*fields, begin);
      FailExpected("the value of an attribute", {});
      return nullptr;
    }
    case TokenKind::kTypeName:
    case TokenKind::kLeftParen: {
      const Type type = ParseType();
      return type ? MakeType(type, begin) : nullptr;
    }
    default:
      FailExpected("the value of an attribute", {});
      return nullptr;
  }
}

const Attribute* Parser::ParseWordAttribute(const AttributeInfo* info) {
  const uint32_t begin = token_.begin;
  const std::string_view word = TokenText();
  if (word == "true" || word == "false") {
    Advance();
    Attribute* attribute = MakeAttribute(AttributeKind::kBool, begin);
    attribute->integer = word == "true" ? 1 : 0;
    return attribute;
  }
  if (word == "unit") {
    Advance();
    return MakeAttribute(AttributeKind::kUnit, begin);
  }
  if (word == "dense") return ParseDense();
  if (word == "array") return ParseDenseArray(begin);
  if (word == "loc") return ParseLocationAttribute();
  if (word == "dense_resource") return ParseDenseResource();
  if (std::ranges::find(kOpaqueWords, word) != std::end(kOpaqueWords)) {
    return ParseOpaqueAttribute(begin);
  }
  const bool is_enum = info != nullptr && (info->form == AttributeForm::kEnum ||
                                           info->form == AttributeForm::kEnumArray);
  const EnumInfo* cases = is_enum ? FindEnum(info->of_name) : nullptr;
  if (cases != nullptr) return ParseEnumCase(*cases, begin);
  const Type type = ParseType();
  return type ? MakeType(type, begin) : nullptr;
}

const Attribute* Parser::ParseOpaqueAttribute(uint32_t begin) {
  Advance();
  // `distinct[0]<body>`
  if (Accept(TokenKind::kLeftSquare)) {
    int64_t id = 0;
    if (!ParseInt64(id, {"after '['"}) || !Expect(TokenKind::kRightSquare, {})) return nullptr;
  }
  if (At(TokenKind::kLess) && !SkipBalanced({})) return nullptr;
  Type type;
  if (TextBetween(begin, begin + 6) == "sparse" && At(TokenKind::kColon) &&
      !ParseColonType(type, {"after the elements"})) {
    return nullptr;
  }
  Attribute* attribute = MakeAttribute(AttributeKind::kOpaque, begin);
  attribute->text = TextBetween(begin, previous_end_);
  return attribute;
}

const Attribute* Parser::ParseLocationAttribute() {
  const uint32_t begin = token_.begin;
  std::string_view location;
  if (!ParseOptionalLocation(location)) return nullptr;
  Attribute* attribute = MakeAttribute(AttributeKind::kOpaque, begin);
  attribute->text = TextBetween(begin, previous_end_);
  return attribute;
}

const Attribute* Parser::ParseStringAttribute() {
  const uint32_t begin = token_.begin;
  const std::string_view text = Unquote(TokenText());
  Advance();
  Type type;
  if (At(TokenKind::kColon) && !ParseColonType(type, {"after a string"})) return nullptr;
  Attribute* attribute = MakeAttribute(AttributeKind::kString, begin);
  attribute->text = text;
  attribute->type = type;
  return attribute;
}

const Attribute* Parser::ParseSymbolAttribute() {
  const uint32_t begin = token_.begin;
  std::string_view root;
  if (!ParseSymbolName(root, {})) return nullptr;
  std::vector<const Attribute*> nested;
  while (At(TokenKind::kColon) && TextBetween(token_.end, token_.end + 1) == ":") {
    Advance();
    Advance();
    const uint32_t nested_begin = token_.begin;
    std::string_view name;
    if (!ParseSymbolName(name, {"after '::'"})) return nullptr;
    nested.push_back(MakeSymbol(name, nested_begin));
  }
  Attribute* attribute = MakeAttribute(AttributeKind::kSymbol, begin);
  attribute->text = root;
  attribute->elements = arena().CopyArray(nested);
  return attribute;
}

const Attribute* Parser::ParseArrayAttribute(const AttributeInfo* info) {
  const uint32_t begin = token_.begin;
  Advance();
  std::vector<const Attribute*> elements;
  const bool is_read =
      ParseListUntil(TokenKind::kRightSquare, {"between the elements of an array"}, [&] {
        elements.push_back(ParseAttribute(info));
        return elements.back() != nullptr;
      });
  return is_read ? MakeArray(elements, begin) : nullptr;
}

bool Parser::ParseColonType(Type& type, Where where) {
  if (!Expect(TokenKind::kColon, where)) return false;
  type = ParseType();
  return static_cast<bool>(type);
}

const Attribute* Parser::ParseNumberAttribute() {
  const uint32_t begin = token_.begin;
  std::string text;
  if (Accept(TokenKind::kMinus)) text = "-";
  if (!At(TokenKind::kInteger) && !At(TokenKind::kFloat)) {
    // `-inf` and `-nan` do not occur: such floats are hexadecimal.
    FailExpected("a number", {"after '-'"});
    return nullptr;
  }
  const bool is_integer = At(TokenKind::kInteger);
  text += TokenText();
  Advance();
  Type type = types().GetScalar(is_integer ? "i64" : "f64");
  if (At(TokenKind::kColon) && !ParseColonType(type, {})) return nullptr;
  const Span span = SpanFrom(begin);
  const auto fail = [&]() -> const Attribute* {
    Fail(span, text.substr(0, 60) + " is no value of type " + ToString(type));
    return nullptr;
  };
  if (!type.is(TypeKind::kScalar)) return fail();
  const bool is_hexadecimal = text.starts_with("0x");
  if (IsFloatScalar(type)) {
    if (is_integer && !is_hexadecimal) return fail();
    Attribute* attribute = MakeAttribute(AttributeKind::kFloat, begin);
    attribute->type = type;
    return SetFloat(*attribute, text) ? attribute : fail();
  }
  const std::optional<IntegerText> integer = ParseInteger(text);
  if (!is_integer || !integer || !Fits(*integer, type)) return fail();
  if (type->text == "i1") {
    Attribute* attribute = MakeAttribute(AttributeKind::kBool, begin);
    attribute->integer = static_cast<int64_t>(integer->magnitude & 1);
    return attribute;
  }
  Attribute* attribute = MakeAttribute(AttributeKind::kInteger, begin);
  attribute->type = type;
  const uint32_t width = type->is_integer ? type->width : 64;
  const bool is_unsigned = type->signedness == Signedness::kUnsigned;
  attribute->integer =
      is_unsigned ? static_cast<int64_t>(integer->bits()) : SignExtend(integer->bits(), width);
  return attribute;
}

// `array<i64: 1, 2>`, `array<i1: true>`, `array<f32: 1.5>`, `array<i64>`.
const Attribute* Parser::ParseDenseArray(uint32_t begin) {
  Advance();
  if (!Expect(TokenKind::kLess, {"after array"})) return nullptr;
  const Type type = ParseType();
  if (!type) return nullptr;
  std::vector<std::string_view> words;
  if (Accept(TokenKind::kColon)) {
    const bool is_read = ParseListUntil(TokenKind::kGreater, {"in array"}, [&] {
      const uint32_t word_begin = token_.begin;
      Accept(TokenKind::kMinus);
      if (!At(TokenKind::kInteger) && !At(TokenKind::kFloat) && !At(TokenKind::kWord)) {
        return FailExpected("a number", {"in array"});
      }
      Advance();
      words.push_back(TextBetween(word_begin, previous_end_));
      return true;
    });
    if (!is_read) return nullptr;
  } else if (!Expect(TokenKind::kGreater, {"after the element type of array"})) {
    return nullptr;
  }
  return ParseDenseArrayElements(words, begin, type);
}

const Attribute* Parser::ParseDenseArrayElements(std::vector<std::string_view>& words,
                                                 uint32_t begin, Type type) {
  const std::optional<ElementType> element_type = type.element_type();
  if (!type.is(TypeKind::kScalar) || !element_type) {
    Fail(SpanFrom(begin), "an array of elements of type " + ToString(type));
    return nullptr;
  }
  const int64_t shape[] = {static_cast<int64_t>(words.size())};
  const size_t width = ByteSize(*element_type);
  Tensor elements = Tensor::Allocate(*element_type, shape);
  for (size_t i = 0; i < words.size(); ++i) {
    if (ParseElement(words[i], *element_type, elements.mutable_data() + i * width)) continue;
    Fail(SpanFrom(begin),
         "'" + std::string(words[i].substr(0, 40)) + "' is no value of type " + ToString(type));
    return nullptr;
  }
  Attribute* attribute = MakeAttribute(AttributeKind::kDenseArray, begin);
  attribute->type = type;
  if (IsFloat(*element_type)) {
    attribute->value = module_.Keep(std::move(elements));
    return attribute;
  }
  const std::span<int64_t> integers = arena().MakeArray<int64_t>(words.size());
  for (size_t i = 0; i < words.size(); ++i) {
    uint64_t bits = 0;
    std::memcpy(&bits, elements.data() + i * width, width);
    integers[i] = IsSigned(*element_type) ? SignExtend(bits, static_cast<uint32_t>(width) * 8)
                                          : static_cast<int64_t>(bits);
  }
  attribute->integers = integers;
  return attribute;
}

bool Parser::ParseDictionaryEntry(const OpInfo* info, std::vector<NamedAttribute>& attributes) {
  const Span span = TokenSpan();
  std::string_view name;
  if (At(TokenKind::kString)) {
    name = module_.InternName(Unquote(TokenText()));
  } else if (At(TokenKind::kWord)) {
    name = module_.InternName(TokenText());
  } else {
    return FailExpected("the name of an attribute", {});
  }
  Advance();
  const int index = info == nullptr ? -1 : info->FindAttribute(name);
  const AttributeInfo* form = index < 0 ? nullptr : &info->attributes[static_cast<size_t>(index)];
  const Attribute* value = nullptr;
  if (Accept(TokenKind::kEqual)) {
    value = ParseAttribute(form);
  } else {
    value = MakeAttribute(AttributeKind::kUnit, span.begin);
  }
  if (value == nullptr) return false;
  for (const NamedAttribute& other : attributes) {
    if (other.name != name) continue;
    return Fail(span, "attribute '" + std::string(name) + "' occurs twice");
  }
  attributes.push_back({name, value, span});
  return true;
}

bool Parser::ParseAttributeDictionary(const OpInfo* info, std::vector<NamedAttribute>& attributes) {
  if (!Expect(TokenKind::kLeftBrace, {"before attributes"})) return false;
  return ParseListUntil(TokenKind::kRightBrace, {"between attributes"},
                        [&] { return ParseDictionaryEntry(info, attributes); });
}

}  // namespace paddock
