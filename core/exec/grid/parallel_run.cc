#include "core/exec/grid/parallel_run.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "core/exec/machine/staged_values.h"
#include "simd/movement/copy_kernels.h"

namespace paddock {
namespace {

// Returns the entry of an infeed operation with these types.
Result<Parcel> InfeedEntry(std::span<const Tensor> entries, int64_t index, const Site& site,
                           std::span<const Type> types, DiagnosticSink& sink) {
  if (index >= static_cast<int64_t>(entries.size())) {
    sink.Error("infeed", site.span,
               "entry " + std::to_string(index) + " of the infeed is read, but it has " +
                   std::to_string(entries.size()));
    return Failed();
  }
  const Tensor& entry = entries[static_cast<size_t>(index)];
  const Type type = types.size() == 1 ? types[0] : Type();
  const auto element = type ? type.stored_element_type() : std::optional<ElementType>();
  if (element == entry.element_type() && std::ranges::equal(type.shape(), entry.shape())) {
    return Parcel{entry};
  }
  sink.Error("infeed", site.span,
             "entry " + std::to_string(index) + " of the infeed is not of the type that is read");
  return Failed();
}

}  // namespace

bool ParallelRun::MakeInfeed(const MachineOptions& options, DiagnosticSink& sink) {
  for (const std::shared_ptr<const Plan>& plan : programs_.infeed) {
    MachineOptions own = options;
    own.link = nullptr;
    auto machine = Machine::Create(plan, {}, std::move(own), sink);
    if (!machine) return false;
    if ((*machine)->RunToEnd() != StopReason::kFinished) {
      for (const Diagnostic& diagnostic : (*machine)->diagnostics().diagnostics()) {
        sink.Report(diagnostic);
      }
      return false;
    }
    infeed_.push_back((*machine)->Results().front());
  }
  return true;
}

std::unique_ptr<NestedRun> ParallelRun::Start(const ParallelPrograms& programs,
                                              const StepContext& step,
                                              const MachineOptions& options, DiagnosticSink& sink) {
  std::unique_ptr<ParallelRun> run(new ParallelRun(programs));
  if (!run->MakeInfeed(options, sink)) return nullptr;
  const auto at = Bind<ParallelReferences>(step, programs);
  std::vector<std::vector<Tensor>> inputs;
  size_t input = 0;
  for (const std::shared_ptr<const Plan>& plan : programs.plans) {
    std::vector<Tensor>& own = inputs.emplace_back();
    for (const PlanValue& argument : plan->arguments()) {
      if (argument.is_token) continue;
      Tensor value = Tensor::Allocate(argument.element_type, argument.shape, options.memory);
      if (!value.has_value()) {
        sink.Error("memory", plan->function().name_span,
                   "the inputs need more memory than there is");
        return nullptr;
      }
      if (value.byte_size() != 0) {
        std::memcpy(value.mutable_data(), at.inputs[input], value.byte_size());
      }
      ++input;
      own.push_back(std::move(value));
    }
  }
  MachineGridOptions grid_options;
  grid_options.machine = options;
  grid_options.machine.breakpoints.clear();
  grid_options.machine.on_span = {};
  grid_options.threads = options.grid_threads;
  grid_options.infeed.read = [entries = run->infeed_](int64_t, int64_t index, const Site& site,
                                                      std::span<const Type> types,
                                                      DiagnosticSink& errors) {
    return InfeedEntry(entries, index, site, types, errors);
  };
  auto grid = MachineGrid::Create(programs.size, programs.plans, std::move(inputs),
                                  std::move(grid_options), sink);
  if (!grid) return nullptr;
  run->grid_ = *std::move(grid);
  return run;
}

StepStatus ParallelRun::Run(StepContext& context, DiagnosticSink& sink) {
  const int64_t before = grid_->progress().work_done;
  const StopReason reason = grid_->Run(std::max<int64_t>(context.budget, 1));
  context.budget -= grid_->progress().work_done - before;
  switch (reason) {
    case StopReason::kFinished:
      return GiveResults(context, sink) ? StepStatus::kDone : StepStatus::kFailed;
    case StopReason::kFailed:
      for (const Diagnostic& diagnostic : grid_->diagnostics().diagnostics()) {
        sink.Report(diagnostic);
      }
      return StepStatus::kFailed;
    default:
      context.position = 1;
      return StepStatus::kBudgetSpent;
  }
}

bool ParallelRun::GiveResults(StepContext& context, DiagnosticSink& sink) const {
  const auto at = Bind<ParallelReferences>(context, programs_);
  Parcel results;
  for (int64_t process = 0; process < programs_.size.process_count(); ++process) {
    for (Tensor& result : grid_->machine(process).Results()) {
      if (result.has_value()) results.push_back(std::move(result));
    }
  }
  if (programs_.gives_sizes) {
    StageWithSizes(std::move(results), at.sizes[0], *context.host);
    return true;
  }
  for (size_t i = 0; i < results.size(); ++i) {
    const Tensor& result = results[i];
    const ParallelPrograms::Given& expected = programs_.results[i];
    if (result.element_type() != expected.type ||
        !std::ranges::equal(result.shape(), expected.shape)) {
      sink.Error("run", context.operation->name_span,
                 "a program returns " + TensorTypeText(result.element_type(), result.shape()) +
                     " where " + TensorTypeText(expected.type, expected.shape) + " is expected");
      return false;
    }
    if (result.byte_size() == 0) continue;
    std::memcpy(at.results[i], result.data(), result.byte_size());
  }
  return true;
}

}  // namespace paddock
