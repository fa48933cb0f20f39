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
  // Inputs of all programs, tokens left out.
  size_t input_count = 0;
  // Each makes one entry of the infeed, of which every process has a copy.
  std::vector<std::shared_ptr<const Plan>> infeed;
  // The results' element types and shapes, tokens left out: those that the run must give.
  struct Given {
    ElementType type = ElementType::kI1;
    std::span<const int64_t> shape;
  };
  std::vector<Given> results;
  // Sizes of results are known when the run is over. The step writes them, one list of i64 for all
  // results, and leaves the results in StepHost::staged; `results` is empty.
  bool gives_sizes = false;
};

template <class Phase>
struct ParallelReferences {
  // Those of all programs in row-major order of the grid.
  ReadSpan<Phase, &ParallelPrograms::input_count> inputs;
  WriteSpan<Phase, &ParallelPrograms::results> results;
  // None or one.
  WriteSpan<Phase, &ParallelPrograms::gives_sizes> sizes;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_GRID_PARALLEL_H_
