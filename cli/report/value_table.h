// Tables of a run's values, with a line a value.
#ifndef PADDOCK_CLI_REPORT_VALUE_TABLE_H_
#define PADDOCK_CLI_REPORT_VALUE_TABLE_H_

#include <span>
#include <string>

#include "core/api/observe/values.h"
#include "core/api/program.h"

namespace paddock::cli {

// Returns line, name, type, number of executions, and the elements or their range, mean, histogram
// and numbers of NaNs and infinities.
std::string ValueTable(const Program& program, std::span<const ValueSummary> values,
                       bool is_colored);

// Returns [{"line": 3, "name": "%x", ...}, ...].
std::string ValuesJson(const Program& program, std::span<const ValueSummary> values);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_REPORT_VALUE_TABLE_H_
