// Machine: late bodies. Each has a machine of its own, which restarts for every application, and
// keeps its memory and its continuations.
#include <algorithm>
#include <cstring>

#include "core/exec/machine/machine_state.h"
#include "core/exec/machine/staged_values.h"
#include "core/plan/lowering/late_body.h"

namespace paddock {
namespace {

// Returns options with the stops and listeners of the outer machine.
MachineOptions OptionsOfBody(const MachineOptions& options, ProcessLink& link) {
  MachineOptions own;
  own.memory = options.memory;
  own.pool = options.pool;
  own.start_nested_run = options.start_nested_run;
  own.grid_threads = options.grid_threads;
  own.on_print = options.on_print;
  own.link = &link;
  return own;
}

// Returns the inputs of the step, which nothing writes while the body runs.
std::vector<Tensor> InputsOfBody(const Plan& plan, std::span<const std::byte* const> inputs) {
  std::vector<Tensor> values;
  for (const PlanValue& argument : plan.arguments()) {
    if (argument.is_token) continue;
    values.push_back(ViewOf(argument.element_type, argument.shape, inputs[values.size()]));
  }
  return values;
}

}  // namespace

bool Machine::State::StartBody(const LateBody& body, const StepContext& step,
                               std::unique_ptr<Machine>& machine) {
  std::vector<Tensor> inputs =
      InputsOfBody(*body.plan, Bind<LateBodyReferences>(step, body).inputs);
  if (machine == nullptr) {
    MachineOptions own = OptionsOfBody(options, FindLink());
    own.on_probe = [this](const Operation& operation, std::string_view id, int64_t,
                          const Tensor& value) { Probe(operation, id, value); };
    auto made = Create(body.plan, std::move(inputs), std::move(own), sink);
    if (!made) return false;
    machine = *std::move(made);
  } else if (!machine->Restart(std::move(inputs), sink)) {
    return false;
  }
  machine->state_->draw_count = draw_count;
  machine->state_->work_done = work_done + run_budget - step.budget;
  return true;
}

bool Machine::State::FinishBody(const LateBody& body, const StepContext& step,
                                const Machine& machine) {
  std::vector<Tensor> results = machine.Results();
  const auto at = Bind<LateBodyReferences>(step, body);
  if (body.gives_sizes) {
    StageWithSizes(std::move(results), at.sizes[0], *this);
    return true;
  }
  for (size_t i = 0; i < results.size(); ++i) {
    const LateBody::Returned& expected = body.returned[i];
    const Tensor& result = results[i];
    if (result.element_type() != expected.type ||
        !std::ranges::equal(result.shape(), expected.shape)) {
      sink.Error("run", step.operation->name_span,
                 "the body returns " + TensorTypeText(result.element_type(), result.shape()) +
                     " where it should return " + TensorTypeText(expected.type, expected.shape));
      return false;
    }
    if (result.byte_size() != 0) std::memcpy(at.results[i], result.data(), result.byte_size());
  }
  return true;
}

StepStatus Machine::State::RunBody(const LateBody& body, StepContext& step) {
  std::unique_ptr<Machine>& machine = bodies[&body];
  if (step.position == 0 && !StartBody(body, step, machine)) return StepStatus::kFailed;
  const State& inner = *machine->state_;
  const int64_t before = inner.work_done;
  const StopReason reason = machine->Run(std::max<int64_t>(step.budget, 1));
  step.budget -= inner.work_done - before;
  draw_count = inner.draw_count;
  has_traffic |= inner.has_traffic;
  switch (reason) {
    case StopReason::kFinished:
      past_counts += machine->counts();
      return FinishBody(body, step, *machine) ? StepStatus::kDone : StepStatus::kFailed;
    case StopReason::kFailed:
      for (const Diagnostic& diagnostic : machine->diagnostics().diagnostics()) {
        sink.Report(diagnostic);
      }
      return StepStatus::kFailed;
    case StopReason::kBlocked:
      step.position = 1;
      return StepStatus::kBlocked;
    default:
      step.position = 1;
      return StepStatus::kBudgetSpent;
  }
}

}  // namespace paddock
