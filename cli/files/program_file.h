// Programs in files, and how the command reports what is wrong with them.
#ifndef PADDOCK_CLI_FILES_PROGRAM_FILE_H_
#define PADDOCK_CLI_FILES_PROGRAM_FILE_H_

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "cli/host/host.h"
#include "core/api/program.h"
#include "core/diagnostics/diagnostic.h"

namespace paddock::cli {

// Exit codes of the command:
//   0  done
//   1  the program was refused, failed while running, or a test failed
//   2  the command line is wrong, or a file cannot be read or written
//   3  stopped early: the work budget was spent, or the user interrupted (Ctrl-C)
enum ExitCode : int { kDone = 0, kRefused = 1, kMisused = 2, kStopped = 3 };

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

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_FILES_PROGRAM_FILE_H_
