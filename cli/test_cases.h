// Cuts files into test cases and reads what their comments expect.
#ifndef PADDOCK_CLI_TEST_CASES_H_
#define PADDOCK_CLI_TEST_CASES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace paddock::cli {

struct TestCase {
  std::string path;
  uint32_t number = 1;      // counts from 1 within the file
  uint32_t first_line = 1;  // of the file
  std::string text;
  // A line `// paddock: exact` stands in its file: expected texts must be said, at their lines.
  bool is_exact = false;
};

// A .mlir file at lines `// -----`; a Markdown file (.md) into its blocks fenced as mlir.
// Cases of blanks and comments only are left out.
std::vector<TestCase> SplitCases(const std::string& path, std::string_view text);

// A line that must bear a diagnostic: `// expected-error @+1 {{...}}` or expected-warning, with
// @-N,
// @above, @below, or on the line itself. Lines count as the file's.
struct ExpectedDiagnostic {
  uint32_t line = 0;
  std::string text;
  bool is_warning = false;
  // Its text is a regular expression, which is not read.
  bool is_pattern = false;
};
std::vector<ExpectedDiagnostic> FindExpectedDiagnostics(const TestCase& test_case);

// `path:case` entries with a reason each, one a line: `path[:case]  reason`; `#` starts a
// comment. A path matches every file whose path ends in it at a folder's boundary.
struct KnownFailure {
  std::string path;
  uint32_t number = 0;  // 0: every case of the file
  std::string reason;
  bool is_used = false;
};
std::vector<KnownFailure> ParseKnownFailures(std::string_view text, std::string& problem);
KnownFailure* FindKnownFailure(std::vector<KnownFailure>& known, const TestCase& test_case);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_TEST_CASES_H_
