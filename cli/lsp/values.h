// Values of small programs, for hovers and inlay hints.
#ifndef PADDOCK_CLI_LSP_VALUES_H_
#define PADDOCK_CLI_LSP_VALUES_H_

#include <string>
#include <vector>

#include "cli/lsp/document.h"

namespace paddock::lsp {

// Runs the program, within limits, at the first call. Returns the values that the run computed;
// none for a program with errors or with arguments that the text gives no values for.
const std::vector<ValueSummary>& ValuesOf(Part& part);

// Returns "[1.0, 2.0]" for a small value, and "-1.5 .. 3.25" for a larger one.
std::string ShortText(const ValueSummary& value);

}  // namespace paddock::lsp

#endif  // PADDOCK_CLI_LSP_VALUES_H_
