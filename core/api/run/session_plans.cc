#include "core/api/run/session_plans.h"

#include <string>
#include <utility>

#include "core/api/run/expectations.h"
#include "core/api/run/grid_inputs.h"
#include "core/ir/module.h"
#include "core/plan/planner/make_plan.h"

namespace paddock {

Result<std::vector<std::shared_ptr<const Plan>>> MakePlans(
    const Module& module, const Operation& function, const PlanOptions& options,
    std::span<const std::vector<Tensor>> inputs, std::shared_ptr<const Plan> known,
    DiagnosticSink& sink) {
  std::vector<std::shared_ptr<const Plan>> plans;
  for (const std::vector<Tensor>& process : inputs) {
    if (known != nullptr && known->Takes(process)) {
      plans.push_back(known);
      continue;
    }
    auto plan = MakePlan(module, function, options, sink, process);
    if (!plan) return Failed();
    if (known == nullptr) known = *plan;
    plans.push_back(*std::move(plan));
  }
  return plans;
}

PlanOptions PlanOptionsFor(const Program& program, const FunctionInfo& entry,
                           const SessionOptions& options, GridSize size) {
  PlanOptions plan;
  // Expected inner values must be kept, which does not change bits.
  const bool keeps_values = ExpectsInnerValues(program, entry);
  plan.level = keeps_values ? Level::kFaithful : options.level;
  plan.numerics = options.numerics;
  plan.seed = options.seed;
  plan.memory_limit = options.memory_bytes;
  plan.grid = size;
  plan.custom_calls = options.custom_calls;
  plan.fft_tables = program.fft_tables();
  return plan;
}

const FunctionInfo* FindRunnable(const Program& program, const SessionOptions& options,
                                 DiagnosticSink& sink) {
  if (program.has_errors()) {
    sink.Error("run", Span(), "a program with errors cannot run");
    return nullptr;
  }
  std::string problem;
  const FunctionInfo* entry = program.FindEntry(options.entry, problem);
  if (entry == nullptr) sink.Error("run", Span(), problem);
  return entry;
}

std::shared_ptr<const Plan> PlanRun(const Program& program, const SessionOptions& options,
                                    std::vector<Diagnostic>& diagnostics) {
  DiagnosticSink sink;
  std::shared_ptr<const Plan> made;
  if (const FunctionInfo* entry = FindRunnable(program, options, sink)) {
    if (const auto size = ChooseGrid(program, options.grid, sink)) {
      const Module& module = program.module();
      const auto plan = MakePlan(module, *module.FindSymbol(entry->name),
                                 PlanOptionsFor(program, *entry, options, *size), sink);
      if (plan) made = *plan;
    }
  }
  for (Diagnostic& diagnostic : sink.Take()) diagnostics.push_back(std::move(diagnostic));
  return made;
}

int64_t EstimatedWork(const Plan& plan) { return plan.estimated_work(); }
uint64_t PeakBytes(const Plan& plan) { return plan.peak_bytes(); }

}  // namespace paddock
