// paddock_text_corpus PATH...: reads every case of the .mlir files under the paths (cases
// are split at `// -----`) and the `mlir` blocks of .md files given by name, prints each in both
// forms and reads it back to an equal program. Cases that hold `expected-error` are left out.
// Prints what failed and how many passed.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/diagnostics/diagnostic.h"
#include "core/text/parse.h"
#include "core/text/print.h"
#include "core/text/value_text.h"

namespace paddock {
namespace {

struct Case {
  std::string text;
  uint32_t first_line = 1;
};

std::vector<Case> SplitCases(const std::string& text) {
  std::vector<Case> cases(1);
  std::istringstream lines(text);
  std::string line;
  for (uint32_t number = 1; std::getline(lines, line); ++number) {
    if (line.starts_with("// -----")) {
      cases.push_back({"", number + 1});
    } else {
      cases.back().text += line + '\n';
    }
  }
  return cases;
}

// The `mlir` blocks of a Markdown text.
std::vector<Case> TakeBlocks(const std::string& text) {
  std::vector<Case> cases;
  std::istringstream lines(text);
  std::string line;
  bool is_inside = false;
  for (uint32_t number = 1; std::getline(lines, line); ++number) {
    if (!is_inside && line.starts_with("```mlir")) {
      cases.push_back({"", number + 1});
      is_inside = true;
    } else if (line.starts_with("```")) {
      is_inside = false;
    } else if (is_inside) {
      cases.back().text += line + '\n';
    }
  }
  return cases;
}

struct Totals {
  int passed = 0;
  int failed = 0;
  int skipped = 0;
};

void Report(const std::string& what, const DiagnosticSink& sink, const Source& source) {
  std::printf("FAIL %s:%u: %s\n", source.name().c_str(), source.first_line(), what.c_str());
  size_t shown = 0;
  for (const Diagnostic& diagnostic : sink.diagnostics()) {
    const LineColumn at = source.Locate(diagnostic.span.begin);
    std::printf("  %u:%u: %s\n", at.line, at.column, diagnostic.message.c_str());
    if (++shown == 3) break;
  }
}

// Every input and expectation is a value of its type.
bool ReadsValues(const Example& example, DiagnosticSink& sink) {
  for (const auto* values : {&example.inputs, &example.expectations}) {
    for (const ExampleValue& value : *values) {
      (void)ParseValueText(value.text, value.value->type, sink, value.span);
    }
  }
  return !sink.has_errors();
}

bool RunCase(const std::string& name, const Case& text) {
  auto source = std::make_shared<const Source>(name, text.text, text.first_line);
  DiagnosticSink sink;
  const ParsedProgram program = ParseProgram(source, sink);
  if (sink.has_errors()) {
    Report("does not parse", sink, *source);
    return false;
  }
  if (!ReadsValues(program.example, sink)) {
    Report("has values that cannot be read", sink, *source);
    return false;
  }
  for (const PrintForm form : {PrintForm::kPretty, PrintForm::kGeneric}) {
    PrintOptions options;
    options.form = form;
    const std::string what = form == PrintForm::kPretty ? "pretty" : "generic";
    auto printed = std::make_shared<const Source>(name + "." + what,
                                                  Print(*program.module, options), text.first_line);
    const std::unique_ptr<Module> again = Parse(printed, sink);
    if (sink.has_errors()) {
      Report("its " + what + " print does not parse", sink, *printed);
      return false;
    }
    if (!IsEquivalent(*program.module, *again)) {
      Report("its " + what + " print is another program", sink, *printed);
      return false;
    }
    if (Print(*again, options) != printed->text()) {
      Report("its " + what + " print does not print the same again", sink, *printed);
      return false;
    }
  }
  return true;
}

void RunFile(const std::filesystem::path& path, Totals& totals) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  const bool is_markdown = path.extension() == ".md";
  for (const Case& one : is_markdown ? TakeBlocks(text.str()) : SplitCases(text.str())) {
    if (one.text.find("expected-error") != std::string::npos) {
      ++totals.skipped;
    } else if (RunCase(path.string(), one)) {
      ++totals.passed;
    } else {
      ++totals.failed;
    }
  }
}

int Run(const std::vector<std::string>& paths) {
  namespace fs = std::filesystem;
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
  for (const fs::path& file : files) RunFile(file, totals);
  std::printf("%d passed, %d failed, %d with expected errors\n", totals.passed, totals.failed,
              totals.skipped);
  return totals.failed == 0 && totals.passed != 0 ? 0 : 1;
}

}  // namespace
}  // namespace paddock

int main(int count, char** arguments) {
  return paddock::Run(std::vector<std::string>(arguments + 1, arguments + count));
}
