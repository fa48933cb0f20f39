// The size of a grid, and the inputs of its processes.
#ifndef PADDOCK_CORE_API_RUN_GRID_INPUTS_H_
#define PADDOCK_CORE_API_RUN_GRID_INPUTS_H_

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/api/run/session.h"
#include "core/api/run/shared_inputs.h"
#include "core/base/result.h"

namespace paddock {

// Returns the grid of a run: the first that exists of the program's comments, `asked`, the module's
// mhlo.num_replicas and mhlo.num_partitions, and 1 x 1. Fails if it has too many processes.
Result<GridSize> ChooseGrid(const Program& program, GridSize asked, DiagnosticSink& sink);

// Returns one tensor for each leaf of the arguments, for one process. Processes with the same piece
// have the same made values. A value for this process
// takes precedence over one for all processes, and that over one from the comments, which `memory`
// accounts for. Fails with the names of arguments that have no value. Tokens need none.
std::optional<std::vector<Tensor>> CompleteInputs(const Program& program, const FunctionInfo& entry,
                                                  const SessionOptions& options,
                                                  const SharedInputs& shared, ProcessId process,
                                                  const std::shared_ptr<MemoryBudget>& memory,
                                                  DiagnosticSink& sink);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_RUN_GRID_INPUTS_H_
