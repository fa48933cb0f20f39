// docs/xla-operations.md, which is made of the cases. With PADDOCK_WRITE_PAGE set, the test writes
// it.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cctype>
#include <cstdlib>
#include <sstream>

#include "core/api/xla/case_testing.h"

namespace paddock::xla {
namespace {

constexpr const char* kPage = "docs/xla-operations.md";

constexpr const char* kIntroduction =
    R"(# XLA operations

For developers who know XLA's document *Operation Semantics*: each of its operations as a call of `ComputationBuilder`
([XLA's operations](builder.md#xlas-operations)), and the StableHLO that it becomes.

[The cases of the tests](../tests/xla/cases.txt) have all examples and rules of the document, in its notation. This page shows the first
case of each operation. [Deviations](deviations.md#xlas-document-operation-semantics) has what the document contradicts.

<!-- Written by PADDOCK_WRITE_PAGE=1 build/native/bin/paddock_api_xla_test "the page*"; do not edit. -->
)";

// Returns the name of the operation of a line: "Clamp".
std::string OperationOf(const std::string& line) {
  const size_t equals = line.find(" = ");
  const size_t begin = equals == std::string::npos ? line.find_first_not_of(' ') : equals + 3;
  return line.substr(begin, line.find('(', begin) - begin);
}

void ReplaceAll(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

// Returns a shape of the notation, "f32[2,3]", as a call of ShapeUtil, and other text as it is.
std::string ShapesInCplusplus(const std::string& text) {
  std::string made;
  for (size_t i = 0; i < text.size(); ++i) {
    const size_t bracket = text.find('[', i);
    const bool starts_word = i == 0 || std::isalnum(static_cast<unsigned char>(text[i - 1])) == 0;
    const auto type = bracket == std::string::npos || !starts_word
                          ? std::nullopt
                          : FindPrimitiveType(text.substr(i, bracket - i));
    if (!type) {
      made += text[i];
      continue;
    }
    std::string name(ToString(*type));
    for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    i = text.find(']', bracket);
    made +=
        "ShapeUtil::MakeShape(" + name + ", {" + text.substr(bracket + 1, i - bracket - 1) + "})";
  }
  return made;
}

// Returns the last call of a case in C++.
std::string LastCall(const XlaCase& one) {
  std::string call = one.calls.back();
  const size_t equals = call.find(" = ");
  if (equals != std::string::npos) call = call.substr(equals + 3);
  ReplaceAll(call, "kSame", "Padding::kSame");
  ReplaceAll(call, "kValid", "Padding::kValid");
  return "builder." + ShapesInCplusplus(call);
}

bool ShowsOn(const XlaCase& one, const std::string& operation) {
  return !one.results[0].starts_with("{{") && one.arguments.empty() && !one.calls.empty() &&
         OperationOf(one.calls.back()) == operation;
}

// Returns the text of the case's program, with comments for its run.
std::string ProgramText(const XlaCase& one) {
  ComputationBuilder builder("case");
  size_t next = 0;
  REQUIRE(MakeCaseCalls(builder, one, next, "") == "");
  const auto program = builder.Build()->MakeProgram({.has_locations = false});
  REQUIRE(program.has_value());
  std::string text;
  if (one.results.size() > 1 || !one.infeed.empty()) text += "// paddock: example\n";
  if (one.results.size() > 1) {
    text += "// num_replicas: " + std::to_string(one.results.size()) + "\n";
  }
  for (size_t i = 0; i < one.infeed.size(); ++i) {
    std::string value = one.infeed[i].substr(one.infeed[i].find(' ') + 1);
    ReplaceAll(value, "{", "[");
    ReplaceAll(value, "}", "]");
    text += "// infeed_queue[" + std::to_string(i) + "]: " + value + "\n";
  }
  return text + std::string((*program)->source().text());
}

std::string Indented(const std::string& text) {
  std::string indented;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) indented += "    " + line + "\n";
  return indented;
}

std::string PageOf(const std::vector<XlaCase>& cases) {
  std::string page = kIntroduction;
  std::vector<std::string> names;
  for (const XlaCase& one : cases) {
    if (one.calls.empty()) continue;
    const std::string operation = OperationOf(one.calls.back());
    if (std::ranges::count(names, operation) != 0 || !ShowsOn(one, operation)) continue;
    names.push_back(operation);
    page += "\n## " + operation + "\n\n    " + LastCall(one) + "\n\n";
    // A custom call does not run without its function.
    page += operation == "CustomCall" ? Indented(ProgramText(one))
                                      : "```mlir\n" + ProgramText(one) + "```\n";
  }
  return page;
}

TEST_CASE("the page of XLA's operations is made of the cases") {
  const std::string page = PageOf(ReadXlaCases());
  if (std::getenv("PADDOCK_WRITE_PAGE") != nullptr) std::ofstream(kPage) << page;
  std::stringstream written;
  written << std::ifstream(kPage).rdbuf();
  const bool is_current = written.str() == page;
  INFO("PADDOCK_WRITE_PAGE=1 build/native/bin/paddock_api_xla_test \"the page*\" writes it");
  CHECK(is_current);
}

}  // namespace
}  // namespace paddock::xla
