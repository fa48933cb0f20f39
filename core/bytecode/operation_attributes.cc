#include "core/bytecode/operation_attributes.h"

#include <algorithm>
#include <cstring>

#include "core/bytecode/absent.h"

namespace paddock {
namespace {

// Maximum length of a list of dimensions. A longer splat is not one.
constexpr int64_t kLongestList = 1 << 16;

Attribute* MakeOfKind(Module& module, AttributeKind kind) {
  Attribute* attribute = module.arena().Make<Attribute>();
  attribute->kind = kind;
  return attribute;
}

// Converts a one-dimensional tensor to `array<i64: ..>` or `array<i1: ..>`. Returns `nullptr` for
// others.
const Attribute* ToIntegers(const Attribute& value, Module& module) {
  if (value.kind != AttributeKind::kElements || value.type.rank() != 1) return nullptr;
  const ElementType type = value.value->element_type();
  const int64_t count = value.type.shape()[0];
  if ((type != ElementType::kI64 && !IsBoolean(type)) || count > kLongestList) return nullptr;
  const std::span<int64_t> integers = module.arena().MakeArray<int64_t>(static_cast<size_t>(count));
  const size_t width = ByteSize(type);
  for (size_t i = 0; i < integers.size(); ++i) {
    std::memcpy(&integers[i], value.value->data() + (value.is_splat ? 0 : i * width), width);
  }
  Attribute* list = MakeOfKind(module, AttributeKind::kDenseArray);
  list->type = module.types().GetScalar(type);
  list->integers = integers;
  return list;
}

// Expands a tensor of integers to separate elements, like the text parser.
const Attribute* ToElements(const Attribute& value, Module& module) {
  if (value.kind != AttributeKind::kElements) return nullptr;
  if (!value.is_splat || value.value->element_type() != ElementType::kI64) return &value;
  const auto bytes = ByteSizeOf(ElementType::kI64, value.type.shape());
  if (!bytes || *bytes > kLongestList * 8) return &value;
  int64_t element = 0;
  std::memcpy(&element, value.value->data(), sizeof(element));
  const std::vector<int64_t> elements(static_cast<size_t>(*bytes) / sizeof(element), element);
  Attribute* full = module.arena().Make<Attribute>(value);
  full->is_splat = false;
  full->value = module.Keep(
      Tensor::FromElements<int64_t>(ElementType::kI64, value.type.shape(), std::span(elements)));
  return full;
}

const Attribute* ToSymbol(const Attribute& value, Module& module) {
  if (value.kind != AttributeKind::kString) return nullptr;
  Attribute* symbol = MakeOfKind(module, AttributeKind::kSymbol);
  symbol->text = value.text;
  return symbol;
}

const Attribute* ToSymbols(const Attribute& value, Module& module) {
  if (value.kind != AttributeKind::kArray) return nullptr;
  std::vector<const Attribute*> symbols;
  for (const Attribute* element : value.elements) {
    symbols.push_back(ToSymbol(*element, module));
    if (symbols.back() == nullptr) return nullptr;
  }
  Attribute* list = MakeOfKind(module, AttributeKind::kArray);
  list->elements = module.arena().CopyArray(symbols);
  return list;
}

const Attribute* Require(const Attribute& value, AttributeKind kind) {
  return value.kind == kind ? &value : nullptr;
}

// Returns `value` as an attribute of the table's form; `nullptr` if that is not possible.
const Attribute* Convert(const AttributeInfo& info, const Attribute& value, Module& module) {
  switch (info.form) {
    case AttributeForm::kUnit:
      if (value.kind != AttributeKind::kBool) return nullptr;
      return MakeOfKind(module, AttributeKind::kUnit);
    case AttributeForm::kBool:
      return Require(value, AttributeKind::kBool);
    case AttributeForm::kString:
      return Require(value, AttributeKind::kString);
    case AttributeForm::kSymbol:
      return ToSymbol(value, module);
    case AttributeForm::kSymbolArray:
      return ToSymbols(value, module);
    case AttributeForm::kI64Array:
    case AttributeForm::kBoolArray:
      return ToIntegers(value, module);
    case AttributeForm::kI64Elements:
      return ToElements(value, module);
    case AttributeForm::kElements:
      return Require(value, AttributeKind::kElements);
    case AttributeForm::kI32:
    case AttributeForm::kI64:
      return Require(value, AttributeKind::kInteger);
    case AttributeForm::kF32:
      return Require(value, AttributeKind::kFloat);
    case AttributeForm::kType:
      return Require(value, AttributeKind::kType);
    case AttributeForm::kEnum:
      return value.kind == AttributeKind::kEnum && value.name == info.of_name ? &value : nullptr;
    case AttributeForm::kArray:
    case AttributeForm::kEnumArray:
    case AttributeForm::kLayoutArray:
      return Require(value, AttributeKind::kArray);
    case AttributeForm::kDictionary:
      return Require(value, AttributeKind::kDictionary);
    case AttributeForm::kStruct:
      return value.kind == AttributeKind::kStruct && value.name == info.of_name ? &value : nullptr;
    default:
      return &value;
  }
}

const AttributeInfo* FindPlace(const VhloOperation& row, std::string_view place) {
  const int index = row.info->FindAttribute(place);
  return index < 0 ? nullptr : &row.info->attributes[static_cast<size_t>(index)];
}

// Collects the fields of one structure from separate attributes.
class StructBuilder {
 public:
  StructBuilder(const AttributeInfo& place, Module& module)
      : place_(place), info_(FindStruct(place.of_name)), module_(module) {
    if (info_ != nullptr) values_.resize(info_->fields.size());
  }

