// Constructors of attributes, for the readers of pretty forms.
#include <algorithm>

#include "core/text/parse/parser.h"

namespace paddock {

Attribute* Parser::MakeAttribute(AttributeKind kind, uint32_t begin) {
  Attribute* attribute = arena().Make<Attribute>();
  attribute->kind = kind;
  attribute->span = SpanFrom(begin);
  return attribute;
}

const Attribute* Parser::MakeInteger(int64_t value, std::string_view type, uint32_t begin) {
  Attribute* attribute = MakeAttribute(AttributeKind::kInteger, begin);
  attribute->type = types().GetScalar(type);
  attribute->integer = value;
  return attribute;
}

const Attribute* Parser::MakeIntegers(const std::vector<int64_t>& values, std::string_view type,
                                      uint32_t begin) {
  Attribute* attribute = MakeAttribute(AttributeKind::kDenseArray, begin);
  attribute->type = types().GetScalar(type);
  attribute->integers = arena().CopyArray(values);
  return attribute;
}

const Attribute* Parser::MakeElements(std::span<const int64_t> shape,
                                      std::span<const int64_t> values, uint32_t begin) {
  Attribute* attribute = MakeAttribute(AttributeKind::kElements, begin);
  attribute->type = types().GetTensor(shape, ElementType::kI64);
  attribute->value = module_.Keep(Tensor::FromElements<int64_t>(ElementType::kI64, shape, values));
  return attribute;
}

const Attribute* Parser::MakeString(std::string_view text, uint32_t begin) {
  Attribute* attribute = MakeAttribute(AttributeKind::kString, begin);
  attribute->text = text;
  return attribute;
}

const Attribute* Parser::MakeSymbol(std::string_view name, uint32_t begin) {
  Attribute* attribute = MakeAttribute(AttributeKind::kSymbol, begin);
  attribute->text = name;
  return attribute;
}

const Attribute* Parser::MakeEnum(std::string_view name, std::string_view text, uint32_t begin) {
  Attribute* attribute = MakeAttribute(AttributeKind::kEnum, begin);
  attribute->name = name;
  attribute->text = text;
  return attribute;
}

const Attribute* Parser::MakeType(Type type, uint32_t begin) {
  Attribute* attribute = MakeAttribute(AttributeKind::kType, begin);
  attribute->type = type;
  return attribute;
}

const Attribute* Parser::MakeArray(const std::vector<const Attribute*>& elements, uint32_t begin) {
  Attribute* attribute = MakeAttribute(AttributeKind::kArray, begin);
  attribute->elements = arena().CopyArray(elements);
  return attribute;
}

const Attribute* Parser::MakeDictionary(std::vector<NamedAttribute> fields, uint32_t begin) {
  Attribute* attribute = MakeAttribute(AttributeKind::kDictionary, begin);
  std::ranges::sort(fields, {}, &NamedAttribute::name);
  attribute->fields = arena().CopyArray(fields);
  return attribute;
}

void Parser::AddAttribute(OperationDraft& draft, std::string_view name, const Attribute* value) {
  draft.attributes.push_back({name, value, value->span});
}

}  // namespace paddock
