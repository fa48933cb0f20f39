#include "cli/files/program_file.h"

#include <optional>
#include <utility>

#include "core/ir/module.h"

namespace paddock::cli {

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

}  // namespace paddock::cli
