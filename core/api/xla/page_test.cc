// docs/xla-operations.md, which is made of the cases. With PADDOCK_WRITE_PAGE set, the test writes
// it.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cctype>
#include <cstdlib>
#include <sstream>

#include "core/api/xla/call_syntax.h"
#include "core/api/xla/case_testing.h"

namespace paddock::xla {
namespace {

constexpr const char* kPage = "docs/xla-operations.md";

constexpr const char* kIntroduction =
    R"(# XLA operations

For developers who know XLA's document *Operation Semantics*: each of its operations as a call of `ComputationBuilder` in C++ and in JavaScript
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

// Returns the text with its words replaced. A shape, "f32[2,3]", is a word with its sizes.
template <class Function>
std::string ReplaceWords(const std::string& text, Function replace) {
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  std::string made;
  for (size_t i = 0; i < text.size(); ++i) {
    size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    const size_t close = end < text.size() && text[end] == '[' ? text.find(']', end) : end;
    if (end == i) {
      made += text[i];
      continue;
    }
    const std::string sizes = close == end ? "" : text.substr(end + 1, close - end - 1);
    made += replace(text.substr(i, end - i), close != end, sizes);
    i = close == end ? end - 1 : close;
  }
  return made;
}

// Returns the last call of a case, with the elements of a constant alone.
std::string LastCall(const XlaCase& one) {
  std::string call = one.calls.back();
  const size_t equals = call.find(" = ");
  if (equals != std::string::npos) call = call.substr(equals + 3);
  const size_t literal = call.find("] {");
  const size_t parenthesis = call.find('(') + 1;
  return literal == std::string::npos
             ? call
             : call.substr(0, parenthesis) + call.substr(literal + std::string("] ").size());
}

// Returns the text with each element of a constant as a float.
std::string WithFloats(const std::string& text) {
  std::string made;
  for (size_t i = 0; i < text.size(); ++i) {
    made += text[i];
    const bool is_digit = std::isdigit(static_cast<unsigned char>(text[i])) != 0;
    if (is_digit && (text.substr(i + 1, 1) == "," || text.substr(i + 1, 1) == "}")) made += 'f';
  }
  return made;
}

std::string InCplusplus(const std::string& call) {
  if (call.starts_with("ConstantLiteral")) return WithFloats(call);
  return ReplaceWords(call, [](std::string word, bool is_shape, const std::string& sizes) {
    if (word == "kSame" || word == "kValid") return "Padding::" + word;
    if (!is_shape) return word;
    for (char& c : word) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return "ShapeUtil::MakeShape(" + word + ", {" + sizes + "})";
  });
}

std::string InJavascript(const std::string& call) {
  std::string made = ReplaceWords(
      call, [](const std::string& word, bool is_shape, const std::string& sizes) -> std::string {
        if (is_shape) return "'" + word + "[" + sizes + "]'";
        if (word == "kSame" || word == "kValid") return word == "kSame" ? "'same'" : "'valid'";
        const auto type = PrimitiveTypeNamed(word);
        return type && *type != TUPLE && word != ToString(*type)
                   ? "'" + std::string(ToString(*type)) + "'"
                   : word;
      });
  ReplaceAll(made, "{", "[");
  ReplaceAll(made, "}", "]");
  ReplaceAll(made, "\"", "'");
  made[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(made[0])));
  return made;
}

std::string CallsOf(const XlaCase& one) {
  const std::string call = LastCall(one);
  return "- C++: `builder." + InCplusplus(call) + "`\n- JavaScript: `builder." +
         InJavascript(call) + "`\n";
}

bool ShowsOn(const XlaCase& one, const std::string& operation) {
  const bool has_one_process = one.results.size() == 1 || one.arguments.empty();
  return !one.results[0].starts_with("{{") && has_one_process && !one.calls.empty() &&
         OperationOf(one.calls.back()) == operation;
}

// Returns a value of the notation as an input of the program.
std::string InputOf(const std::string& value) {
  std::string input = value.substr(value.find(' ') + 1);
  ReplaceAll(input, "{", "[");
  ReplaceAll(input, "}", "]");
  return input;
}

// Returns comments before the program, for its run.
std::string RunComments(const XlaCase& one) {
  std::string text;
  if (one.results.size() > 1) {
    text += "// num_replicas: " + std::to_string(one.results.size()) + "\n";
  }
  for (size_t i = 0; i < one.infeed.size(); ++i) {
    text += "// infeed_queue[" + std::to_string(i) + "]: " + InputOf(one.infeed[i]) + "\n";
  }
  return text.empty() && one.arguments.empty() ? "" : "// paddock: example\n" + text;
}

// Returns the text of the case's program, with comments for its run.
std::string ProgramText(const XlaCase& one) {
  ComputationBuilder builder("case");
  size_t next = 0;
  REQUIRE(MakeCaseCalls(builder, one, next, "") == "");
  const auto computation = builder.Build();
  REQUIRE(computation.has_value());
  std::string text = *computation->MakeText();
  std::string inputs;
  for (size_t i = 0; i < one.arguments.size(); ++i) {
    inputs += "  // %" + computation->program_shape().parameter_names[i] + ": " +
              InputOf(one.arguments[i][0]) + "\n";
  }
  text.insert(text.find('\n') + 1, inputs);
  return RunComments(one) + text;
}

// Returns the comment on the operation's method in the header.
std::string MeaningOf(const std::string& operation) {
  std::ifstream header("core/api/xla/builder.h");
  std::string meaning;
  for (std::string line; std::getline(header, line);) {
    if (line.starts_with("  ComputationDataHandle " + operation + "(")) break;
    if (!line.starts_with("  // ")) {
      meaning.clear();
      continue;
    }
    meaning += (meaning.empty() ? "" : " ") + line.substr(5);
  }
  return meaning;
}

std::string PageOf(const std::vector<XlaCase>& cases) {
  std::string page = kIntroduction;
  std::vector<std::string> names;
  for (const XlaCase& one : cases) {
    if (one.calls.empty()) continue;
    const std::string operation = OperationOf(one.calls.back());
    if (std::ranges::count(names, operation) != 0 || !ShowsOn(one, operation)) continue;
    names.push_back(operation);
    page += "\n## " + operation + "\n\n" + MeaningOf(operation) + "\n\n" + CallsOf(one) + "\n";
    // A custom call does not run without its function.
    page += (operation == "CustomCall" ? "```\n" : "```mlir\n") + ProgramText(one) + "```\n";
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
