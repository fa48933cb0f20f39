// Runs tests/check/**/*.mlir: each diagnostic that a program gives stands in a comment before
// its line, `// expected-error @+1 {{part of the message}}`, or expected-warning.
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
#include "core/text/parse.h"

namespace paddock {
namespace {

struct Expectation {
  Severity severity = Severity::kError;
  uint32_t line = 0;
  std::string text;
  bool is_met = false;
};

std::vector<Expectation> ExpectationsOf(const std::string& text, uint32_t first_line) {
  static const std::regex kPattern(R"(expected-(error|warning) *@([+-]\d+) *\{\{(.*)\}\})");
  std::vector<Expectation> expectations;
  std::istringstream lines(text);
  std::string line;
  for (int number = static_cast<int>(first_line); std::getline(lines, line); ++number) {
    std::smatch match;
    if (!std::regex_search(line, match, kPattern)) continue;
    Expectation expectation;
    expectation.severity = match[1] == "error" ? Severity::kError : Severity::kWarning;
    expectation.line = static_cast<uint32_t>(number + std::stoi(match[2]));
    expectation.text = match[3];
    expectations.push_back(expectation);
  }
  return expectations;
}

// A part of a file between `// -----` lines.
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

Checked CheckText(const std::string& name, const Case& one) {
  Checked checked;
  checked.source = std::make_shared<const Source>(name, one.text, one.first_line);
  DiagnosticSink sink;
  const ParsedProgram program = ParseProgram(checked.source, sink);
  if (!sink.has_errors()) static_cast<void>(CheckModule(*program.module, sink));
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

void CheckCase(const std::string& name, const Case& one) {
  std::vector<Expectation> expectations = ExpectationsOf(one.text, one.first_line);
  const Checked checked = CheckText(name, one);
  for (const Diagnostic& diagnostic : checked.diagnostics) {
    const uint32_t line = checked.source->Locate(diagnostic.span.begin).line;
    const auto expected = std::ranges::find_if(expectations, [&](const Expectation& item) {
      return !item.is_met && item.line == line && item.severity == diagnostic.severity &&
             diagnostic.message.find(item.text) != std::string::npos;
    });
    INFO(name << ":" << line << ": " << diagnostic.message);
    CHECK(expected != expectations.end());
    if (expected != expectations.end()) expected->is_met = true;
  }
  for (const Expectation& item : expectations) {
    INFO(name << ":" << item.line << ": no diagnostic says " << item.text);
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

// What no text can break: the parser refuses it first. check_test.cc builds programs that do.
constexpr std::string_view kNotOfTexts[] = {"dominance", "isolation", "literal-type",
                                            "unknown-operation"};

// Constraints that an operation's own text decides have a program that breaks them.
TEST_CASE("every constraint that can be judged here is broken by a test", "[check]") {
  std::set<std::string> broken;
  for (const std::filesystem::path& path : TestFiles()) {
    for (const Case& one : CasesOf(path)) {
      for (const Diagnostic& item : CheckText(path.string(), one).diagnostics) {
        broken.insert(item.code);
      }
    }
  }
  for (size_t i = 0; i < kConstraintCount; ++i) {
    const ConstraintInfo& rule = Info(static_cast<Constraint>(i));
    const bool is_judged = rule.when == When::kCheck || rule.when == When::kWarn;
    if (!is_judged || std::ranges::count(kNotOfTexts, rule.code) != 0) continue;
    INFO("no program in tests/check breaks " << rule.code << ": " << rule.formula);
    CHECK(broken.contains(std::string(rule.code)));
  }
}

}  // namespace
}  // namespace paddock
