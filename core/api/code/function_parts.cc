#include "core/api/code/function_parts.h"

#include "core/ir/attribute_values.h"
#include "core/ir/defaults.h"

namespace paddock::code {

std::vector<Type> TypesOf(std::span<Value* const> values) {
  std::vector<Type> types;
  for (const Value* value : values) types.push_back(value->type);
  return types;
}

std::span<const NamedAttribute> EntryOf(const Operation& function, std::string_view list,
                                        size_t i) {
  const Attribute* entries = function.Find(list);
  if (entries == nullptr || i >= entries->elements.size()) return {};
  return entries->elements[i]->fields;
}

bool IsPrivate(const Operation& function) {
  return TextOf(function, "sym_visibility") == "private";
}

std::vector<NamedAttribute> OptionsOf(const Operation& function) {
  std::vector<NamedAttribute> options;
  for (const NamedAttribute& attribute : function.attributes) {
    const std::string_view name = attribute.name;
    const bool is_private = name == "sym_visibility" && IsPrivate(function);
    if (name != "sym_name" && name != "function_type" && name != "arg_attrs" &&
        name != "res_attrs" && !is_private) {
      options.push_back(attribute);
    }
  }
  return options;
}

std::vector<NamedAttribute> AttributesOf(const Operation& operation) {
  std::vector<NamedAttribute> attributes;
  for (const NamedAttribute& attribute : operation.attributes) {
    const int row = operation.info->FindAttribute(attribute.name);
    if (row < 0 ||
        !IsDefault(operation.info->attributes[static_cast<size_t>(row)], *attribute.value)) {
      attributes.push_back(attribute);
    }
  }
  return attributes;
}

}  // namespace paddock::code
