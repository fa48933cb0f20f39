// Runs tests/check/**/*.mlir. Each diagnostic of a program is in a comment before its line:
// `// expected-error @+1 {{part of the message or the code}}` or expected-warning. A fix may be
// expected with
// `// expected-fix @+1 {{replacement}}`. Every fix is applied: its diagnostic must disappear.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "core/check/check.h"
#include "core/check/say.h"
#include "core/text/parse/parse.h"

namespace paddock {
namespace {

struct Expectation {
  // "error", "warning" or "fix".
  std::string kind;
  uint32_t line = 0;
  std::string text;
  bool is_met = false;
};

std::vector<Expectation> ExpectationsOf(const std::string& text, uint32_t first_line) {
  static const std::regex kPattern(R"(expected-(error|warning|fix) *@([+-]\d+) *\{\{(.*)\}\})");
  std::vector<Expectation> expectations;
  std::istringstream lines(text);
  std::string line;
  for (int number = static_cast<int>(first_line); std::getline(lines, line); ++number) {
    std::smatch match;
    if (!std::regex_search(line, match, kPattern)) continue;
    Expectation expectation;
    expectation.kind = match[1];
    expectation.line = static_cast<uint32_t>(number + std::stoi(match[2]));
    expectation.text = match[3];
    expectations.push_back(expectation);
  }
  return expectations;
}

// Part of a file between `// -----` lines.
struct Case {
  std::string text;
  uint32_t first_line = 1;
};

std::vector<Case> CasesOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<Case> cases(1);
  std::string line;
  for (uint32_t number = 1; std::getline(file, line); ++number) {
    if (line.starts_with("// -----")) {
      cases.push_back({"", number + 1});
    } else {
      cases.back().text += line + '\n';
    }
  }
  return cases;
}

struct Checked {
  std::shared_ptr<const Source> source;
  std::vector<Diagnostic> diagnostics;
};

Checked CheckText(const std::string& name, const Case& one, const CheckOptions& options = {}) {
  Checked checked;
  checked.source = std::make_shared<const Source>(name, one.text, one.first_line);
  DiagnosticSink sink;
  const ParsedProgram program = ParseProgram(checked.source, sink);
  if (!sink.has_errors()) static_cast<void>(CheckModule(*program.module, sink, options));
  checked.diagnostics = sink.Take();
  return checked;
}

std::vector<std::filesystem::path> TestFiles() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("tests/check")) {
    if (entry.path().extension() == ".mlir") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

// Marks the first expectation of a line whose text is in `said` or in the code. Returns whether
// there is one.
bool Meet(std::vector<Expectation>& expectations, std::string_view kind, uint32_t line,
          std::string_view said, std::string_view code = {}) {
  const auto expected = std::ranges::find_if(expectations, [&](const Expectation& item) {
    return !item.is_met && item.line == line && item.kind == kind &&
           (said.find(item.text) != std::string::npos || code.find(item.text) != std::string::npos);
  });
  if (expected == expectations.end()) return false;
  expected->is_met = true;
  return true;
}

// Requires that the diagnostic disappears once the fix is applied.
void TryFix(const std::string& name, const Case& one, const Diagnostic& diagnostic,
            const DiagnosticFix& fix) {
  Case mended = one;
  mended.text.replace(fix.span.begin, fix.span.end - fix.span.begin, fix.replacement);
  INFO(name << ": " << diagnostic.message << "\nfix: " << fix.label << "\n" << mended.text);
  for (const Diagnostic& left : CheckText(name, mended).diagnostics) {
    INFO(left.message);
    CHECK((left.code != diagnostic.code || left.span.begin != diagnostic.span.begin));
  }
}

void CheckCase(const std::string& name, const Case& one) {
  std::vector<Expectation> expectations = ExpectationsOf(one.text, one.first_line);
  const Checked checked = CheckText(name, one);
  for (const Diagnostic& diagnostic : checked.diagnostics) {
    const uint32_t line = checked.source->Locate(diagnostic.span.begin).line;
    const bool is_error = diagnostic.severity == Severity::kError;
    INFO(name << ":" << line << ": " << diagnostic.message);
    CHECK(Meet(expectations, is_error ? "error" : "warning", line, diagnostic.message,
               diagnostic.code));
    for (const DiagnosticFix& fix : diagnostic.fixes) {
      Meet(expectations, "fix", checked.source->Locate(fix.span.begin).line, fix.replacement);
      TryFix(name, one, diagnostic, fix);
    }
  }
  for (const Expectation& item : expectations) {
    INFO(name << ":" << item.line << ": no " << item.kind << " says " << item.text);
    CHECK(item.is_met);
  }
}

TEST_CASE("each program gives the diagnostics that its comments expect", "[check]") {
  const auto files = TestFiles();
  REQUIRE_FALSE(files.empty());
  for (const std::filesystem::path& path : files) {
    for (const Case& one : CasesOf(path)) CheckCase(path.string(), one);
  }
}

// Rules that no text can violate, because the parser reports the error first. check_test.cc builds
// programs that violate them.
constexpr std::string_view kBuilt[] = {"dominance", "isolation"};

// Returns the programs of tests/run, which core/exec runs. They violate the rules that need the
// grid or values, and contain the rules' codes.
std::string RunPrograms() {
  std::string all;
  if (!std::filesystem::exists("tests/run")) return all;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("tests/run")) {
    if (!entry.is_regular_file()) continue;
    // `paddock test` skips these files, which need unimplemented features.
    if (entry.path().extension() == ".waiting") {
      WARN("the rules of " << entry.path().string() << " are skipped: not implemented");
    }
    std::ifstream file(entry.path(), std::ios::binary);
    all += std::string(std::istreambuf_iterator<char>(file), {});
  }
  return all;
}

