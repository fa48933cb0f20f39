#include "cli/cases/test_cases.h"

#include <catch2/catch_test_macros.hpp>

namespace paddock::cli {
namespace {

TEST_CASE("a file is cut at its separators and keeps its line numbers") {
  const auto cases =
      SplitCases("a.mlir", "// RUN: x\n\n// -----\nfunc.func @a()\n  // -----\n@b\n@c");
  REQUIRE(cases.size() == 2);
  CHECK(cases[0].number == 2);
  CHECK(cases[0].first_line == 4);
  CHECK(cases[0].begin == 20);
  CHECK(cases[0].text == "func.func @a()\n");
  CHECK(cases[1].number == 3);
  CHECK(cases[1].first_line == 6);
  CHECK(cases[1].begin == 46);
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

}  // namespace
}  // namespace paddock::cli
