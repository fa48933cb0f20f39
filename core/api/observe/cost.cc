#include "core/api/observe/cost.h"

#include <utility>

#include "core/api/run/grid_inputs.h"
#include "core/ir/module.h"
#include "core/plan/planner/make_plan.h"

namespace paddock {

std::unique_ptr<CostEstimator> CostEstimator::Start(std::shared_ptr<const Program> program,
                                                    const SessionOptions& options,
                                                    MachineModel machine,
                                                    std::vector<Diagnostic>& diagnostics) {
  DiagnosticSink sink;
  std::string problem;
  const FunctionInfo* entry = program->FindEntry(options.entry, problem);
  Result<GridSize> grid = Failed();
  if (entry == nullptr) {
    sink.Error("run", Span(), problem);
  } else {
    grid = ChooseGrid(*program, options.grid, sink);
  }
  if (!grid) {
    for (Diagnostic& diagnostic : sink.Take()) diagnostics.push_back(std::move(diagnostic));
    return nullptr;
  }
  std::unique_ptr<CostEstimator> estimator(new CostEstimator(std::move(machine), *grid));
  PlanOptions plan_options;
  plan_options.level = options.level;
  plan_options.numerics = options.numerics;
  plan_options.grid = *grid;
  plan_options.custom_calls = options.custom_calls;
  // Planning errors are ignored: the run reports why it cannot be planned without inputs.
  DiagnosticSink ignored;
  const Module& module = program->module();
  const auto plan = MakePlan(module, *module.FindSymbol(entry->name), plan_options, ignored);
  if (plan && (*plan)->is_straight()) {
    estimator->schedule_.AddPlan(*plan);
    estimator->is_planned_ = true;
  }
  return estimator;
}

void CostEstimator::Listen(SessionOptions& options) {
  options.on_span = [this](int64_t process, const StepSpan& span) {
    schedule_.AddSpan(process, span);
  };
}

std::optional<CostReport> CostEstimator::Estimate(std::string& problem) {
  if (!schedule_.is_complete()) {
    problem = "the run communicates more than " + std::to_string(Schedule::kMaximumEvents) +
              " times, which is more than can be followed";
    return std::nullopt;
  }
  const auto topology = Topology::Make(machine_, grid().process_count(), problem);
  if (!topology) return std::nullopt;
  topology_ = topology->Name();
  chip_count_ = topology->chip_count();
  return PlayTimeline(schedule_, machine_, *topology, problem);
}

}  // namespace paddock