  const AttributeInfo* Field(std::string_view name) const {
    const auto found = std::ranges::find(info_->fields, name, &AttributeInfo::name);
    return found == info_->fields.end() ? nullptr : &*found;
  }
  void Set(const AttributeInfo& field, const Attribute* value) {
    values_[static_cast<size_t>(&field - info_->fields.data())] = value;
  }
  // Marks a required field as missing. It is an error only if other fields are present.
  void SetMissing(const VhloAttribute& attribute) { missing_ = &attribute; }
  // Returns `nullptr` unless some fields are present and one is missing.
  const VhloAttribute* missing() const { return is_empty() ? nullptr : missing_; }
  bool is_empty() const {
    return std::ranges::all_of(values_, [](const Attribute* value) { return value == nullptr; });
  }
  std::string_view name() const { return place_.name; }

  const Attribute* Build() const {
    std::vector<NamedAttribute> fields;
    for (size_t i = 0; i < values_.size(); ++i) {
      const Attribute* value = values_[i] != nullptr ? values_[i] : MakeEmpty(info_->fields[i]);
      fields.push_back({info_->fields[i].name, value, Span()});
    }
    Attribute* attribute = MakeOfKind(module_, AttributeKind::kStruct);
    attribute->name = info_->name;
    attribute->fields = module_.arena().CopyArray(fields);
    return attribute;
  }

 private:
  // Returns an empty list or zero for a field that the version does not have.
  const Attribute* MakeEmpty(const AttributeInfo& field) const {
    const bool is_list = field.form == AttributeForm::kI64Array;
    Attribute* value =
        MakeOfKind(module_, is_list ? AttributeKind::kDenseArray : AttributeKind::kInteger);
    value->type = module_.types().GetScalar(ElementType::kI64);
    return value;
  }

  const AttributeInfo& place_;
  const StructInfo* info_;
  Module& module_;
  std::vector<const Attribute*> values_;
  const VhloAttribute* missing_ = nullptr;
};

class Upgrade {
 public:
  Upgrade(const VhloOperation& row, Module& module, std::vector<NamedAttribute>& attributes,
          std::string& problem)
      : row_(row), module_(module), attributes_(attributes), problem_(problem) {}

  bool Add(size_t index, std::span<const Attribute* const> values) {
    const VhloAttribute& attribute = row_.attributes[index];
    const Attribute& value = *values[index];
    const bool is_absent = IsAbsentHere(attribute, value) && IsPartnerAbsent(attribute, values);
    if (attribute.place.empty()) {
      return is_absent ||
             Fail(attribute, "no value but its default has a meaning beside the operand");
    }
    const AttributeInfo* place = FindPlace(row_, attribute.place);
    if (place == nullptr) return Fail(attribute, "it has no place");
    if (!attribute.field.empty()) return AddField(attribute, *place, is_absent ? nullptr : &value);
    if (is_absent) return true;
    const Attribute* converted = Convert(*place, value, module_);
    if (converted == nullptr) return Fail(attribute, "its value is of another kind");
    attributes_.push_back({place->name, converted, Span()});
    return true;
  }

  bool Finish() {
    for (const StructBuilder& builder : structs_) {
      if (const VhloAttribute* missing = builder.missing()) {
        return Fail(*missing, "it is absent, but other fields of " + std::string(builder.name()) +
                                  " are not");
      }
      if (!builder.is_empty()) attributes_.push_back({builder.name(), builder.Build(), Span()});
    }
    return true;
  }

 private:
  static bool IsAbsentHere(const VhloAttribute& attribute, const Attribute& value) {
    return !attribute.absent.empty() && IsAbsent(attribute.absent, value);
  }

  bool IsPartnerAbsent(const VhloAttribute& attribute,
                       std::span<const Attribute* const> values) const {
    if (attribute.partner.empty()) return true;
    const auto partner =
        std::ranges::find(row_.attributes, attribute.partner, &VhloAttribute::name);
    const auto index = static_cast<size_t>(partner - row_.attributes.begin());
    return index < values.size() && IsAbsentHere(*partner, *values[index]);
  }

  bool AddField(const VhloAttribute& attribute, const AttributeInfo& place,
                const Attribute* value) {
    auto builder = std::ranges::find(structs_, place.name, &StructBuilder::name);
    if (builder == structs_.end()) {
      structs_.emplace_back(place, module_);
      builder = structs_.end() - 1;
    }
    if (value == nullptr) {
      if (attribute.absent == "none") builder->SetMissing(attribute);
      return true;
    }
    const AttributeInfo* field = builder->Field(attribute.field);
    const Attribute* converted = field == nullptr ? nullptr : Convert(*field, *value, module_);
    if (converted == nullptr) return Fail(attribute, "its value is of another kind");
    builder->Set(*field, converted);
    return true;
  }

  bool Fail(const VhloAttribute& attribute, std::string_view what) {
    problem_ = "vhlo." + std::string(row_.name) + ": " + std::string(attribute.name) + ": " +
               std::string(what);
    return false;
  }

  const VhloOperation& row_;
  Module& module_;
  std::vector<NamedAttribute>& attributes_;
  std::string& problem_;
  std::vector<StructBuilder> structs_;
};

}  // namespace

bool UpgradeAttributes(const VhloOperation& row, std::span<const Attribute* const> values,
                       Module& module, std::vector<NamedAttribute>& attributes,
                       std::string& problem) {
  Upgrade upgrade(row, module, attributes, problem);
  for (size_t i = 0; i < values.size(); ++i) {
    if (!upgrade.Add(i, values)) return false;
  }
  return upgrade.Finish();
}

}  // namespace paddock
