// NestedRun: a grid of programs inside a step (interpreter.run_parallel), as a machine sees it.
// Grids are made of machines, so a machine knows them by this interface alone.
#ifndef PADDOCK_CORE_EXEC_MACHINE_NESTED_RUN_H_
#define PADDOCK_CORE_EXEC_MACHINE_NESTED_RUN_H_

#include <cstddef>
#include <memory>

#include "core/diagnostics/diagnostic.h"
#include "core/plan/step.h"

namespace paddock {

struct MachineOptions;

class NestedRun {
 public:
  virtual ~NestedRun() = default;
  // Continues the run. Once it is finished, the results are in the references of the step.
  virtual StepStatus Run(StepContext& context, DiagnosticSink& sink) = 0;
};

// Takes the inputs out of `references`. Returns null, with diagnostics in `sink`, if they do not
// fit or memory does not suffice. Machines are made with `options`.
using StartNestedRun = std::unique_ptr<NestedRun> (*)(const ParallelPrograms& programs,
                                                      std::byte* const* references,
                                                      const MachineOptions& options,
                                                      DiagnosticSink& sink);

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_MACHINE_NESTED_RUN_H_
