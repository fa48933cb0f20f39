// interpreter.run_parallel: the plans of a grid of programs.
#ifndef PADDOCK_CORE_PLAN_GRID_PARALLEL_H_
#define PADDOCK_CORE_PLAN_GRID_PARALLEL_H_

#include <memory>
#include <vector>

#include "core/plan/plan.h"

namespace paddock {

// References of the step are the inputs of all programs in row-major order of the grid, then
// their results; tokens have none.
struct ParallelPrograms {
  GridSize size;
  // By process.
  std::vector<std::shared_ptr<const Plan>> plans;
  // Each makes one entry of the infeed, of which every process has a copy.
  std::vector<std::shared_ptr<const Plan>> infeed;
  // The results' element types and shapes, tokens left out: those that the run must give.
  struct Given {
    ElementType type = ElementType::kI1;
    std::span<const int64_t> shape;
  };
  std::vector<Given> results;
  // Sizes of results are known when the run is over: the step writes them, one list of i64 for all
  // results, and leaves the results in StepHost::staged.
  bool gives_sizes = false;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_GRID_PARALLEL_H_
