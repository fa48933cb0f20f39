// The command over WebAssembly: one function, which the npm package calls.
#include <emscripten/emscripten.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "cli/commands/command.h"
#include "cli/files/program_file.h"
#include "cli/mpi/launcher.h"
#include "core/exec/threads/processors.h"
#include "wasm/command/node_host.h"

namespace paddock::cli {
namespace {

// Whether a launcher such as mpirun started several ranks: each would run the whole program.
bool IsOneOfMany() {
  const LaunchedBy launcher = FindLauncher([](const char* name) { return VariableFromNode(name); });
  return launcher.is_launched() && !launcher.is_alone();
}

}  // namespace
}  // namespace paddock::cli

// Returns the exit code.
extern "C" EMSCRIPTEN_KEEPALIVE int paddock_command() {
  using namespace paddock::cli;
  NodeHost host;
  if (IsOneOfMany()) {
    return Complain(host,
                    "started by mpirun, but over WebAssembly there is no MPI: run it without "
                    "mpirun, or take the native command");
  }
  paddock::SetUsableProcessors(ThreadsFromNode());
  return RunCommand(WordsFromNode(), host);
}
