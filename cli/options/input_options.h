// Options --input and --infeed.
#ifndef PADDOCK_CLI_OPTIONS_INPUT_OPTIONS_H_
#define PADDOCK_CLI_OPTIONS_INPUT_OPTIONS_H_

#include "cli/options/session_options.h"

namespace paddock::cli {

// Reads the options into `run`. Complains about errors.
CommandResult<bool> ReadInputs(const Program& program, const Arguments& arguments, Host& host,
                               PreparedRun& run);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_OPTIONS_INPUT_OPTIONS_H_
