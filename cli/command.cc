#include "cli/command.h"

#include <algorithm>

#include "cli/transport.h"
#include "core/api/version.h"
#include "core/ir/module.h"

namespace paddock::cli {
namespace {

const Subcommand* const kSubcommands[] = {
    &kRunCommand,     &kTraceCommand, &kWhyCommand,     &kDiffCommand,  &kLensCommand,
    &kTestCommand,    &kCheckCommand, &kExplainCommand, &kFmtCommand,   &kPrintCommand,
    &kConvertCommand, &kInfoCommand,  &kOpsCommand,     &kBenchCommand, &kCostCommand,
    &kHtmlCommand,    &kServeCommand, &kOpenCommand,    &kLspCommand,   &kCompletionCommand};

std::string Padded(std::string_view text, size_t width) {
  std::string padded(text);
  if (padded.size() < width) padded.append(width - padded.size(), ' ');
  return padded;
}

std::string Overview() {
  std::string text = "Paddock " + std::string(kVersion) +
                     " runs StableHLO programs.\n\nusage: paddock COMMAND ...\n\n";
  for (const Subcommand* command : kSubcommands) {
    text += "  " + Padded(std::string(command->name) + " " + std::string(command->usage), 36) +
            std::string(command->doc) + "\n";
  }
  return text +
         "\n`paddock COMMAND --help` lists the options. A file called - is standard input.\n"
         "exit codes: 0 success, 1 refused or failed, 2 wrong usage, 3 stopped early\n";
}

std::string Help(const Subcommand& command) {
  std::string text = "usage: paddock " + std::string(command.name) + " " +
                     std::string(command.usage) + "\n\n" + std::string(command.doc) + "\n\n";
  for (const OptionInfo& option : command.options) {
    text += "  " + Padded(std::string(option.name) + " " + std::string(option.value), 30) +
            std::string(option.doc) + "\n";
  }
  if (!command.examples.empty())
    text += (command.options.empty() ? "" : "\n") + std::string("examples:\n");
  for (std::string_view example : command.examples) text += "  " + std::string(example) + "\n";
  return text;
}

int RunSubcommand(const Subcommand& command, std::span<const std::string> words, Host& host) {
  if (std::ranges::find(words, "--help") != words.end()) {
    host.PrintOut(Help(command));
    return kDone;
  }
  std::string problem;
  const auto arguments = Arguments::Parse(words, command.options, problem);
  if (arguments) return command.run(*arguments, host);
  return Complain(host, std::string(command.name) + ": " + problem + "; `paddock " +
                            std::string(command.name) + " --help` lists the options");
}

}  // namespace

std::span<const Subcommand* const> Subcommands() { return kSubcommands; }

int RunCommand(std::span<const std::string> words, Host& host) {
  // Ranks share a run. One rank alone runs any other subcommand.
  const bool is_shared = !words.empty() && words[0] == kRunCommand.name;
  if (host.transport() != nullptr && host.transport()->rank() != 0 && !is_shared) return kDone;
  if (words.empty() || words[0] == "--help" || words[0] == "help") {
    host.PrintOut(Overview());
    return words.empty() ? kMisused : kDone;
  }
  if (words[0] == "--version") {
    host.PrintOut("paddock " + std::string(kVersion) + " (" + std::string(SimdTargetName()) +
                  ")\n");
    return kDone;
  }
  for (const Subcommand* command : kSubcommands) {
    if (command->name == words[0]) return RunSubcommand(*command, words.subspan(1), host);
  }
  return Complain(host, "there is no command '" + words[0] + "'; `paddock help` lists them");
}

int Complain(Host& host, std::string_view message, int code) {
  host.PrintError("paddock: " + std::string(message) + "\n");
  return code;
}

void PrintDiagnostics(Host& host, std::span<const Diagnostic> diagnostics, const Source& source) {
  for (const Diagnostic& diagnostic : diagnostics) host.PrintError(RenderText(diagnostic, source));
}

std::string DiagnosticsJson(std::span<const Diagnostic> diagnostics, const Source& source) {
  std::string text = "[";
  for (const Diagnostic& diagnostic : diagnostics) {
    if (text.size() > 1) text += ", ";
    text += RenderJson(diagnostic, source);
  }
  return text + "]";
}

std::string SourceName(const std::string& path) { return path == "-" ? "<stdin>" : path; }

std::shared_ptr<const Program> LoadFile(const std::string& path, Host& host,
                                        const LoadOptions& options) {
  std::string problem;
  std::optional<FileBytes> file = host.Map(path, problem);
  if (!file) {
    Complain(host, problem);
    return nullptr;
  }
  return Program::Load(SourceName(path), file->bytes, std::move(file->owner), options);
}

std::shared_ptr<const Program> LoadFileAsText(const std::string& path, Host& host) {
  auto program = LoadFile(path, host);
  if (program == nullptr || program->has_errors() || program->module().origin() == nullptr) {
    return program;
  }
  return Program::Load(SourceName(path), program->Print(PrintForm::kPretty));
}

int PrintLoaded(const Program* program, Host& host) {
  if (program == nullptr) return kMisused;
  PrintDiagnostics(host, program->diagnostics(), program->source());
  return program->has_errors() ? kRefused : kDone;
}

bool ReadCount(const Arguments& arguments, std::string_view name, uint64_t& count, Host& host) {
  if (!arguments.Has(name)) return true;
  const std::optional<uint64_t> given = ParseCount(arguments.Get(name));
  if (!given) {
    Complain(host, std::string(name) + " takes a whole number such as 7 or 512M, not '" +
                       std::string(arguments.Get(name)) + "'");
    return false;
  }
  count = *given;
  return true;
}

bool ReadMemory(const Arguments& arguments, uint64_t& bytes, Host& host) {
  if (!ReadCount(arguments, "--memory", bytes, host)) return false;
  if (bytes <= host.address_bytes()) return true;
  Complain(host, "--memory: one instance has at most " +
                     std::to_string(host.address_bytes() >> 30) + "G here");
  return false;
}

}  // namespace paddock::cli
