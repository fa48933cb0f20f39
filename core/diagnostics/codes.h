// Diagnostic codes that are no constraints of the specification. Those of constraints and rules
// ("pad-c3", "operand-type") are in the op table.
#ifndef PADDOCK_CORE_DIAGNOSTICS_CODES_H_
#define PADDOCK_CORE_DIAGNOSTICS_CODES_H_

#include <span>
#include <string_view>

namespace paddock {

struct CodeInfo {
  std::string_view code;
  // A sentence without a capital letter or a full stop.
  std::string_view meaning;
  std::string_view remedy;
};

// Returns the codes, sorted.
std::span<const CodeInfo> CodeTable();
// Returns null for a code that is not in the table.
const CodeInfo* FindCode(std::string_view code);

}  // namespace paddock

#endif  // PADDOCK_CORE_DIAGNOSTICS_CODES_H_
