// paddock_check_corpus [--verbose] PATH...: checks every case of the .mlir files under the
// paths (cases are split at `// -----`). A case is right if it is accepted and holds no
// `expected-error`, or refused and holds one; what the error says is not compared. Prints
// the others, with --verbose all that is refused, and how many were right.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/check/check.h"
#include "core/text/parse.h"

namespace paddock {
namespace {

struct Totals {
  int right = 0;
  int wrong = 0;
};

void Show(std::string_view what, const DiagnosticSink& sink, const Source& source) {
  std::printf("%s %s:%u\n", std::string(what).c_str(), source.name().c_str(), source.first_line());
  for (const Diagnostic& diagnostic : sink.diagnostics()) {
    if (diagnostic.severity != Severity::kError) continue;
    const LineColumn at = source.Locate(diagnostic.span.begin);
    std::printf("  %u:%u: %s%s [%s]\n", at.line, at.column,
                diagnostic.is_consequence ? "(so) " : "", diagnostic.message.c_str(),
                diagnostic.code.c_str());
  }
}

void RunCase(const std::string& name, const std::string& text, uint32_t line, bool is_verbose,
             Totals& totals) {
  auto source = std::make_shared<const Source>(name, text, line);
  DiagnosticSink sink;
  const ParsedProgram program = ParseProgram(source, sink);
  if (!sink.has_errors()) static_cast<void>(CheckModule(*program.module, sink));
  const bool is_refused = sink.has_errors();
  const bool is_right = is_refused == (text.find("expected-error") != std::string::npos);
  ++(is_right ? totals.right : totals.wrong);
  if (!is_right) Show(is_refused ? "REFUSED" : "ACCEPTED", sink, *source);
  if (is_right && is_refused && is_verbose) Show("right", sink, *source);
}

void RunFile(const std::filesystem::path& path, bool is_verbose, Totals& totals) {
  std::ifstream file(path, std::ios::binary);
  std::string text;
  std::string line;
  uint32_t first = 1;
  for (uint32_t number = 1; std::getline(file, line); ++number) {
    if (line.starts_with("// -----")) {
      RunCase(path.string(), text, first, is_verbose, totals);
      text.clear();
      first = number + 1;
    } else {
      text += line + '\n';
    }
  }
  RunCase(path.string(), text, first, is_verbose, totals);
}

int Run(std::vector<std::string> paths) {
  namespace fs = std::filesystem;
  const bool is_verbose = std::erase(paths, "--verbose") != 0;
  std::vector<fs::path> files;
  for (const std::string& path : paths) {
    if (!fs::is_directory(path)) {
      files.emplace_back(path);
      continue;
    }
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path)) {
      if (entry.path().extension() == ".mlir") files.push_back(entry.path());
    }
  }
  std::ranges::sort(files);
  Totals totals;
  for (const fs::path& file : files) RunFile(file, is_verbose, totals);
  std::printf("%d right, %d wrong\n", totals.right, totals.wrong);
  return totals.wrong == 0 && totals.right != 0 ? 0 : 1;
}

}  // namespace
}  // namespace paddock

int main(int count, char** arguments) {
  return paddock::Run(std::vector<std::string>(arguments + 1, arguments + count));
}
