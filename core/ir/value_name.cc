#include "core/ir/value_name.h"

namespace paddock {

std::string WrittenName(const Value& value) {
  std::string name = "%" + std::string(value.name);
  const bool is_numbered = value.operation != nullptr && value.index > 0 &&
                           value.operation->results[0]->name == value.name;
  return is_numbered ? name + "#" + std::to_string(value.index) : name;
}

std::string_view LocationOf(const Value& value) {
  return value.operation == nullptr ? value.location : value.operation->location;
}

}  // namespace paddock
