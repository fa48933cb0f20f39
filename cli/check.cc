// paddock check, print and ops: what can be said of a program without running it.
#include "cli/command.h"
#include "core/api/version.h"

namespace paddock::cli {
namespace {

constexpr OptionInfo kCheckOptions[] = {
    {"--strict", "", "refuse what upstream allows against the specification"},
    {"--format", "text|json", "how diagnostics are printed"},
};

int RunCheck(const Arguments& arguments, Host& host) {
  if (arguments.positional().empty()) return Complain(host, "check needs a FILE");
  int code = kDone;
  std::string json;
  for (const std::string& path : arguments.positional()) {
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
