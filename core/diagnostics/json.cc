#include "core/diagnostics/json.h"

namespace paddock {

Json& Json::Member(std::string_view key, std::string_view value) {
  Key(key);
  AppendJsonString(text_, value);
  return *this;
}

Json& Json::Raw(std::string_view key, std::string_view value) {
  Key(key);
  text_ += value;
  return *this;
}

Json& Json::Element(std::string_view value) {
  Separate();
  text_ += value;
  return *this;
}

void Json::Key(std::string_view key) {
  Separate();
  AppendJsonString(text_, key);
  text_ += ": ";
}

std::string Json::Between(char open, char close) const {
  std::string whole;
  whole.reserve(text_.size() + 2);
  whole += open;
  whole += text_;
  whole += close;
  return whole;
}

void Json::Separate() {
  if (!text_.empty()) text_ += ", ";
}

}  // namespace paddock
