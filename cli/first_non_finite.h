// The first operation of a run that gives NaN or an infinity, and what led to it.
#ifndef PADDOCK_CLI_FIRST_NON_FINITE_H_
#define PADDOCK_CLI_FIRST_NON_FINITE_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/host.h"
#include "core/api/debugger.h"
#include "core/api/values.h"

namespace paddock::cli {

enum class NonFinite : uint8_t { kNan, kInfinity, kAny };

struct FoundOperation {
  const Operation* operation = nullptr;
  ProcessId process;
  // How often the process had done it, this time included.
  uint64_t execution = 0;
  // Where the first such element is: "[0, 3]" of the result.
  std::string index;
  // "%x is -0.3" of each operand that has the shape of the result.
  std::vector<std::string> operands;
  // Of the operation's results and of what they were computed from, the nearest ones, in the order
  // of the text.
  std::vector<ValueSummary> results;
  std::vector<ValueSummary> slice;
};

enum class SearchEnd : uint8_t { kFound, kFinished, kFailed, kInterrupted };

// Runs until an operation gives an element of this kind. `found` is valid after kFound.
SearchEnd FindFirst(const Program& program, Debugger& debugger, NonFinite kind, Host& host,
                    FoundOperation& found);

// Whether the summary counts elements of this kind.
bool Holds(const ValueSummary& value, NonFinite kind);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_FIRST_NON_FINITE_H_
