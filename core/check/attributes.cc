// Checks attributes against the table.
#include <algorithm>

#include "core/check/suggest.h"
#include "core/check/table_rules.h"

namespace paddock {
namespace {

bool IsInteger(const Attribute& value, std::string_view type) {
  return value.kind == AttributeKind::kInteger && ToString(value.type) == type;
}

bool IsFloat(const Attribute& value, std::string_view type) {
  return value.kind == AttributeKind::kFloat && ToString(value.type) == type;
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

bool IsList(const Attribute& value, std::string_view element) {
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

// Name of a form in messages, in the specification's words, and its predicate.
struct FormRow {
  std::string_view words;
  bool (*holds)(const Attribute& value, std::string_view of_name);
};

template <AttributeKind kKind>
bool IsKind(const Attribute& value, std::string_view) {
  return value.kind == kKind;
}

// Requires a name of the module itself, not @outer::@inner.
bool IsFlatSymbol(const Attribute& value, std::string_view) {
  return value.kind == AttributeKind::kSymbol && value.elements.empty();
}

bool AreFlatSymbols(const Attribute& value, std::string_view name) {
  return value.kind == AttributeKind::kArray &&
         std::ranges::all_of(value.elements,
                             [&](const Attribute* item) { return IsFlatSymbol(*item, name); });
}

bool IsUnit(const Attribute& value, std::string_view) {
  return value.kind == AttributeKind::kUnit ||
         (value.kind == AttributeKind::kBool && value.integer == 1);
}

bool AreCasesOf(const Attribute& value, std::string_view name) {
  return AreAll(value, AttributeKind::kEnum) &&
         std::ranges::all_of(value.elements,
                             [&](const Attribute* item) { return IsCaseOf(*item, name); });
}

bool AreLayouts(const Attribute& value, std::string_view) {
  return value.kind == AttributeKind::kArray &&
         std::ranges::all_of(value.elements, [](const Attribute* item) { return IsLayout(*item); });
}

using View = std::string_view;

// Indexed by AttributeForm.
constexpr FormRow kForms[] = {
    {"a unit attribute", IsUnit},
    {"a constant of type i1", IsKind<AttributeKind::kBool>},
    {"a constant of type si32, as in 1 : i32",
     [](const Attribute& value, View) { return IsInteger(value, "i32"); }},
    {"a constant of type si64, as in 1 : i64",
     [](const Attribute& value, View) { return IsInteger(value, "i64"); }},
    {"a constant of type ui32, as in 1 : ui32",
     [](const Attribute& value, View) { return IsInteger(value, "ui32"); }},
    {"a constant of type ui64, as in 1 : ui64",
     [](const Attribute& value, View) { return IsInteger(value, "ui64"); }},
    {"a constant of type f32, as in 0.5 : f32",
     [](const Attribute& value, View) { return IsFloat(value, "f32"); }},
    {"a constant of type f64, as in 0.5 : f64",
     [](const Attribute& value, View) { return IsFloat(value, "f64"); }},
    {"an integer constant", IsKind<AttributeKind::kInteger>},
    {"a string", IsKind<AttributeKind::kString>},
    {"a symbol, as in @name", IsFlatSymbol},
    {"a type", IsKind<AttributeKind::kType>},
    {"a 1-dimensional tensor constant of type si64, as in array<i64: 1, 2>",
     [](const Attribute& value, View) { return IsList(value, "i64"); }},
    {"a 1-dimensional tensor constant of type i1, as in array<i1: true>",
     [](const Attribute& value, View) { return IsList(value, "i1"); }},
    {"a tensor constant of type si64, as in dense<0> : tensor<1x2xi64>",
     [](const Attribute& value, View) { return IsIntegerTensor(value, "i64"); }},
    {"a tensor constant", IsKind<AttributeKind::kElements>},
    {"a case of its enumeration", IsCaseOf},
    {"a list of cases of its enumeration", AreCasesOf},
    {"its structure", IsStruct},
    {"a list of symbols, as in [@name]", AreFlatSymbols},
    {"a list", IsKind<AttributeKind::kArray>},
    {"a dictionary", IsKind<AttributeKind::kDictionary>},
    {"a 1-dimensional tensor constant of type index",
     [](const Attribute& value, View) { return IsLayout(value); }},
    {"a list of 1-dimensional tensor constants of type index", AreLayouts},
    {"an attribute", [](const Attribute&, View) { return true; }},
};
static_assert(std::size(kForms) == static_cast<size_t>(AttributeForm::kAny) + 1);

const FormRow& RowOf(AttributeForm form) { return kForms[static_cast<size_t>(form)]; }

bool HasForm(const Attribute& value, const AttributeInfo& info) {
  return RowOf(info.form).holds(value, info.of_name);
}

// Returns the name of the form, with the cases of an enumeration.
std::string FormWords(const AttributeInfo& row) {
  const EnumInfo* cases = row.form == AttributeForm::kEnum ? FindEnum(row.of_name) : nullptr;
  if (cases == nullptr || cases->cases.empty()) return std::string(RowOf(row.form).words);
  std::string words = "one of ";
  for (const std::string_view name : cases->cases) {
    words += Say(name == cases->cases.front() ? "" : ", ", name);
  }
  return Say(words, ", as in #", cases->dialect, "<", cases->name, " ", cases->cases.front(), ">");
}

// Describes the form that `value` does not have. A literal whose type has no values was kept as
// text.
std::string DescribeForm(const Attribute& value, const AttributeInfo& row) {
  if (value.kind == AttributeKind::kOpaque && value.type) {
    return Say(row.name, " has type ", value.type, ", which has no values");
  }
  return Say(row.name, " must be ", FormWords(row));
}

// A list constant whose type has unknown sizes has no known values.
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
                     found == nullptr ? " is missing" : Say(" must be ", FormWords(field))));
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
      Diagnostic& diagnostic =
          context.Report(Info(Constraint::kAttributeMissing), Severity::kError, At(),
                         Say("the attribute ", row.name, " is missing, ", FormWords(row)));
      SuggestAttribute(context, diagnostic, row);
      return false;
    }
    if (!HasForm(*value, row)) {
      context.Fail(Constraint::kAttributeForm, At::Attribute(row.name), DescribeForm(*value, row));
      return false;
    }
    if (!HasStaticType(*value)) {
      context.Fail(Constraint::kLiteralType, At::Attribute(row.name),
                   Say(row.name, " has the type ", value->type));
      return false;
    }
    if (row.form == AttributeForm::kStruct && !CheckFields(context, row, *value)) return false;
  }
  return CheckAttributeNames(context);
}

}  // namespace paddock
