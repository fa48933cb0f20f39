// One execution of interpreter.run_parallel, inside a machine.
#ifndef PADDOCK_CORE_EXEC_PARALLEL_RUN_H_
#define PADDOCK_CORE_EXEC_PARALLEL_RUN_H_

#include <memory>

#include "core/exec/machine_grid.h"
#include "core/plan/grid/parallel.h"

namespace paddock {

// Stages the values of a lazily planned program for the continuation, and writes their sizes, one
// after the other, to `sizes`.
void StageWithSizes(Parcel values, std::byte* sizes, StepHost& host);

class ParallelRun {
 public:
  // Takes the inputs out of `references`. Null, and diagnostics in `sink`, if they do not fit
  // or memory does not suffice. Machines are made with `options`.
  static std::unique_ptr<ParallelRun> Start(const ParallelPrograms& programs,
                                            std::byte* const* references,
                                            const MachineOptions& options, DiagnosticSink& sink);

  // Continues the run. Once it is finished, the results are in `references`.
  StepStatus Run(StepContext& context, DiagnosticSink& sink);

 private:
  explicit ParallelRun(const ParallelPrograms& programs) : programs_(programs) {}
  bool MakeInfeed(const MachineOptions& options, DiagnosticSink& sink);
  bool GiveResults(StepContext& context, DiagnosticSink& sink) const;

  const ParallelPrograms& programs_;
  size_t input_count_ = 0;
  std::vector<Tensor> infeed_;
  std::unique_ptr<MachineGrid> grid_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_PARALLEL_RUN_H_
