// interpreter.run_parallel: the plans of a grid of programs.
#ifndef PADDOCK_CORE_PLAN_PARALLEL_H_
#define PADDOCK_CORE_PLAN_PARALLEL_H_

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
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_PARALLEL_H_
