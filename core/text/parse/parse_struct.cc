// Attributes of a dialect: #stablehlo<comparison_direction EQ>, #stablehlo.gather<...>.
#include <algorithm>
#include <bit>
#include <string>

#include "core/tensor/literal.h"
#include "core/text/parse/parser.h"

namespace paddock {
namespace {

bool IsKnownDialect(std::string_view name) { return name == "stablehlo" || name == "chlo"; }

bool HasRequiredField(const StructInfo& info) {
  return std::ranges::any_of(info.fields, [](const AttributeInfo& field) {
    return !field.is_optional && field.default_text.empty();
  });
}

int FindField(const StructInfo& info, std::string_view name) {
  for (size_t i = 0; i < info.fields.size(); ++i) {
    if (info.fields[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

// Suggests one of the missing fields for a misspelled word.
void SuggestField(Diagnostic& diagnostic, const StructInfo& info,
                  std::span<const NamedAttribute> fields, Span span, std::string_view word) {
  std::vector<std::string_view> names;
  for (size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].value == nullptr) names.push_back(info.fields[i].name);
  }
  SuggestNearest(diagnostic, span, word, Naming::kTable, names);
}

}  // namespace

const Attribute* Parser::ParseHashAttribute() {
  const uint32_t begin = token_.begin;
  const std::string_view name = TokenText().substr(1);
  if (name.find('.') == std::string_view::npos) {
    if (lexer_.text().substr(token_.end, 1) != "<") {
      const Alias* alias = UseAlias();
      return alias == nullptr ? nullptr : alias->value;
    }
    if (!IsKnownDialect(name)) return ParseOpaqueAttribute(begin);
    Advance();
    Advance();
    const EnumInfo* cases = At(TokenKind::kWord) ? FindEnum(TokenText()) : nullptr;
    if (cases == nullptr) {
      Diagnostic& diagnostic =
          sink_.Error("syntax", TokenSpan(),
                      "unknown attribute '" + std::string(TokenText().substr(0, 60)) +
                          "' of the dialect " + std::string(name));
      std::vector<std::string_view> names;
      for (const EnumInfo& info : EnumTable()) names.push_back(info.name);
      SuggestNearest(diagnostic, TokenSpan(), TokenText(), Naming::kTable, names);
      return nullptr;
    }
    Advance();
    const Attribute* value = ParseEnumCase(*cases, begin);
    if (value == nullptr || !Expect(TokenKind::kGreater, {"after the case of", cases->name})) {
      return nullptr;
    }
    return value;
  }
  if (name == "complex.number") return ParseComplexNumber(begin);
  const size_t dot = name.find('.');
  if (!IsKnownDialect(name.substr(0, dot))) return ParseOpaqueAttribute(begin);
  return ParseDialectAttribute(name.substr(dot + 1), begin);
}

const Attribute* Parser::ParseDialectAttribute(std::string_view name, uint32_t begin) {
  const Span span = TokenSpan();
  if (name == "bounds" || name == "type_extensions") {
    std::vector<int64_t> bounds;
    if (!ParseBounds(bounds)) return nullptr;
    Attribute* attribute = MakeAttribute(AttributeKind::kOpaque, begin);
    attribute->text = TextBetween(begin, previous_end_);
    return attribute;
  }
  Advance();
  if (const EnumInfo* cases = FindEnum(name)) {
    if (!Expect(TokenKind::kLess, {"after", name})) return nullptr;
    const Attribute* value = ParseEnumCase(*cases, begin);
    const bool is_closed =
        value != nullptr && Expect(TokenKind::kGreater, {"after the case of", cases->name});
    return is_closed ? value : nullptr;
  }
  const StructInfo* info = FindStruct(name);
  if (info == nullptr) {
    const std::string_view written = TextBetween(span.begin, span.end);
    Diagnostic& diagnostic =
        sink_.Error("syntax", span, "unknown attribute '" + std::string(written) + "'");
    std::vector<std::string_view> names;
    for (const StructInfo& known : StructTable()) names.push_back(known.name);
    SuggestNearest(diagnostic, span, name, Naming::kTable, names,
                   written.substr(0, written.find('.') + 1));
    return nullptr;
  }
  return ParseStructBody(*info, begin);
}

const Attribute* Parser::ParseEnumCase(const EnumInfo& info, uint32_t begin) {
  const std::string_view word = TokenText();
  const auto found = std::ranges::find(info.cases, word);
  if (!At(TokenKind::kWord) || found == info.cases.end()) {
    std::string cases;
    for (std::string_view name : info.cases) {
      cases += (cases.empty() ? "" : ", ") + std::string(name);
    }
    Diagnostic& diagnostic = ReportExpected("one of " + cases, {"as", info.name});
    if (At(TokenKind::kWord)) {
      SuggestNearest(diagnostic, TokenSpan(), word, Naming::kTable, info.cases);
    } else if (info.name == "comparison_direction") {
      SuggestDirection(diagnostic);
    }
    return nullptr;
  }
  Advance();
  return MakeEnum(info.name, *found, begin);
}

const Attribute* Parser::DefaultField(const AttributeInfo& field) {
  const uint32_t begin = previous_end_;
  switch (field.form) {
    case AttributeForm::kI64Array:
      return MakeIntegers({}, "i64", begin);
    case AttributeForm::kI64:
      return MakeInteger(0, "i64", begin);
    case AttributeForm::kF64: {
      Attribute* zero = MakeAttribute(AttributeKind::kFloat, begin);
      zero->type = types().GetScalar("f64");
      return zero;
    }
    default:
      return nullptr;
  }
}

// `<name = value, ...>`. Fields may be in any order if all have defaults; otherwise in the table's.
const Attribute* Parser::ParseStructBody(const StructInfo& info, uint32_t begin) {
  if (!Expect(TokenKind::kLess, {"after", info.name})) return nullptr;
  if (info.name == "conv" && !AcceptWord("raw") && At(TokenKind::kLeftSquare)) {
    const Attribute* dimensions = ParseConvolutionDimensions(begin, {"in #stablehlo.conv"});
    const bool is_closed =
        dimensions != nullptr && Expect(TokenKind::kGreater, {"after the dimension numbers"});
    return is_closed ? dimensions : nullptr;
  }
  std::vector<NamedAttribute> fields(info.fields.size());
  const bool is_ordered = HasRequiredField(info);
  int last = -1;
  while (!Accept(TokenKind::kGreater)) {
    const Span span = TokenSpan();
    const int index = At(TokenKind::kWord) ? FindField(info, TokenText()) : -1;
    if (index < 0 || (is_ordered && index < last)) {
      Diagnostic& diagnostic = ReportExpected("a field", {"of", info.name}, Missing::kItem);
      if (At(TokenKind::kWord)) SuggestField(diagnostic, info, fields, span, TokenText());
      return nullptr;
    }
    last = index;
    NamedAttribute& field = fields[static_cast<size_t>(index)];
    if (field.value != nullptr) {
      Fail(span, "field '" + std::string(TokenText()) + "' occurs twice");
      return nullptr;
    }
    const AttributeInfo& field_info = info.fields[static_cast<size_t>(index)];
    field = {field_info.name, nullptr, span};
    Advance();
    if (!Expect(TokenKind::kEqual, {"after", field.name})) return nullptr;
    field.value = ParseStructField(field_info, {"as", field.name});
    if (field.value == nullptr) return nullptr;
    if (At(TokenKind::kGreater)) continue;
    if (!Expect(TokenKind::kComma, {"between the fields of", info.name})) return nullptr;
  }
  std::vector<NamedAttribute> present;
  for (size_t i = 0; i < fields.size(); ++i) {
    const AttributeInfo& field = info.fields[i];
    if (fields[i].value == nullptr) {
      fields[i] = {field.name, DefaultField(field), {}};
    }
    if (fields[i].value != nullptr) {
      present.push_back(fields[i]);
    } else if (!field.is_optional) {
      Fail(SpanFrom(begin),
           "field '" + std::string(field.name) + "' of " + std::string(info.name) + " is missing");
      return nullptr;
    }
  }
  Attribute* attribute = MakeAttribute(AttributeKind::kStruct, begin);
  attribute->name = info.name;
  attribute->fields = arena().CopyArray(present);
  return attribute;
}

const Attribute* Parser::ParseStructField(const AttributeInfo& field, Where where) {
  // `(1)2` in #stablehlo.axis_ref.
  if (field.of_name == "sub_axis_info" && At(TokenKind::kLeftParen)) {
    const uint32_t begin = token_.begin;
    int64_t pre_size = 0;
    int64_t size = 0;
    Advance();
    if (!ParseInt64(pre_size, where) || !Expect(TokenKind::kRightParen, where) ||
        !ParseInt64(size, where)) {
      return nullptr;
    }
    Attribute* attribute = MakeAttribute(AttributeKind::kStruct, begin);
    attribute->name = "sub_axis_info";
    attribute->fields = arena().CopyArray(std::vector<NamedAttribute>{
        {"pre_size", MakeInteger(pre_size, "i64", begin), {}},
        {"size", MakeInteger(size, "i64", begin), {}},
    });
    return attribute;
  }
  const bool is_bare = field.form == AttributeForm::kI64Array ||
                       field.form == AttributeForm::kI64 || field.form == AttributeForm::kBool ||
                       field.form == AttributeForm::kType;
  if (is_bare) return ParseBareAttribute(field, where);
  return ParseAttribute(&field);
}

bool Parser::ParseIntegers(std::vector<int64_t>& values, Where where) {
  return Expect(TokenKind::kLeftSquare, where) &&
         ParseListUntil(TokenKind::kRightSquare, where, [&] {
           int64_t value = 0;
           if (!ParseInt64(value, where)) return false;
           values.push_back(value);
           return true;
         });
}

const Attribute* Parser::ParseIntegerList(Where where) {
  const uint32_t begin = token_.begin;
  std::vector<int64_t> values;
  return ParseIntegers(values, where) ? MakeIntegers(values, "i64", begin) : nullptr;
}

}  // namespace paddock
