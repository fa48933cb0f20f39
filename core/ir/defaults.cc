#include "core/ir/defaults.h"

#include <string>

namespace paddock {

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
    case AttributeKind::kString:
      return text == "\"\"" && value.text.empty();
    case AttributeKind::kArray:
      return text == "[]" && value.elements.empty();
    case AttributeKind::kDictionary:
      return text == "{}" && value.fields.empty();
    case AttributeKind::kDenseArray:
      return text == "array<i64>" && value.integers.empty() && value.value == nullptr;
    default:
      return false;
  }
}

}  // namespace paddock
