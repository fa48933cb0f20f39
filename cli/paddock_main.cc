// The native command.
#include <cstdio>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/posix_host.h"

int main(int count, char** words) {
  paddock::cli::PosixHost host;
  const std::vector<std::string> arguments(words + 1, words + count);
  const int code = paddock::cli::RunCommand(arguments, host);
  // A reader that went away (`| head`) is not our failure.
  std::fflush(stdout);
  return code;
}
