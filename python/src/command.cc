#include "cli/commands/command.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdio>
#include <string>
#include <vector>

#include "cli/host/posix_host.h"
#include "python/src/bind.h"

namespace paddock::python {
namespace {

// Runs the command in this process, and returns its exit code. Its handler of Ctrl-C stays.
int Command(const std::vector<std::string>& words) {
  const nb::gil_scoped_release release;
  cli::PosixHost host(nullptr);
  const int code = cli::RunCommand(words, host);
  std::fflush(stdout);
  return code;
}

}  // namespace

void BindCommand(nb::module_& module) { module.def("command", Command); }

}  // namespace paddock::python
