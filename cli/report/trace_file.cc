#include "cli/report/trace_file.h"

#include "cli/files/program_file.h"

namespace paddock::cli {

bool WriteTrace(const Trace& trace, const Program& program, GridSize size, const std::string& path,
                Host& host) {
  std::string problem;
  if (!host.Write(path, trace.Json(program, size), problem)) {
    Complain(host, problem);
    return false;
  }
  if (trace.is_truncated()) {
    host.PrintError(
        "the trace is truncated: it has the first " + std::to_string(trace.kept_count()) + " of " +
        std::to_string(trace.event_count()) + " events; --trace-limit sets the limit\n");
  }
  return true;
}

}  // namespace paddock::cli
