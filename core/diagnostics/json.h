// Json: builds JSON text, one object or array at a time.
#ifndef PADDOCK_CORE_DIAGNOSTICS_JSON_H_
#define PADDOCK_CORE_DIAGNOSTICS_JSON_H_

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/base/number_text.h"
#include "core/diagnostics/diagnostic.h"

namespace paddock {

inline std::string JsonNumber(double value) {
  return std::isfinite(value) ? FormatF64(value) : "null";
}

// Adds members or elements with separators; Object() or Array() ends it.
class Json {
 public:
  Json& Member(std::string_view key, std::string_view value);
  Json& Member(std::string_view key, const char* value) {
    return Member(key, std::string_view(value));
  }
  Json& Member(std::string_view key, bool value) { return Raw(key, value ? "true" : "false"); }
  Json& Member(std::string_view key, uint64_t value) { return Raw(key, std::to_string(value)); }
  Json& Member(std::string_view key, uint32_t value) { return Raw(key, std::to_string(value)); }
  // Writes null unless the value is finite.
  Json& Member(std::string_view key, double value) { return Raw(key, JsonNumber(value)); }
  // `begin` and `end`, in bytes of the source.
  Json& Member(const Span& span) { return Member("begin", span.begin).Member("end", span.end); }
  // `value` is JSON.
  Json& Raw(std::string_view key, std::string_view value);
  Json& Element(std::string_view value);
  std::string Object() const { return Between('{', '}'); }
  std::string Array() const { return Between('[', ']'); }

 private:
  void Key(std::string_view key);
  std::string Between(char open, char close) const;
  void Separate();

  std::string text_;
};

// describe(item) returns the JSON of each.
template <class Range, class Function>
std::string JsonArray(const Range& range, Function describe) {
  Json json;
  for (const auto& item : range) json.Element(describe(item));
  return json.Array();
}

inline std::string JsonSizes(std::span<const int64_t> sizes) {
  return JsonArray(sizes, [](int64_t size) { return std::to_string(size); });
}

}  // namespace paddock

#endif  // PADDOCK_CORE_DIAGNOSTICS_JSON_H_
