// Contents of a program, and estimates of a run.
#ifndef PADDOCK_CORE_API_OBSERVE_PROGRAM_INFO_H_
#define PADDOCK_CORE_API_OBSERVE_PROGRAM_INFO_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/api/program.h"
#include "core/api/run/session.h"

namespace paddock {

struct ProgramInfo {
  // Number of occurrences of each operation in the text, without modules.
  std::map<std::string, uint64_t, std::less<>> operations;
  // Element types of all values.
  std::set<std::string, std::less<>> element_types;
  // Number of calls of each custom_call target.
  std::map<std::string, uint64_t, std::less<>> custom_call_targets;
  uint64_t constants = 0;
  // Bytes of the constants' elements. A splat counts as one element.
  uint64_t constant_bytes = 0;
};
ProgramInfo DescribeProgram(const Program& program);

// Returns whether the program calls a LAPACK routine that simd/factor computes.
bool NeedsFactor(const Program& program);

// Estimate from the plan of a run.
struct RunEstimate {
  GridSize grid;
  // Totals of one process, each step once. `operations` counts arithmetic on elements; a
  // multiply-add is two. `bytes` counts memory traffic of steps.
  uint64_t operations = 0;
  uint64_t bytes = 0;
  // Units of work (core/plan/step.h).
  int64_t work = 0;
  // Totals of all processes: bytes of live values, and of arguments.
  uint64_t peak_bytes = 0;
  uint64_t argument_bytes = 0;
  // Whether no loop, branch or size depends on values. The estimate is then exact.
  bool is_exact = false;
};
RunEstimate EstimateOf(const Plan& plan, GridSize grid);
// Estimates a run of options.entry in options.grid at options.level. Inputs are needed if an
// argument leaves sizes open. Returns nothing, with the reasons in `diagnostics`, if planning
// fails.
std::optional<RunEstimate> EstimateRun(const std::shared_ptr<const Program>& program,
                                       const SessionOptions& options,
                                       std::vector<Diagnostic>& diagnostics);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_OBSERVE_PROGRAM_INFO_H_
