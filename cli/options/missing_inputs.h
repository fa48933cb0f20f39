// Inputs for arguments that have none.
#ifndef PADDOCK_CLI_OPTIONS_MISSING_INPUTS_H_
#define PADDOCK_CLI_OPTIONS_MISSING_INPUTS_H_

#include <span>
#include <string>

#include "cli/options/session_options.h"
#include "core/diagnostics/diagnostic.h"

namespace paddock::cli {

// Returns a value that --input generates for an argument: "random:1", or "random:1 :
// tensor<4xf32>" if the type has sizes that are open and without a bound.
std::string GeneratedInput(const ParameterInfo& leaf);

// Returns a text with the options that give a value to each argument that a run reports as missing.
// Empty if the diagnostics report none.
std::string MissingInputsHint(const PreparedRun& run, std::span<const Diagnostic> diagnostics);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_OPTIONS_MISSING_INPUTS_H_
