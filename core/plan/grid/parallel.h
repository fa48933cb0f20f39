// interpreter.run_parallel: the plans of a grid of programs.
#ifndef PADDOCK_CORE_PLAN_GRID_PARALLEL_H_
#define PADDOCK_CORE_PLAN_GRID_PARALLEL_H_

#include <memory>
#include <vector>

#include "core/plan/plan.h"
#include "core/plan/references.h"

namespace paddock {

struct ParallelPrograms {
  GridSize size;
  // By process.
  std::vector<std::shared_ptr<const Plan>> plans;
  // Number of inputs of all programs, without tokens.
  size_t input_count = 0;
  // Each computes one entry of the infeed; every process has a copy of the entry.
  std::vector<std::shared_ptr<const Plan>> infeed;
  // The element types and shapes of the results, without tokens.
  struct Given {
    ElementType type = ElementType::kI1;
    std::span<const int64_t> shape;
  };
  std::vector<Given> results;
  // Sizes of results are known only after the run. The step writes the sizes as one list of i64,
  // and leaves the results in StepHost::staged; `results` is empty.
  bool gives_sizes = false;
};

template <class Phase>
struct ParallelReferences {
  // Inputs of all programs, in row-major order of the grid.
  ReadSpan<Phase, &ParallelPrograms::input_count> inputs;
  WriteSpan<Phase, &ParallelPrograms::results> results;
  // None or one.
  WriteSpan<Phase, &ParallelPrograms::gives_sizes> sizes;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_GRID_PARALLEL_H_
