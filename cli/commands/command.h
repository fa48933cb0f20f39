// The command `paddock` and its subcommands.
#ifndef PADDOCK_CLI_COMMANDS_COMMAND_H_
#define PADDOCK_CLI_COMMANDS_COMMAND_H_

#include <span>
#include <string>
#include <string_view>

#include "cli/host/host.h"
#include "cli/options/arguments.h"

namespace paddock::cli {

// Runs the command and returns its ExitCode. `words` are the arguments after the command's own
// name.
int RunCommand(std::span<const std::string> words, Host& host);

struct Subcommand {
  std::string_view name;
  std::string_view usage;  // text after "paddock NAME"
  std::string_view doc;    // one line
  std::span<const OptionInfo> options;
  int (*run)(const Arguments& arguments, Host& host);
  // Lines in --help: "paddock run hello.mlir  # what it does".
  std::span<const std::string_view> examples = {};
};

extern const Subcommand kRunCommand;
extern const Subcommand kTestCommand;
extern const Subcommand kCheckCommand;
extern const Subcommand kPrintCommand;
extern const Subcommand kConvertCommand;
extern const Subcommand kOpsCommand;
extern const Subcommand kBenchCommand;
extern const Subcommand kCostCommand;
extern const Subcommand kInfoCommand;
extern const Subcommand kExplainCommand;
extern const Subcommand kFmtCommand;
extern const Subcommand kTraceCommand;
extern const Subcommand kWhyCommand;
extern const Subcommand kDiffCommand;
extern const Subcommand kLensCommand;
extern const Subcommand kHtmlCommand;
extern const Subcommand kServeCommand;
extern const Subcommand kOpenCommand;
extern const Subcommand kLspCommand;
extern const Subcommand kCompletionCommand;

// Returns all subcommands, in the order of help.
std::span<const Subcommand* const> Subcommands();

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_COMMANDS_COMMAND_H_
