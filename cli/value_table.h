// Values of a run as tables: a line a value.
#ifndef PADDOCK_CLI_VALUE_TABLE_H_
#define PADDOCK_CLI_VALUE_TABLE_H_

#include <span>
#include <string>

#include "core/api/program.h"
#include "core/api/values.h"

namespace paddock::cli {

// Line, name, type, how often it was computed, and its elements, or their range, mean, histogram
// and the number of NaNs and infinities.
std::string ValueTable(const Program& program, std::span<const ValueSummary> values,
                       bool is_colored);

// [{"line": 3, "name": "%x", ...}, ...]
std::string ValuesJson(const Program& program, std::span<const ValueSummary> values);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_VALUE_TABLE_H_
