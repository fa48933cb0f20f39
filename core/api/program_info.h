// What a program holds, and what a run of it would take.
#ifndef PADDOCK_CORE_API_PROGRAM_INFO_H_
#define PADDOCK_CORE_API_PROGRAM_INFO_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/api/program.h"
#include "core/api/session.h"

namespace paddock {

struct ProgramInfo {
  // How often the text has each operation, modules apart.
  std::map<std::string, uint64_t, std::less<>> operations;
  // Element types of all values.
  std::set<std::string, std::less<>> element_types;
  // How often it calls each target of custom_call.
  std::map<std::string, uint64_t, std::less<>> custom_call_targets;
  uint64_t constants = 0;
  // Bytes of their elements; those of a splat count once.
  uint64_t constant_bytes = 0;
};
ProgramInfo DescribeProgram(const Program& program);

// Whether it calls a routine of LAPACK that simd/factor computes.
bool NeedsFactor(const Program& program);

// What the plan of a run says before it runs.
struct RunEstimate {
  GridSize grid;
  // Of one process, each step once: arithmetic operations on elements (a multiply-add is two), and
  // bytes that steps read and write.
  uint64_t operations = 0;
  uint64_t bytes = 0;
  // In units of work (core/plan/step.h).
  int64_t work = 0;
  // Of all processes: of values, and of arguments.
  uint64_t peak_bytes = 0;
  uint64_t argument_bytes = 0;
  // No loop, branch or size depends on values: a run does exactly this.
  bool is_exact = false;
};
// Of options.entry in options.grid at options.level. Inputs are needed where an argument leaves
// sizes open. Nothing, and the reasons in `diagnostics`, if it cannot be planned.
std::optional<RunEstimate> EstimateRun(const std::shared_ptr<const Program>& program,
                                       const SessionOptions& options,
                                       std::vector<Diagnostic>& diagnostics);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_PROGRAM_INFO_H_
