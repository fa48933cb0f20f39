// paddock check, print and ops: what can be said of a program without running it.
#include "cli/command.h"
#include "cli/diff.h"
#include "core/api/fixes.h"
#include "core/api/version.h"

namespace paddock::cli {
namespace {

constexpr OptionInfo kCheckOptions[] = {
    {"--strict", "", "refuse what upstream allows against the specification"},
    {"--format", "text|json", "how diagnostics are printed"},
    {"--fix", "", "write what is certain to be meant into the files"},
    {"--dry-run", "", "with --fix: print what would change, and change nothing"},
};

// Mends a file, or shows how; false after a complaint. Standard input is mended to standard
// output.
bool FixFile(const std::string& path, const Arguments& arguments, Host& host) {
  std::string problem;
  const std::optional<std::string> text = host.Read(path, problem);
  if (!text) {
    Complain(host, problem);
    return false;
  }
  const FixedText fixed = MakeFixes(path, *text, {.strict = arguments.Has("--strict")});
  if (arguments.Has("--dry-run")) {
    host.PrintOut(Diff(path, *text, fixed.text));
    return true;
  }
  if (path == "-") {
    host.PrintOut(fixed.text);
    return true;
  }
  if (fixed.fix_count == 0) return true;
  if (!host.Write(path, fixed.text, problem)) {
    Complain(host, problem);
    return false;
  }
  host.PrintError(path + ": " + std::to_string(fixed.fix_count) +
                  (fixed.fix_count == 1 ? " fix made\n" : " fixes made\n"));
  return true;
}

int RunCheck(const Arguments& arguments, Host& host) {
  if (arguments.positional().empty()) return Complain(host, "check needs a FILE");
  if (arguments.Has("--dry-run") && !arguments.Has("--fix")) {
    return Complain(host, "--dry-run goes with --fix");
  }
  int code = kDone;
  std::string json;
  for (const std::string& path : arguments.positional()) {
    if (arguments.Has("--fix") && !FixFile(path, arguments, host)) return kMisused;
    if (arguments.Has("--fix") && path == "-") continue;
    const auto program = LoadFile(path, host, {.strict = arguments.Has("--strict")});
    if (program == nullptr) return kMisused;
    if (program->has_errors()) code = kRefused;
    if (arguments.Get("--format") == "json") {
      json += (json.empty() ? "" : ", ") + std::string("{\"file\": ") + JsonString(path) +
              ", \"diagnostics\": " + DiagnosticsJson(program->diagnostics(), program->source()) +
              "}";
    } else {
      PrintDiagnostics(host, program->diagnostics(), program->source());
    }
  }
  if (arguments.Get("--format") == "json") host.PrintOut("[" + json + "]\n");
  return code;
}

constexpr OptionInfo kPrintOptions[] = {
    {"--form", "pretty|generic", "pretty keeps names, generic is canonical"},
};

int RunPrint(const Arguments& arguments, Host& host) {
  if (arguments.positional().size() != 1) return Complain(host, "print needs one FILE");
  const std::string_view form = arguments.Has("--form") ? arguments.Get("--form") : "pretty";
  if (form != "pretty" && form != "generic") {
    return Complain(host, "--form is pretty or generic, not '" + std::string(form) + "'");
  }
  const auto program = LoadFile(arguments.positional()[0], host);
  if (program == nullptr) return kMisused;
  PrintDiagnostics(host, program->diagnostics(), program->source());
  host.PrintOut(program->Print(form == "generic" ? PrintForm::kGeneric : PrintForm::kPretty));
  return program->has_errors() ? kRefused : kDone;
}

constexpr OptionInfo kOpsOptions[] = {
    {"--json", "", "everything the table says"},
};

int RunOps(const Arguments& arguments, Host& host) {
  if (arguments.Has("--json")) {
    host.PrintOut(OpTableJson());
    return kDone;
  }
  std::string text;
  for (const OpSummary& op : OpSummaries()) {
    std::string line(op.name);
    line.append(line.size() < 40 ? 40 - line.size() : 1, ' ');
    text += line + (op.runs ? "runs   " : "parses ") + std::string(op.doc) + "\n";
  }
  host.PrintOut(text);
  return kDone;
}

}  // namespace

const Subcommand kCheckCommand = {"check", "FILE...", "report every broken rule", kCheckOptions,
                                  RunCheck};
const Subcommand kPrintCommand = {"print", "FILE", "print the program again", kPrintOptions,
                                  RunPrint};
const Subcommand kOpsCommand = {"ops", "", "list the operations", kOpsOptions, RunOps};

}  // namespace paddock::cli
