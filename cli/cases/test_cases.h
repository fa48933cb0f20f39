// Splits files into test cases and reads the expectations in their comments.
#ifndef PADDOCK_CLI_CASES_TEST_CASES_H_
#define PADDOCK_CLI_CASES_TEST_CASES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace paddock::cli {

struct TestCase {
  std::string path;
  uint32_t number = 1;      // counts from 1 within the file
  uint32_t first_line = 1;  // of the file
  size_t begin = 0;         // offset of this line
  std::string text;
  // Whether the file has a line `// paddock: exact`: expected texts must be reported, at their
  // lines.
  bool is_exact = false;
};

// Splits a .mlir file at lines `// -----`, and a Markdown file (.md) into its blocks fenced as
// mlir. Cases of only blanks and comments are left out.
std::vector<TestCase> SplitCases(const std::string& path, std::string_view text);

// Line that must have a diagnostic: `// expected-error @+1 {{...}}` or expected-warning, with @-N,
// @above, @below, or on the line itself. Lines count within the file.
struct ExpectedDiagnostic {
  uint32_t line = 0;
  std::string text;
  bool is_warning = false;
  // Its text is a regular expression, which is ignored.
  bool is_pattern = false;
};
std::vector<ExpectedDiagnostic> FindExpectedDiagnostics(const TestCase& test_case);

// Entry for `path:case` with a reason, one a line: `path[:case]  reason`; `#` starts a comment. A
// path matches every file whose path ends in it at a folder's boundary.
struct KnownFailure {
  std::string path;
  uint32_t number = 0;  // 0: every case of the file
  std::string reason;
  bool is_used = false;
};
std::vector<KnownFailure> ParseKnownFailures(std::string_view text, std::string& problem);
KnownFailure* FindKnownFailure(std::vector<KnownFailure>& known, const TestCase& test_case);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_CASES_TEST_CASES_H_
