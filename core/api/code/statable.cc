// Values that a field of the builder's structures can have.
#include <algorithm>

#include "core/api/code/call_parts.h"
#include "core/ir/defaults.h"

namespace paddock::code {
namespace {

bool IsNumberOf(const Attribute& value, AttributeKind kind, std::string_view type) {
  return value.kind == kind && value.type.is(TypeKind::kScalar) && value.type->text == type;
}

// The integers of a structure's field have no type of their own.
bool IsListOf(const Attribute& value, std::string_view type) {
  return value.kind == AttributeKind::kDenseArray && value.value == nullptr &&
         (!value.type || (value.type.is(TypeKind::kScalar) && value.type->text == type));
}

bool IsRoot(const Attribute& value) {
  return value.kind == AttributeKind::kSymbol && value.elements.empty();
}

bool IsCaseOf(const AttributeInfo& row, const Attribute& value) {
  return value.kind == AttributeKind::kEnum && value.name == row.of_name;
}

bool IsArrayOf(const Attribute& value, auto is_element) {
  return value.kind == AttributeKind::kArray &&
         std::ranges::all_of(value.elements,
                             [&](const Attribute* element) { return is_element(*element); });
}

// Elements of a plain type: those that tensors of the builder have.
bool IsElements(const Attribute& value) {
  return value.kind == AttributeKind::kElements && value.value != nullptr &&
         value.value->has_value() && value.type.is_tensor() && value.type->bounds.empty() &&
         value.type->encoding.empty() && value.type.element_type() &&
         ToString(value.type.element()) == Spelling(*value.type.element_type());
}

bool IsStructOf(const AttributeInfo& row, const Attribute& value) {
  if (value.kind != AttributeKind::kStruct || value.name != row.of_name) return false;
  return std::ranges::all_of(FindStruct(row.of_name)->fields, [&](const AttributeInfo& field) {
    const Attribute* stated = value.Find(field.name);
    return stated == nullptr ? field.is_optional || !field.default_text.empty()
                             : IsStatable(field, *stated);
  });
}

bool HasForm(const AttributeInfo& row, const Attribute& value) {
  switch (row.form) {
    case AttributeForm::kUnit:
      return value.kind == AttributeKind::kUnit;
    case AttributeForm::kBool:
      return value.kind == AttributeKind::kBool;
    case AttributeForm::kI32:
      return IsNumberOf(value, AttributeKind::kInteger, "i32");
    case AttributeForm::kI64:
      return IsNumberOf(value, AttributeKind::kInteger, "i64");
    case AttributeForm::kUI32:
      return IsNumberOf(value, AttributeKind::kInteger, "ui32");
    case AttributeForm::kUI64:
      return IsNumberOf(value, AttributeKind::kInteger, "ui64");
    case AttributeForm::kF32:
      return IsNumberOf(value, AttributeKind::kFloat, "f32");
    case AttributeForm::kF64:
      return IsNumberOf(value, AttributeKind::kFloat, "f64");
    case AttributeForm::kString:
      return value.kind == AttributeKind::kString && !value.type;
    case AttributeForm::kSymbol:
      return IsRoot(value);
    case AttributeForm::kType:
      return value.kind == AttributeKind::kType;
    case AttributeForm::kI64Array:
      return IsListOf(value, "i64");
    case AttributeForm::kBoolArray:
      return IsListOf(value, "i1");
    case AttributeForm::kI64Elements:
      return IsElements(value) && value.value->element_type() == ElementType::kI64;
    case AttributeForm::kElements:
      return IsElements(value);
    case AttributeForm::kEnum:
      return IsCaseOf(row, value);
    case AttributeForm::kEnumArray:
      return IsArrayOf(value, [&](const Attribute& element) { return IsCaseOf(row, element); });
    case AttributeForm::kStruct:
      return IsStructOf(row, value);
    case AttributeForm::kSymbolArray:
      return IsArrayOf(value, IsRoot);
    default:
      return true;
  }
}

// The builder takes an empty list or text of such a field as absent.
bool IsEmpty(AttributeForm form, const Attribute& value) {
  switch (form) {
    case AttributeForm::kString:
      return value.text.empty();
    case AttributeForm::kEnumArray:
    case AttributeForm::kSymbolArray:
      return value.elements.empty();
    case AttributeForm::kI64Array:
    case AttributeForm::kBoolArray:
      return value.integers.empty();
    default:
      return false;
  }
}

}  // namespace

bool IsStatable(const AttributeInfo& row, const Attribute& value) {
  const bool is_dropped = row.is_optional && IsEmpty(row.form, value) && !IsDefault(row, value);
  return HasForm(row, value) && !is_dropped;
}

}  // namespace paddock::code
