// Program, inputs and choices of a run, as the page reads them from a link.
#ifndef PADDOCK_CLI_PAGE_PAGE_PROGRAM_H_
#define PADDOCK_CLI_PAGE_PAGE_PROGRAM_H_

#include <string>

#include "cli/options/session_options.h"

namespace paddock::cli {

// Returns the JSON object that web/src/link/shared-program.ts reads. Complains about inputs that it
// cannot hold: those of single processes, large ones, and files of a feed.
CommandResult<std::string> WritePageProgram(const Program& program, const PreparedRun& run,
                                            const Arguments& arguments, Host& host);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_PAGE_PAGE_PROGRAM_H_
