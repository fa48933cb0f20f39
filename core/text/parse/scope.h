// Scope: names of values within an isolated region (a function's or a module's body).
#ifndef PADDOCK_CORE_TEXT_PARSE_SCOPE_H_
#define PADDOCK_CORE_TEXT_PARSE_SCOPE_H_

#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/ir/operation.h"

namespace paddock {

// `%name` or `%name#result`.
struct OperandUse {
  std::string_view name;
  uint32_t result = 0;
  bool has_result_number = false;
  Span span;
};

// Values that a name refers to.
struct NameEntry {
  std::span<Value*> values;
  Span span;
  // Its definition could not be read, so uses cause no diagnostics.
  bool is_poison = false;
};

// Use before the definition.
struct ForwardUse {
  uint32_t result = 0;
  Value* value = nullptr;
  Span span;
};

struct Scope {
  std::unordered_map<std::string_view, NameEntry> names;
  // Names in the order of their definition. A region removes its own at its end.
  std::vector<std::string_view> defined;
  std::unordered_map<std::string_view, std::vector<ForwardUse>> forward_uses;
  // Keys of `forward_uses` in the order of the text.
  std::vector<std::string_view> forward_names;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_TEXT_PARSE_SCOPE_H_