std::string ReadText(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// Returns the kind of test that must violate a rule; empty if one did, or if the rule cannot be
// violated alone.
std::string MissingTest(const ConstraintInfo& rule, const std::set<std::string>& broken,
                        const std::string& run_programs) {
  const std::string code(rule.code);
  switch (rule.when) {
    case When::kParse:
    case When::kCheck:
    case When::kWarn:
    case When::kUpstream:
      return broken.contains(code) || std::ranges::count(kBuilt, rule.code) != 0 ? ""
                                                                                 : "tests/check";
    case When::kStart:
    case When::kRun:
      return run_programs.find("{{" + code + "}}") != std::string::npos ? "" : "tests/run";
    case When::kImplied:
      return "";
    case When::kCall:
      return ReadText("tests/xla/cases.txt").find("{{" + code + "}}") != std::string::npos
                 ? ""
                 : "tests/xla";
  }
  return "";
}

TEST_CASE("a test of the right kind violates every rule", "[check]") {
  std::set<std::string> broken;
  for (const std::filesystem::path& path : TestFiles()) {
    for (const Case& one : CasesOf(path)) {
      for (const Diagnostic& item : CheckText(path.string(), one).diagnostics) {
        broken.insert(item.code);
      }
    }
  }
  const std::string run_programs = RunPrograms();
  for (const auto rules : {ConstraintTable(), CallRuleTable()}) {
    for (const ConstraintInfo& rule : rules) {
      const std::string missing = MissingTest(rule, broken, run_programs);
      INFO("no program in " << missing << " breaks " << rule.code << ": " << rule.formula);
      CHECK(missing.empty());
    }
  }
}

// Returns the codes in the first column of docs/deviations.md.
std::vector<std::string> RecordedCodes() {
  static const std::regex kCode("`([^`]+)`");
  std::ifstream file("docs/deviations.md", std::ios::binary);
  std::vector<std::string> codes;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("| `")) continue;
    const std::string column = line.substr(0, line.find('|', 1));
    for (std::sregex_iterator at(column.begin(), column.end(), kCode), end; at != end; ++at) {
      codes.push_back((*at)[1]);
    }
  }
  return codes;
}

// `recorded` may contain a `*` that matches any letters.
bool IsRecordedAs(const std::string& code, const std::string& recorded) {
  const size_t star = recorded.find('*');
  if (star == std::string::npos) return code == recorded;
  return code.starts_with(recorded.substr(0, star)) && code.ends_with(recorded.substr(star + 1));
}

// A rule that only upstream's verifier enforces stays a warning.
Severity StrictSeverity(const Diagnostic& diagnostic) {
  return IsUpstreamRule(diagnostic.code) ? Severity::kWarning : Severity::kError;
}

TEST_CASE("every warning is an error when strict, and is recorded as a deviation", "[check]") {
  std::set<std::string> warned;
  for (const std::filesystem::path& path : TestFiles()) {
    for (const Case& one : CasesOf(path)) {
      const std::vector<Diagnostic> lenient = CheckText(path.string(), one).diagnostics;
      const std::vector<Diagnostic> strict =
          CheckText(path.string(), one, {.strict = true}).diagnostics;
      for (const Diagnostic& warning : lenient) {
        if (warning.severity != Severity::kWarning) continue;
        warned.insert(warning.code);
        INFO(path.string() << ": " << warning.message);
        CHECK(std::ranges::any_of(strict, [&](const Diagnostic& same) {
          return same.severity == StrictSeverity(warning) && same.span == warning.span;
        }));
      }
      CHECK(std::ranges::all_of(strict, [](const Diagnostic& diagnostic) {
        return diagnostic.severity == StrictSeverity(diagnostic);
      }));
    }
  }
  const std::vector<std::string> recorded = RecordedCodes();
  REQUIRE_FALSE(recorded.empty());
  for (const std::string& code : warned) {
    INFO(code << " warns and is not in docs/deviations.md");
    CHECK(std::ranges::any_of(recorded,
                              [&](const std::string& one) { return IsRecordedAs(code, one); }));
  }
  for (const std::string& one : recorded) {
    INFO(one << " is in docs/deviations.md and no program of tests/check warns of it");
    CHECK(std::ranges::any_of(warned,
                              [&](const std::string& code) { return IsRecordedAs(code, one); }));
  }
}

}  // namespace
}  // namespace paddock
