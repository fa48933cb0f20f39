// The plans of a session.
#ifndef PADDOCK_CORE_API_RUN_SESSION_PLANS_H_
#define PADDOCK_CORE_API_RUN_SESSION_PLANS_H_

#include <memory>
#include <span>
#include <vector>

#include "core/api/program.h"
#include "core/api/run/session.h"
#include "core/base/result.h"

namespace paddock {

class DiagnosticSink;
class Module;
class Plan;
struct PlanOptions;

// Returns the function to run, or `nullptr` if the program cannot run.
const FunctionInfo* FindRunnable(const Program& program, const SessionOptions& options,
                                 DiagnosticSink& sink);

PlanOptions PlanOptionsFor(const Program& program, const FunctionInfo& entry,
                           const SessionOptions& options, GridSize size);

// Returns one plan for each process: `known`, which may be `nullptr`, if it takes the inputs.
// Processes whose inputs have the same sizes share one.
Result<std::vector<std::shared_ptr<const Plan>>> MakePlans(
    const Module& module, const Operation& function, const PlanOptions& options,
    std::span<const std::vector<Tensor>> inputs, std::shared_ptr<const Plan> known,
    DiagnosticSink& sink);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_RUN_SESSION_PLANS_H_
