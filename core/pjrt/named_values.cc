#include "core/pjrt/named_values.h"

#include <utility>

namespace paddock::pjrt {

PJRT_NamedValue& NamedValues::Append(std::string name) {
  strings_.push_back(std::move(name));
  PJRT_NamedValue value{};
  value.struct_size = PJRT_NamedValue_STRUCT_SIZE;
  value.name = strings_.back().c_str();
  value.name_size = strings_.back().size();
  value.value_size = 1;
  return values_.emplace_back(value);
}

void NamedValues::Add(std::string name, std::string value) {
  PJRT_NamedValue& added = Append(std::move(name));
  strings_.push_back(std::move(value));
  added.type = PJRT_NamedValue_kString;
  added.string_value = strings_.back().c_str();
  added.value_size = strings_.back().size();
}

void NamedValues::Add(std::string name, std::vector<int64_t> values) {
  PJRT_NamedValue& added = Append(std::move(name));
  lists_.push_back(std::move(values));
  added.type = PJRT_NamedValue_kInt64List;
  added.int64_array_value = lists_.back().data();
  added.value_size = lists_.back().size();
}

void NamedValues::Add(std::string name, float value) {
  PJRT_NamedValue& added = Append(std::move(name));
  added.type = PJRT_NamedValue_kFloat;
  added.float_value = value;
}

}  // namespace paddock::pjrt
