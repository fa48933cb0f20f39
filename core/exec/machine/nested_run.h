// NestedRun: interface of a grid of programs inside a step (interpreter.run_parallel). Grids
// consist of machines, so a machine depends only on this interface.
#ifndef PADDOCK_CORE_EXEC_MACHINE_NESTED_RUN_H_
#define PADDOCK_CORE_EXEC_MACHINE_NESTED_RUN_H_

#include <memory>

#include "core/diagnostics/diagnostic.h"
#include "core/plan/step.h"

namespace paddock {

struct MachineOptions;

class NestedRun {
 public:
  virtual ~NestedRun() = default;
  // Continues the run. Writes the step's results once it is finished.
  virtual StepStatus Run(StepContext& context, DiagnosticSink& sink) = 0;
};

// Takes the inputs of all programs from the step. Returns null, with diagnostics in `sink`, if they
// do not match or memory does not suffice. The machines have `options`.
using StartNestedRun = std::unique_ptr<NestedRun> (*)(const ParallelPrograms& programs,
                                                      const StepContext& step,
                                                      const MachineOptions& options,
                                                      DiagnosticSink& sink);

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_MACHINE_NESTED_RUN_H_
