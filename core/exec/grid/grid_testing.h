// Runs grids of processes in tests.
#ifndef PADDOCK_CORE_EXEC_GRID_GRID_TESTING_H_
#define PADDOCK_CORE_EXEC_GRID_GRID_TESTING_H_

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/exec/grid/machine_grid.h"
#include "core/exec/machine/testing.h"

namespace paddock::testing {

// Options of a grid's run, on which its results must not depend.
struct GridRun {
  uint64_t seed = 0;
  size_t threads = 1;
  Level level = Level::kFast;
  int64_t slice = int64_t{1} << 40;
};

inline const GridRun kGridRuns[] = {{.seed = 0},
                                    {.seed = 1},
                                    {.seed = 2},
                                    {.seed = 0, .level = Level::kFaithful},
                                    {.seed = 7, .slice = 1},
                                    {.threads = 2},
                                    {.threads = 4},
                                    {.threads = 3, .level = Level::kFaithful, .slice = 100'000}};

// Returns the plan of each process, made of its named function.
inline std::vector<std::shared_ptr<const Plan>> GridPlans(const Program& program, GridSize size,
                                                          const std::vector<std::string>& functions,
                                                          Level level) {
  PlanOptions options = At(level);
  options.grid = size;
  std::map<std::string, std::shared_ptr<const Plan>> plans;
  std::vector<std::shared_ptr<const Plan>> all;
  for (const std::string& name : functions) {
    std::shared_ptr<const Plan>& plan = plans[name];
    if (plan == nullptr) {
      DiagnosticSink sink;
      const auto made = MakePlan(*program.module, *program.module->FindSymbol(name), options, sink);
      for (const Diagnostic& diagnostic : sink.diagnostics()) UNSCOPED_INFO(diagnostic.message);
      REQUIRE(made.has_value());
      plan = *made;
    }
    all.push_back(plan);
  }
  return all;
}

inline std::unique_ptr<MachineGrid> GridOf(const Program& program, GridSize size,
                                           const std::vector<std::string>& functions,
                                           std::vector<std::vector<Tensor>> inputs,
                                           const GridRun& run, MachineGridOptions options = {}) {
  options.schedule_seed = run.seed;
  options.threads = run.threads;
  inputs.resize(functions.size());
  DiagnosticSink sink;
  auto grid = MachineGrid::Create(size, GridPlans(program, size, functions, run.level),
                                  std::move(inputs), std::move(options), sink);
  for (const Diagnostic& diagnostic : sink.diagnostics()) UNSCOPED_INFO(diagnostic.message);
  REQUIRE(grid.has_value());
  return *std::move(grid);
}

inline StopReason RunToEnd(MachineGrid& grid, int64_t slice = int64_t{1} << 40) {
  StopReason reason = StopReason::kBudgetSpent;
  while (reason == StopReason::kBudgetSpent) reason = grid.Run(slice);
  return reason;
}

// Returns the diagnostics of a run that must fail: each message and its notes, one on each line.
inline std::string GridFailure(const Program& program, GridSize size,
                               const std::vector<std::string>& functions, const GridRun& run) {
  const auto grid = GridOf(program, size, functions, {}, run);
  if (RunToEnd(*grid, run.slice) != StopReason::kFailed) return "it did not fail";
  std::string text;
  for (const Diagnostic& diagnostic : grid->diagnostics().diagnostics()) {
    text += diagnostic.message + "\n";
    for (const DiagnosticNote& note : diagnostic.notes) text += "  " + note.message + "\n";
  }
  return text;
}

}  // namespace paddock::testing

#endif  // PADDOCK_CORE_EXEC_GRID_GRID_TESTING_H_
