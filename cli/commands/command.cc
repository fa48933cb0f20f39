#include "cli/commands/command.h"

#include <algorithm>

#include "cli/files/program_file.h"
#include "cli/host/transport.h"
#include "core/api/version.h"

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

}  // namespace paddock::cli
