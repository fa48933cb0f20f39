#include "cli/test_cases.h"

#include <catch2/catch_test_macros.hpp>

#include "cli/arguments.h"

namespace paddock::cli {
namespace {

TEST_CASE("a file is cut at its separators and keeps its line numbers") {
  const auto cases =
      SplitCases("a.mlir", "// RUN: x\n\n// -----\nfunc.func @a()\n  // -----\n@b\n@c");
  REQUIRE(cases.size() == 2);
  CHECK(cases[0].number == 2);
  CHECK(cases[0].first_line == 4);
  CHECK(cases[0].text == "func.func @a()\n");
  CHECK(cases[1].number == 3);
  CHECK(cases[1].first_line == 6);
  CHECK(cases[1].text == "@b\n@c\n");
}

TEST_CASE("the mlir blocks of Markdown are cases, indented ones too") {
  const auto cases =
      SplitCases("a.md", "# T\n```mlir\n%a\n```\n```cpp\nint x;\n```\n  ```mlir\n  %b\n  ```\n");
  REQUIRE(cases.size() == 2);
  CHECK(cases[0].text == "%a\n");
  CHECK(cases[0].first_line == 3);
  CHECK(cases[1].text == "%b\n");
  CHECK(cases[1].first_line == 9);
  CHECK(cases[0].number == 1);
  CHECK(cases[1].number == 2);
}

TEST_CASE("expected errors name the line they stand for") {
  TestCase test_case;
  test_case.first_line = 10;
  test_case.text =
      "// expected-error@+1 {{first}}\nx\n// expected-error-re @below {{second {{.*}}}}\n"
      "y // expected-error {{third}}\n// expected-error@above {{fourth}}\n";
  const auto errors = FindExpectedDiagnostics(test_case);
  REQUIRE(errors.size() == 4);
  CHECK(errors[0].line == 11);
  CHECK(errors[0].text == "first");
  CHECK(errors[1].line == 13);
  CHECK(errors[1].text == "second {{.*}}");
  CHECK(errors[2].line == 13);
  CHECK(errors[3].line == 13);
}

TEST_CASE("known failures are matched by the tail of the path and need a reason") {
  std::string problem;
  auto known = ParseKnownFailures("# c\nx/a.mlir:2  no fft\nb.mlir slow\n", problem);
  REQUIRE(known.size() == 2);
  TestCase test_case;
  test_case.path = "/t/x/a.mlir";
  CHECK(FindKnownFailure(known, test_case) == nullptr);
  test_case.number = 2;
  REQUIRE(FindKnownFailure(known, test_case) != nullptr);
  CHECK(FindKnownFailure(known, test_case)->reason == "no fft");
  test_case.path = "cb.mlir";
  CHECK(FindKnownFailure(known, test_case) == nullptr);
  CHECK(ParseKnownFailures("a.mlir\n", problem).empty());
  CHECK(problem == "line 1 has no reason for a.mlir");
}

TEST_CASE("options are taken with = or the next word, and unknown ones are named") {
  const OptionInfo options[] = {{"--input", "N=VALUE", ""}, {"--time", "", ""}};
  std::string problem;
  const std::vector<std::string> words = {"f",      "--input", "0=1", "--input=1=2",
                                          "--time", "--",      "--x"};
  const auto arguments = Arguments::Parse(words, options, problem);
  REQUIRE(arguments.has_value());
  CHECK(arguments->GetAll("--input") == std::vector<std::string_view>{"0=1", "1=2"});
  CHECK(arguments->Has("--time"));
  CHECK(arguments->positional() == std::vector<std::string>{"f", "--x"});
  CHECK_FALSE(Arguments::Parse(std::vector<std::string>{"--nope"}, options, problem));
  CHECK(problem == "unknown option --nope here");
  CHECK_FALSE(Arguments::Parse(std::vector<std::string>{"--input"}, options, problem));
  CHECK_FALSE(Arguments::Parse(std::vector<std::string>{"--time=1"}, options, problem));
}

TEST_CASE("counts take binary suffixes") {
  CHECK(ParseCount("1536") == 1536);
  CHECK(ParseCount("2G") == uint64_t{2} << 30);
  CHECK_FALSE(ParseCount("2X"));
  CHECK_FALSE(ParseCount("G"));
  CHECK_FALSE(ParseCount("99999999999T"));
}

}  // namespace
}  // namespace paddock::cli
