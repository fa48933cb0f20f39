// paddock check and print: information about a program without running it.
#include "cli/commands/command.h"
#include "cli/files/program_file.h"
#include "cli/report/text_diff.h"
#include "core/api/query/fixes.h"
#include "core/bytecode/artifact.h"

namespace paddock::cli {
namespace {

constexpr OptionInfo kCheckOptions[] = {
    {"--strict", "", "treat deviations that upstream allows as errors"},
    {"--format", "text|json", "how diagnostics are printed"},
    {"--fix", "", "apply certain fixes to the files"},
    {"--follow-types", "", "with --fix: also rewrite types to those that operands determine"},
    {"--dry-run", "", "with --fix: only print the difference"},
};

// Returns "no fix", "1 fix", "2 fixes".
std::string Count(size_t count, std::string_view noun, std::string_view plural) {
  if (count == 0) return "no " + std::string(noun);
  return std::to_string(count) + " " + std::string(count == 1 ? noun : plural);
}

// Reports "f.mlir: 2 fixes made, 1 suggestion left to you"; nothing if there are no fixes.
void ReportFixes(const std::string& path, const FixedText& fixed, bool is_dry_run, Host& host) {
  if (fixed.fix_count == 0 && fixed.suggestion_count == 0) return;
  std::string line = SourceName(path) + ": " + Count(fixed.fix_count, "fix", "fixes");
  line += is_dry_run ? " to make" : " made";
  if (fixed.suggestion_count != 0) {
    line += ", " + Count(fixed.suggestion_count, "suggestion", "suggestions") + " left to you";
  }
  host.PrintError(line + "\n");
}

// Writes the fixed text, or shows the changes. Fixed standard input goes to standard output.
// Returns false after a complaint.
bool WriteFixed(const std::string& path, std::string_view text, const FixedText& fixed,
                const Arguments& arguments, Host& host) {
  if (arguments.Has("--dry-run")) {
    host.PrintOut(Diff(path, text, fixed.text));
  } else if (path == "-") {
    host.PrintOut(fixed.text);
  } else if (std::string problem; fixed.fix_count != 0 && !host.Write(path, fixed.text, problem)) {
    Complain(host, problem);
    return false;
  }
  ReportFixes(path, fixed, arguments.Has("--dry-run"), host);
  return true;
}

// Returns the program to report on, with fixes applied by --fix without --dry-run. Returns
// `nullptr` after a complaint.
std::shared_ptr<const Program> LoadForCheck(const std::string& path, const Arguments& arguments,
                                            Host& host) {
  const LoadOptions options = {.strict = arguments.Has("--strict")};
  if (!arguments.Has("--fix")) return LoadFile(path, host, options);
  std::string problem;
  std::optional<std::string> text = host.Read(path, problem);
  if (!text) {
    Complain(host, problem);
    return nullptr;
  }
  if (IsArtifact(*text)) {
    Complain(host, path + " is a portable artifact; --fix mends texts");
    return nullptr;
  }
  FixedText fixed = MakeFixes(SourceName(path), *text,
                              {.load = options, .follow_types = arguments.Has("--follow-types")});
  if (!WriteFixed(path, *text, fixed, arguments, host)) return nullptr;
  std::string& shown = arguments.Has("--dry-run") ? *text : fixed.text;
  return Program::Load(SourceName(path), std::move(shown), options);
}

int RunCheck(const Arguments& arguments, Host& host) {
  if (arguments.positional().empty()) return Complain(host, "check needs a FILE");
  for (const std::string_view option : {"--dry-run", "--follow-types"}) {
    if (!arguments.Has(option) || arguments.Has("--fix")) continue;
    return Complain(host, std::string(option) + " goes with --fix");
  }
  int code = kDone;
  std::string json;
  for (const std::string& path : arguments.positional()) {
    const auto program = LoadForCheck(path, arguments, host);
    if (program == nullptr) return kMisused;
    if (program->has_errors()) code = kRefused;
    // The fixed program is on standard output.
    const bool has_output = arguments.Has("--fix") && path == "-";
    if (arguments.Get("--format") == "json" && !has_output) {
      json += (json.empty() ? "" : ", ") + std::string("{\"file\": ") + JsonString(path) +
              ", \"diagnostics\": " + DiagnosticsJson(program->diagnostics(), program->source()) +
              "}";
    } else {
      PrintDiagnostics(host, program->diagnostics(), program->source());
    }
  }
  if (!json.empty()) host.PrintOut("[" + json + "]\n");
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

}  // namespace

const Subcommand kCheckCommand = {"check", "FILE...", "report every broken rule", kCheckOptions,
                                  RunCheck};
const Subcommand kPrintCommand = {"print", "FILE", "print a program", kPrintOptions, RunPrint};

}  // namespace paddock::cli
