// Attributes, as the table says.
#include <algorithm>

#include "core/check/table_rules.h"

namespace paddock {
namespace {

bool IsInteger(const Attribute& value, std::string_view type) {
  return value.kind == AttributeKind::kInteger && ToString(value.type) == type;
}

bool IsIntegerTensor(const Attribute& value, std::string_view element) {
  return value.kind == AttributeKind::kElements && value.type.is_tensor() &&
         ToString(value.type.element()) == element;
}

bool AreAll(const Attribute& list, AttributeKind kind) {
  return list.kind == AttributeKind::kArray &&
         std::ranges::all_of(list.elements,
                             [&](const Attribute* item) { return item->kind == kind; });
}

bool IsI64Array(const Attribute& value, std::string_view element) {
  if (value.kind == AttributeKind::kDenseArray) return ToString(value.type) == element;
  return IsIntegerTensor(value, element) && value.type.rank() == 1;
}

bool IsCaseOf(const Attribute& value, std::string_view name) {
  // The predicates of arith are integers in the generic form.
  if (value.kind == AttributeKind::kInteger) return name.ends_with("_predicate");
  if (value.kind != AttributeKind::kEnum || value.name != name) return false;
  const EnumInfo* info = FindEnum(name);
  return std::ranges::find(info->cases, value.text) != info->cases.end();
}

bool IsStruct(const Attribute& value, std::string_view name) {
  return value.kind == AttributeKind::kStruct && value.name == name;
}

bool IsLayout(const Attribute& value) { return IsIntegerTensor(value, "index"); }

bool HasForm(const Attribute& value, const AttributeInfo& info) {
  using Kind = AttributeKind;
  switch (info.form) {
    case AttributeForm::kUnit:
      return value.kind == Kind::kUnit || (value.kind == Kind::kBool && value.integer == 1);
    case AttributeForm::kBool:
      return value.kind == Kind::kBool;
    case AttributeForm::kI32:
      return IsInteger(value, "i32");
    case AttributeForm::kI64:
      return IsInteger(value, "i64");
    case AttributeForm::kUI32:
      return IsInteger(value, "ui32");
    case AttributeForm::kUI64:
      return IsInteger(value, "ui64");
    case AttributeForm::kF32:
      return value.kind == Kind::kFloat && ToString(value.type) == "f32";
    case AttributeForm::kF64:
      return value.kind == Kind::kFloat && ToString(value.type) == "f64";
    case AttributeForm::kInteger:
      return value.kind == Kind::kInteger;
    case AttributeForm::kString:
      return value.kind == Kind::kString;
    case AttributeForm::kSymbol:
      return value.kind == Kind::kSymbol;
    case AttributeForm::kType:
      return value.kind == Kind::kType;
    case AttributeForm::kI64Array:
      return IsI64Array(value, "i64");
    case AttributeForm::kBoolArray:
      return IsI64Array(value, "i1");
    case AttributeForm::kI64Elements:
      return IsIntegerTensor(value, "i64");
    case AttributeForm::kElements:
      return value.kind == Kind::kElements;
    case AttributeForm::kEnum:
      return IsCaseOf(value, info.of_name);
    case AttributeForm::kEnumArray:
      return AreAll(value, Kind::kEnum) &&
             std::ranges::all_of(value.elements, [&](const Attribute* item) {
               return IsCaseOf(*item, info.of_name);
             });
    case AttributeForm::kStruct:
      return IsStruct(value, info.of_name);
    case AttributeForm::kSymbolArray:
      return AreAll(value, Kind::kSymbol);
    case AttributeForm::kArray:
      return value.kind == Kind::kArray;
    case AttributeForm::kDictionary:
      return value.kind == Kind::kDictionary;
    case AttributeForm::kLayout:
      return IsLayout(value);
    case AttributeForm::kLayoutArray:
      return value.kind == Kind::kArray &&
             std::ranges::all_of(value.elements,
                                 [](const Attribute* item) { return IsLayout(*item); });
    case AttributeForm::kAny:
      return true;
  }
  return false;
}

// What a form is called in a message: the specification's words.
std::string_view FormWords(AttributeForm form) {
  switch (form) {
    case AttributeForm::kUnit:
      return "a unit attribute";
    case AttributeForm::kBool:
      return "a constant of type i1";
    case AttributeForm::kI32:
      return "a constant of type si32, as in 1 : i32";
    case AttributeForm::kI64:
      return "a constant of type si64, as in 1 : i64";
    case AttributeForm::kUI32:
      return "a constant of type ui32";
    case AttributeForm::kUI64:
      return "a constant of type ui64";
    case AttributeForm::kF32:
      return "a constant of type f32";
    case AttributeForm::kF64:
      return "a constant of type f64";
    case AttributeForm::kInteger:
      return "an integer constant";
    case AttributeForm::kString:
      return "a string";
    case AttributeForm::kSymbol:
      return "a symbol, as in @name";
    case AttributeForm::kType:
      return "a type";
    case AttributeForm::kI64Array:
      return "a 1-dimensional tensor constant of type si64, as in array<i64: 1, 2>";
    case AttributeForm::kBoolArray:
      return "a 1-dimensional tensor constant of type i1, as in array<i1: true>";
    case AttributeForm::kI64Elements:
      return "a tensor constant of type si64, as in dense<0> : tensor<1x2xi64>";
    case AttributeForm::kElements:
      return "a tensor constant";
    case AttributeForm::kEnum:
      return "a case of its enumeration";
    case AttributeForm::kEnumArray:
      return "a list of cases of its enumeration";
    case AttributeForm::kStruct:
      return "its structure";
    case AttributeForm::kSymbolArray:
      return "a list of symbols";
    case AttributeForm::kArray:
      return "a list";
    case AttributeForm::kDictionary:
      return "a dictionary";
    case AttributeForm::kLayout:
      return "a 1-dimensional tensor constant of type index";
    case AttributeForm::kLayoutArray:
      return "a list of 1-dimensional tensor constants of type index";
    case AttributeForm::kAny:
      return "an attribute";
  }
  return "";
}

// A list constant whose type has unknown sizes says nothing.
bool HasStaticType(const Attribute& value) {
  return value.kind != AttributeKind::kElements || !value.type.is_tensor() ||
         value.type.has_static_shape();
}

bool CheckFields(CheckContext& context, const AttributeInfo& row, const Attribute& value) {
  const StructInfo& info = *FindStruct(row.of_name);
  for (const AttributeInfo& field : info.fields) {
    const Attribute* found = value.Find(field.name);
    if (found == nullptr && field.is_optional) continue;
    if (found != nullptr && HasForm(*found, field)) continue;
    context.Fail(Constraint::kAttributeForm, At::Attribute(row.name),
                 Say(row.name, ".", field.name,
                     found == nullptr ? " is missing" : Say(" must be ", FormWords(field.form))));
    return false;
  }
  return true;
}

}  // namespace

bool CheckAttributes(CheckContext& context) {
  for (const AttributeInfo& row : context.info().attributes) {
    const Attribute* value = context.attribute(row.name);
    if (value == nullptr) {
      if (row.is_optional) continue;
      context.Fail(Constraint::kAttributeMissing, At(),
                   Say("the attribute ", row.name, " is missing, ", FormWords(row.form)));
      return false;
    }
    if (!HasForm(*value, row)) {
      context.Fail(Constraint::kAttributeForm, At::Attribute(row.name),
                   Say(row.name, " must be ", FormWords(row.form)));
      return false;
    }
    if (!HasStaticType(*value)) {
      context.Fail(Constraint::kLiteralType, At::Attribute(row.name),
                   Say(row.name, " has the type ", value->type));
      return false;
    }
    if (row.form == AttributeForm::kStruct && !CheckFields(context, row, *value)) return false;
  }
  return true;
}

}  // namespace paddock
