// The native command.
#include <cstdio>
#include <string>
#include <vector>

#include "cli/commands/command.h"
#include "cli/files/program_file.h"
#include "cli/host/posix_host.h"
#include "cli/mpi/start_mpi.h"
#include "cli/page/run_engine.h"

int main(int count, char** words) {
  const paddock::cli::StartedMpi mpi = paddock::cli::StartMpi();
  paddock::cli::PosixHost host(mpi.transport.get(), true);
  if (mpi.is_refused) {
    if (!mpi.problem.empty()) paddock::cli::Complain(host, mpi.problem);
    return paddock::cli::kMisused;
  }
  const std::vector<std::string> arguments(words + 1, words + count);
  const bool is_engine = arguments.size() == 1 && arguments[0] == "engine";
  const int code =
      is_engine ? paddock::cli::RunEngine(host) : paddock::cli::RunCommand(arguments, host);
  // A closed reader (`| head`) is not an error of this command.
  std::fflush(stdout);
  return code;
}
