// Scatters of exact sums, whose order does not matter: each thread adds its updates to a table of
// its own, which are then added to the result.
#ifndef PADDOCK_CORE_PLAN_OPS_SCATTER_TABLES_H_
#define PADDOCK_CORE_PLAN_OPS_SCATTER_TABLES_H_

#include <cstddef>
#include <cstdint>

#include "core/ir/operation.h"
#include "core/plan/lowering/draft.h"
#include "core/plan/step.h"
#include "simd/reduce/scatter.h"

namespace paddock {

// The memory and the combiner of a scatter.
struct TableScatter {
  const simd::ScatterPlan& plan;
  const simd::MonoidKernels& kernels;
  std::byte* result;
  int64_t result_bytes;
  const std::byte* indices;
  const std::byte* updates;
  // Work of so many steps of the plan.
  int64_t step_work;
};

// Returns the scratch memory of each thread; 0 if the scatter has no tables, because its combiner
// is not an exact sum, or tables would be large.
size_t TableScratch(const Block& body, const Leaf& result, const Leaf& updates);

// Runs the scatter from context.position on, which is `first` at its beginning.
StepStatus ScatterInTables(StepContext& context, const TableScatter& scatter, int64_t first);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_OPS_SCATTER_TABLES_H_
