// paddock convert: converts a program from one format to another.
#include "cli/commands/command.h"
#include "cli/files/program_file.h"
#include "core/api/code/builder_code.h"
#include "core/bytecode/artifact.h"

namespace paddock::cli {
namespace {

constexpr OptionInfo kConvertOptions[] = {
    {"--target", "VERSION", "version of an artifact, 0.9 to 1.20 (that of IN, or the newest)"},
    {"--to", "text|generic|artifact|c++|javascript", "form of OUT (by its extension)"},
    {"--locations", "", "write the locations of an artifact, loc(...)"},
    {"--names", "", "keep the names of values in code (c++, javascript)"},
};

enum class Form : uint8_t { kPretty, kGeneric, kArtifact, kCplusplus, kJavascript };

// Reads the form from --to. Without it, .bc and .stablehlo are artifacts, .cc is C++
// and .js is JavaScript.
bool ReadForm(const Arguments& arguments, const std::string& path, Form& form, Host& host) {
  const std::string_view word = arguments.Get("--to");
  if (word.empty()) {
    const bool is_artifact = arguments.Has("--target") || path.ends_with(".bc") ||
                             path.ends_with(".mlirbc") || path.ends_with(".stablehlo");
    const bool is_cplusplus = path.ends_with(".cc") || path.ends_with(".cpp");
    const bool is_javascript = path.ends_with(".js") || path.ends_with(".mjs");
    form = is_artifact     ? Form::kArtifact
           : is_cplusplus  ? Form::kCplusplus
           : is_javascript ? Form::kJavascript
                           : Form::kPretty;
  } else if (word == "text") {
    form = Form::kPretty;
  } else if (word == "generic") {
    form = Form::kGeneric;
  } else if (word == "artifact") {
    form = Form::kArtifact;
  } else if (word == "c++") {
    form = Form::kCplusplus;
  } else if (word == "javascript") {
    form = Form::kJavascript;
  } else {
    Complain(host,
             "--to is text, generic, artifact, c++ or javascript, not '" + std::string(word) + "'");
    return false;
  }
  if (form == Form::kArtifact || !arguments.Has("--target")) return true;
  Complain(host, "--target is for artifacts; a text has no version");
  return false;
}

// Stores the version of --target, else the one of the file that the program was read from.
bool ReadVersion(const Arguments& arguments, const Program& program, VhloVersion& version,
                 Host& host) {
  version = kNewestVhlo;
  if (const ArtifactOrigin* origin = program.module().origin()) {
    version = ParseProducer(origin->producer).value_or(kNewestVhlo);
  }
  if (!arguments.Has("--target")) return true;
  const std::optional<VhloVersion> given = ParseVhloVersion(arguments.Get("--target"));
  if (given && kOldestVhlo <= *given && *given <= kNewestVhlo) {
    version = *given;
    return true;
  }
  Complain(host, "--target is a version from " + ToString(kOldestVhlo) + " to " +
                     ToString(kNewestVhlo) + ", not '" + std::string(arguments.Get("--target")) +
                     "'");
  return false;
}

int WriteOut(const std::string& path, std::string_view bytes, Host& host) {
  if (path == "-") {
    host.PrintOut(bytes);
    return kDone;
  }
  std::string problem;
  return host.Write(path, bytes, problem) ? kDone : Complain(host, problem);
}

// Writes the code that makes the program with the builder.
int WriteCode(const Arguments& arguments, const Program& program, Form form,
              const std::string& path, Host& host) {
  BuilderCodeOptions options;
  if (form == Form::kJavascript) {
    options.language = CodeLanguage::kJavascript;
    options.function_name = "build";
  }
  options.has_names = arguments.Has("--names");
  DiagnosticSink sink;
  const std::optional<std::string> code = WriteBuilderCode(program, options, sink);
  PrintDiagnostics(host, sink.diagnostics(), program.source());
  return code ? WriteOut(path, *code, host) : kRefused;
}

int RunConvert(const Arguments& arguments, Host& host) {
  if (arguments.positional().size() != 2) return Complain(host, "convert needs IN and OUT");
  const std::string& path = arguments.positional()[1];
  Form form = Form::kPretty;
  if (!ReadForm(arguments, path, form, host)) return kMisused;
  const auto program = LoadFile(arguments.positional()[0], host);
  if (const int code = PrintLoaded(program.get(), host); code != kDone) return code;
  if (form == Form::kCplusplus || form == Form::kJavascript) {
    return WriteCode(arguments, *program, form, path, host);
  }
  if (form != Form::kArtifact) {
    PrintOptions options;
    options.form = form == Form::kPretty ? PrintForm::kPretty : PrintForm::kGeneric;
    // The locations of a text may name its aliases.
    options.locations = arguments.Has("--locations") && program->module().origin() != nullptr;
    const std::string text = Print(program->module(), options);
    return WriteOut(path, form == Form::kPretty ? program->preamble() + text : text, host);
  }
  VhloVersion version;
  if (!ReadVersion(arguments, *program, version, host)) return kMisused;
  DiagnosticSink sink;
  const std::optional<std::string> bytes = WriteArtifact(program->module(), version, sink);
  PrintDiagnostics(host, sink.diagnostics(), program->source());
  return bytes ? WriteOut(path, *bytes, host) : kRefused;
}

}  // namespace

const Subcommand kConvertCommand = {
    "convert", "IN OUT", "convert between texts, artifacts and code", kConvertOptions, RunConvert};

}  // namespace paddock::cli
