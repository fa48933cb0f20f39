// Search for the first operation of a run that produces NaN or infinity, and for its origin.
#ifndef PADDOCK_CLI_RUN_FIRST_NON_FINITE_H_
#define PADDOCK_CLI_RUN_FIRST_NON_FINITE_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/host/host.h"
#include "core/api/debug/debugger.h"
#include "core/api/observe/values.h"

namespace paddock::cli {

enum class NonFinite : uint8_t { kNan, kInfinity, kAny };

struct FoundOperation {
  const Operation* operation = nullptr;
  ProcessId process;
  // Number of executions in the process, including this one.
  uint64_t execution = 0;
  // Index of the first such element in the result: "[0, 3]".
  std::string index;
  // "%x is -0.3" for each operand that has the shape of the result.
  std::vector<std::string> operands;
  // Summaries of the operation's results, and of the nearest values from which they were computed,
  // in the order of the text.
  std::vector<ValueSummary> results;
  std::vector<ValueSummary> slice;
};

enum class SearchEnd : uint8_t { kFound, kFinished, kFailed, kInterrupted };

// Runs until an operation produces an element of this kind. `found` is valid after kFound.
SearchEnd FindFirst(const Program& program, Debugger& debugger, NonFinite kind, Host& host,
                    FoundOperation& found);

// Returns whether the summary counts elements of this kind.
bool Holds(const ValueSummary& value, NonFinite kind);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_RUN_FIRST_NON_FINITE_H_
