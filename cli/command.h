// The command `paddock`. Exit codes:
//   0  done
//   1  the program was refused, failed while running, or a test failed
//   2  the command line is wrong, or a file cannot be read or written
//   3  stopped early: the work budget was spent, or the user interrupted (Ctrl-C)
#ifndef PADDOCK_CLI_COMMAND_H_
#define PADDOCK_CLI_COMMAND_H_

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments.h"
#include "cli/host.h"
#include "core/api/program.h"
#include "core/diagnostics/diagnostic.h"

namespace paddock::cli {

enum ExitCode : int { kDone = 0, kRefused = 1, kMisused = 2, kStopped = 3 };

// Runs the command. `words` are the arguments after the command's own name.
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

// Prints "paddock: MESSAGE" to standard error and returns `code`.
int Complain(Host& host, std::string_view message, int code = kMisused);

// Prints diagnostics as text to standard error.
void PrintDiagnostics(Host& host, std::span<const Diagnostic> diagnostics, const Source& source);
// Returns the diagnostics as JSON: "[{...}, ...]".
std::string DiagnosticsJson(std::span<const Diagnostic> diagnostics, const Source& source);

// Returns the name that diagnostics give to the text of a path: `<stdin>` for "-".
std::string SourceName(const std::string& path);

// Reads and checks a file. Returns `nullptr`, after a complaint, if it cannot be read.
std::shared_ptr<const Program> LoadFile(const std::string& path, Host& host,
                                        const LoadOptions& options = {});

// Loads a file with positions in text for all values: an artifact is read as the text of
// Program::Print.
std::shared_ptr<const Program> LoadFileAsText(const std::string& path, Host& host);

// Prints the diagnostics of a loaded program. Returns kDone, kMisused if `program` is `nullptr`, or
// kRefused if it has errors.
int PrintLoaded(const Program* program, Host& host);

// Reads the value of `--name` as a count. Complains and returns false if it is none.
bool ReadCount(const Arguments& arguments, std::string_view name, uint64_t& count, Host& host);
// Reads `--memory`, which must not exceed the address space of a process.
bool ReadMemory(const Arguments& arguments, uint64_t& bytes, Host& host);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_COMMAND_H_
