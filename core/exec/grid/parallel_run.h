// One execution of interpreter.run_parallel, inside a machine.
#ifndef PADDOCK_CORE_EXEC_GRID_PARALLEL_RUN_H_
#define PADDOCK_CORE_EXEC_GRID_PARALLEL_RUN_H_

#include <memory>
#include <vector>

#include "core/exec/grid/machine_grid.h"
#include "core/exec/machine/nested_run.h"
#include "core/plan/grid/parallel.h"

namespace paddock {

class ParallelRun final : public NestedRun {
 public:
  // See StartNestedRun.
  static std::unique_ptr<NestedRun> Start(const ParallelPrograms& programs, const StepContext& step,
                                          const MachineOptions& options, DiagnosticSink& sink);
  StepStatus Run(StepContext& context, DiagnosticSink& sink) override;

 private:
  explicit ParallelRun(const ParallelPrograms& programs) : programs_(programs) {}
  bool MakeInfeed(const MachineOptions& options, DiagnosticSink& sink);
  bool GiveResults(StepContext& context, DiagnosticSink& sink) const;

  const ParallelPrograms& programs_;
  std::vector<Tensor> infeed_;
  std::unique_ptr<MachineGrid> grid_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_GRID_PARALLEL_RUN_H_
