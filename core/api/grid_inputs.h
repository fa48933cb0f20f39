// What the processes of a grid begin with: how many there are, and the values of each.
#ifndef PADDOCK_CORE_API_GRID_INPUTS_H_
#define PADDOCK_CORE_API_GRID_INPUTS_H_

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/api/session.h"

namespace paddock {

// The grid of a run: what the program's comments say, else `asked`, else the module's
// mhlo.num_replicas and mhlo.num_partitions, else 1 x 1. Fails if it has too many processes.
Result<GridSize> ChooseGrid(const Program& program, GridSize asked, DiagnosticSink& sink);

// One tensor a leaf of the arguments, for one process: what was given to it alone, else to
// all, else what the comments say, which is of the budget `memory`; names the arguments that have
// neither. Tokens have none.
std::optional<std::vector<Tensor>> CompleteInputs(const Program& program, const FunctionInfo& entry,
                                                  const SessionOptions& options, ProcessId process,
                                                  const std::shared_ptr<MemoryBudget>& memory,
                                                  DiagnosticSink& sink);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_GRID_INPUTS_H_
