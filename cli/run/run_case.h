// Test case runner: accept or refuse, print and read again, run, compare.
#ifndef PADDOCK_CLI_RUN_RUN_CASE_H_
#define PADDOCK_CLI_RUN_RUN_CASE_H_

#include <cstdint>
#include <string>

#include "cli/cases/test_cases.h"
#include "cli/host/host.h"
#include "core/api/run/session.h"

namespace paddock::cli {

enum class TestLevel : uint8_t { kFast, kFaithful, kBoth };
enum class TestNumerics : uint8_t { kPortable, kFast, kBoth };

struct CaseOptions {
  TestLevel level = TestLevel::kFast;
  TestNumerics numerics = TestNumerics::kPortable;
  bool strict = false;
  GridMode mode = GridMode::kCooperative;
  uint64_t memory_bytes = uint64_t{4} << 30;
};

struct CaseOutcome {
  bool is_passed = false;
  std::string reason;  // one line, empty when passed
  double seconds = 0;
  // Hash of all results, in portable numerics; 0 if nothing ran.
  uint64_t hash = 0;
};

// Runs a case. A case with expected errors must be refused, each at its line.
// Any other must be accepted, and print and read back as the same program in both forms. If its
// entry has no arguments, or comments give them, it must also run and meet its checks and
// expectations.
CaseOutcome RunCase(const TestCase& test_case, const CaseOptions& options, Host& host);

}  // namespace paddock::cli

#endif  // PADDOCK_CLI_RUN_RUN_CASE_H_
