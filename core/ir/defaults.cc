#include "core/ir/defaults.h"

#include <algorithm>
#include <string>

#include "core/base/number_text.h"

namespace paddock {
namespace {

// Returns whether `value` is zero, or the case DEFAULT.
bool IsNeutral(const Attribute& value) {
  if (value.kind == AttributeKind::kEnum) return value.text == "DEFAULT";
  const bool is_number =
      value.kind == AttributeKind::kInteger || value.kind == AttributeKind::kFloat;
  return is_number && value.integer == 0;
}

}  // namespace

bool IsDefault(const AttributeInfo& info, const Attribute& value) {
  const std::string_view text = info.default_text;
  if (text.empty()) return false;
  switch (value.kind) {
    case AttributeKind::kBool:
      return text == (value.integer != 0 ? "true" : "false");
    case AttributeKind::kInteger: {
      // "0 : i64"
      const size_t colon = text.find(" : ");
      return colon != std::string_view::npos && value.type &&
             text == std::to_string(value.integer) + " : " + ToString(value.type);
    }
    case AttributeKind::kFloat: {
      // "0.0001 : f64"
      const size_t colon = text.find(" : ");
      return colon != std::string_view::npos && value.type &&
             text.substr(colon + 3) == ToString(value.type) &&
             ParseF64(text.substr(0, colon)) == value.number;
    }
    case AttributeKind::kString:
      return text == "\"\"" && value.text.empty();
    case AttributeKind::kArray:
      // Empty dictionaries of a function's arguments are defaults too.
      return text == "[]" && std::ranges::all_of(value.elements, [](const Attribute* element) {
               return element->kind == AttributeKind::kDictionary && element->fields.empty();
             });
    case AttributeKind::kDictionary:
      return text == "{}" && value.fields.empty();
    case AttributeKind::kDenseArray:
      return text == "array<i64>" && value.integers.empty() && value.value == nullptr;
    case AttributeKind::kStruct:
      // "#stablehlo.result_accuracy<>"
      return text == "#stablehlo." + std::string(value.name) + "<>" &&
             std::ranges::all_of(
                 value.fields, [](const NamedAttribute& field) { return IsNeutral(*field.value); });
    default:
      return false;
  }
}

}  // namespace paddock
