// Attribute values in their generic spelling.
#include <algorithm>

#include "core/text/parse/parser.h"

namespace paddock {
namespace {

// Attributes whose body only their dialect can read: `affine_map<...>`.
constexpr std::string_view kOpaqueWords[] = {"affine_map", "affine_set", "strided", "distinct",
                                             "sparse"};

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
    case TokenKind::kPlus:
    case TokenKind::kInteger:
    case TokenKind::kFloat:
      return ParseNumberAttribute();
    case TokenKind::kLess: {
      // The 2022 spelling omits the name of the structure.
      const bool is_struct = info != nullptr && info->form == AttributeForm::kStruct;
      const StructInfo* fields = is_struct ? FindStruct(info->of_name) : nullptr;
      if (fields != nullptr) return ParseStructBody(*fields, begin);
      FailExpected("the value of an attribute", {});
      return nullptr;
    }
    case TokenKind::kLeftParen:
      if (AtComplexLiteral()) return ParseComplexLiteral();
      [[fallthrough]];
    case TokenKind::kTypeName: {
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

bool DictionaryNames::Add(std::string_view name, std::span<const NamedAttribute> attributes) {
  // A linear search is faster than a set for few attributes.
  constexpr size_t kFew = 16;
  if (attributes.size() < kFew) {
    return std::ranges::find(attributes, name, &NamedAttribute::name) == attributes.end();
  }
  if (names_.empty()) {
    for (const NamedAttribute& attribute : attributes) names_.insert(attribute.name);
  }
  return names_.insert(name).second;
}

bool Parser::ParseDictionaryEntry(const OpInfo* info, std::vector<NamedAttribute>& attributes,
                                  DictionaryNames& names) {
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
  if (!names.Add(name, attributes)) {
    return Fail(span, "attribute '" + std::string(name) + "' occurs twice");
  }
  attributes.push_back({name, value, span});
  return true;
}

bool Parser::ParseAttributeDictionary(const OpInfo* info, std::vector<NamedAttribute>& attributes) {
  if (!Expect(TokenKind::kLeftBrace, {"before attributes"})) return false;
  DictionaryNames names;
  return ParseListUntil(TokenKind::kRightBrace, {"between attributes"},
                        [&] { return ParseDictionaryEntry(info, attributes, names); });
}

}  // namespace paddock
