// paddock fmt: formats a program's text.
#include <string>
#include <string_view>

#include "cli/commands/command.h"
#include "cli/files/program_file.h"
#include "cli/report/text_diff.h"
#include "core/bytecode/artifact.h"
#include "core/text/lay_out.h"

namespace paddock::cli {
namespace {

constexpr OptionInfo kFmtOptions[] = {
    {"--check", "", "only list the files that would change; exit code 1 if there are any"},
    {"--dry-run", "", "only print the difference"},
};

constexpr std::string_view kFmtExamples[] = {
    "paddock fmt model.mlir            # formats the file in place",
    "paddock fmt --check tests/*.mlir  # in CI",
    "paddock fmt - < model.mlir        # to standard output",
};

// Formats one file and returns the exit code.
int FormatFile(const std::string& path, const Arguments& arguments, Host& host) {
  std::string problem;
  const std::optional<std::string> text = host.Read(path, problem);
  if (!text) return Complain(host, problem);
  if (IsArtifact(*text)) {
    return Complain(host, path + " is a portable artifact; `paddock convert` writes it as a text");
  }
  const std::string laid_out = LayOut(*text);
  const bool is_same = laid_out == *text;
  if (arguments.Has("--check")) {
    if (!is_same) host.PrintOut(path + "\n");
    return is_same ? kDone : kRefused;
  }
  if (arguments.Has("--dry-run")) {
    host.PrintOut(Diff(path, *text, laid_out));
  } else if (path == "-") {
    host.PrintOut(laid_out);
  } else if (!is_same && !host.Write(path, laid_out, problem)) {
    return Complain(host, problem);
  }
  return kDone;
}

int RunFmt(const Arguments& arguments, Host& host) {
  if (arguments.positional().empty()) return Complain(host, "fmt needs a FILE");
  int code = kDone;
  for (const std::string& path : arguments.positional()) {
    const int one = FormatFile(path, arguments, host);
    if (one == kMisused) return kMisused;
    if (one != kDone) code = one;
  }
  return code;
}

}  // namespace

const Subcommand kFmtCommand = {"fmt",       "FILE...", "format a text",
                                kFmtOptions, RunFmt,    kFmtExamples};

}  // namespace paddock::cli
