#include "core/api/build/attribute_maker.h"

#include <algorithm>
#include <bit>

#include "core/text/parse/parse.h"

namespace paddock::build {

Attribute* AttributeMaker::New(AttributeKind kind) {
  Attribute* attribute = module_.arena().Make<Attribute>();
  attribute->kind = kind;
  return attribute;
}

const Attribute* AttributeMaker::MakeInteger(std::string_view type, int64_t value) {
  Attribute* attribute = New(AttributeKind::kInteger);
  attribute->type = module_.types().GetScalar(type);
  attribute->integer = value;
  return attribute;
}

const Attribute* AttributeMaker::MakeFloat(ElementType type, double value) {
  Attribute* attribute = New(AttributeKind::kFloat);
  attribute->type = module_.types().GetScalar(type);
  attribute->number = value;
  if (type == ElementType::kF32) {
    attribute->integer = std::bit_cast<int32_t>(static_cast<float>(value));
    attribute->integer &= 0xFFFFFFFF;
  } else {
    attribute->integer = std::bit_cast<int64_t>(value);
  }
  return attribute;
}

const Attribute* AttributeMaker::MakeString(std::string_view text) {
  Attribute* attribute = New(AttributeKind::kString);
  attribute->text = module_.arena().CopyString(text);
  return attribute;
}

const Attribute* AttributeMaker::MakeSymbol(std::string_view name) {
  Attribute* attribute = New(AttributeKind::kSymbol);
  attribute->text = module_.InternName(name);
  return attribute;
}

const Attribute* AttributeMaker::MakeType(Type type) {
  Attribute* attribute = New(AttributeKind::kType);
  attribute->type = type;
  return attribute;
}

const Attribute* AttributeMaker::MakeArray(const std::vector<const Attribute*>& elements) {
  if (std::ranges::find(elements, nullptr) != elements.end()) return nullptr;
  Attribute* attribute = New(AttributeKind::kArray);
  attribute->elements = module_.arena().CopyArray(elements);
  return attribute;
}

const Attribute* AttributeMaker::MakeDictionary(std::vector<NamedAttribute> fields) {
  Attribute* attribute = New(AttributeKind::kDictionary);
  std::erase_if(fields, [](const NamedAttribute& field) { return field.value == nullptr; });
  std::ranges::sort(fields, {}, &NamedAttribute::name);
  attribute->fields = module_.arena().CopyArray(fields);
  return attribute;
}

const Attribute* AttributeMaker::MakeSizes(const std::vector<int64_t>& sizes) {
  Attribute* attribute = New(AttributeKind::kDenseArray);
  attribute->type = module_.types().GetScalar(ElementType::kI32);
  attribute->integers = module_.arena().CopyArray(sizes);
  return attribute;
}

const Attribute* AttributeMaker::MakeCase(const AttributeInfo& row, size_t index) {
  const EnumInfo& info = *FindEnum(row.of_name);
  if (index >= info.cases.size()) {
    sink_.Error(Info(Constraint::kAttributeForm).code, Span(),
                std::string(row.name) + " is no case of its enumeration");
    return nullptr;
  }
  Attribute* attribute = New(AttributeKind::kEnum);
  attribute->name = info.name;
  attribute->text = info.cases[index];
  return attribute;
}

const Attribute* AttributeMaker::MakeStruct(const AttributeInfo& row,
                                            std::vector<const Attribute*> fields) {
  const StructInfo& info = *FindStruct(row.of_name);
  Attribute* attribute = New(AttributeKind::kStruct);
  attribute->name = info.name;
  std::vector<NamedAttribute> named;
  for (size_t i = 0; i < info.fields.size(); ++i) {
    if (fields[i] != nullptr) named.push_back({info.fields[i].name, fields[i], {}});
  }
  attribute->fields = module_.arena().CopyArray(named);
  return attribute;
}

const Attribute* AttributeMaker::MakeElements(std::string_view name, const Elements& elements) {
  if (elements.empty()) return nullptr;
  if (!elements.problem().empty()) {
    sink_.Error(Info(Constraint::kAttributeForm).code, Span(),
                std::string(name) + ": " + elements.problem());
    return nullptr;
  }
  Attribute* attribute = New(AttributeKind::kElements);
  attribute->type = module_.types().GetTensor(elements.shape(), elements.tensor().element_type());
  attribute->is_splat = elements.is_splat();
  attribute->value = module_.Keep(elements.tensor());
  return attribute;
}

const Attribute* AttributeMaker::Make(const AttributeInfo& row, bool value) {
  if (row.form == AttributeForm::kUnit) return value ? New(AttributeKind::kUnit) : nullptr;
  Attribute* attribute = New(AttributeKind::kBool);
  attribute->integer = value ? 1 : 0;
  return attribute;
}

const Attribute* AttributeMaker::Make(const AttributeInfo&, int32_t value) {
  return MakeInteger("i32", value);
}
const Attribute* AttributeMaker::Make(const AttributeInfo&, int64_t value) {
  return MakeInteger("i64", value);
}
const Attribute* AttributeMaker::Make(const AttributeInfo&, uint32_t value) {
  return MakeInteger("ui32", value);
}
const Attribute* AttributeMaker::Make(const AttributeInfo&, uint64_t value) {
  return MakeInteger("ui64", static_cast<int64_t>(value));
}
const Attribute* AttributeMaker::Make(const AttributeInfo&, float value) {
  return MakeFloat(ElementType::kF32, static_cast<double>(value));
}
const Attribute* AttributeMaker::Make(const AttributeInfo&, double value) {
  return MakeFloat(ElementType::kF64, value);
}

const Attribute* AttributeMaker::Make(const AttributeInfo& row, const std::string& value) {
  return row.form == AttributeForm::kSymbol ? MakeSymbol(value) : MakeString(value);
}

const Attribute* AttributeMaker::Make(const AttributeInfo&, const TypeSpec& value) {
  const Type type = Resolve(value);
  return type ? MakeType(type) : nullptr;
}

const Attribute* AttributeMaker::Make(const AttributeInfo&, const std::vector<int64_t>& value) {
  Attribute* attribute = New(AttributeKind::kDenseArray);
  attribute->type = module_.types().GetScalar(ElementType::kI64);
  attribute->integers = module_.arena().CopyArray(value);
  return attribute;
}

const Attribute* AttributeMaker::Make(const AttributeInfo&, const std::vector<bool>& value) {
  Attribute* attribute = New(AttributeKind::kDenseArray);
  attribute->type = module_.types().GetScalar(ElementType::kI1);
  attribute->integers = module_.arena().CopyArray(std::vector<int64_t>(value.begin(), value.end()));
  return attribute;
}

const Attribute* AttributeMaker::Make(const AttributeInfo&, const std::vector<std::string>& value) {
  std::vector<const Attribute*> symbols;
  for (const std::string& name : value) symbols.push_back(MakeSymbol(name));
  return MakeArray(symbols);
}

const Attribute* AttributeMaker::Make(const AttributeInfo& row, const Elements& value) {
  const bool is_list = row.form != AttributeForm::kElements;
  return MakeElements(row.name, is_list ? value.As(ElementType::kI64) : value);
}

const Attribute* AttributeMaker::Make(const AttributeInfo& row, const AttributeValue& value) {
  return MakeValue(row.name, value);
}

// Lists of C++ integers are lists of i64, like all lists of the specification.
const Attribute* AttributeMaker::MakeValue(std::string_view name, const AttributeValue& value) {
  if (value.elements()) {
    const bool is_int = value.elements()->tensor().element_type() == ElementType::kI32;
    return MakeElements(name, is_int ? value.elements()->As(ElementType::kI64) : *value.elements());
  }
  if (value.empty()) return nullptr;
  // The parser's attributes refer to the text.
  return ParseAttributeText(module_.arena().CopyString(value.text()), module_, sink_);
}

Type AttributeMaker::Resolve(const TypeSpec& type) {
  if (!type.element()) {
    return ParseTypeText(module_.arena().CopyString(type.text()), module_, sink_);
  }
  const auto is_no_size = [](int64_t size) { return size < 0 && size != kDynamic; };
  if (std::ranges::any_of(type.shape(), is_no_size)) {
    sink_.Error("type", Span(),
                TensorTypeText(*type.element(), type.shape()) + " has no such size");
    return Type();
  }
  return module_.types().GetTensor(type.shape(), *type.element());
}

}  // namespace paddock::build
