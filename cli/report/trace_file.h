// Output file of --trace.
#ifndef PADDOCK_CLI_REPORT_TRACE_FILE_H_
#define PADDOCK_CLI_REPORT_TRACE_FILE_H_

#include <string>

#include "cli/host/host.h"
#include "cli/options/arguments.h"
#include "core/api/observe/trace.h"

namespace paddock::cli {

inline constexpr OptionInfo kTraceLimitOption = {
    "--trace-limit", "N",
    "maximum number of events in a trace; with mpirun in each MPI rank (500000)"};

// Complains and returns false if the file cannot be written. Warns if not all events were kept.
bool WriteTrace(const Trace& trace, const Program& program, GridSize size, const std::string& path,
                Host& host);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_REPORT_TRACE_FILE_H_
