#include "core/cost/schedule.h"

#include <string_view>

#include "core/ir/operation.h"
#include "core/plan/plan.h"
#include "core/plan/traffic.h"
#include "core/types/type.h"

namespace paddock {
namespace {

// Returns whether the operation's own work counts as communication, because a chip does it while
// the bytes arrive.
bool IsPartOfCommunication(const Operation& operation) {
  return (operation.info != nullptr && operation.info->has(kCollective)) ||
         operation.is(OpKind::kStablehloAsyncStart) || operation.is(OpKind::kStablehloAsyncDone);
}

// Returns the element type that an operation computes on, which is its first operand's.
std::string_view ElementTypeOf(const Operation& operation) {
  for (const Value* operand : operation.operands) {
    if (!operand->type.is_tensor()) continue;
    const auto element = operand->type.stored_element_type();
    if (element) return Spelling(*element);
  }
  return {};
}

}  // namespace

const ProcessSchedule& Schedule::OfProcess(int64_t process) const {
  static const ProcessSchedule kNothing;
  const auto index = processes_.size() == 1 ? 0 : static_cast<size_t>(process);
  return index < processes_.size() ? processes_[index] : kNothing;
}

void Schedule::Add(ProcessSchedule& schedule, const Step& step) {
  if (step.operation == nullptr) return;
  if (!IsPartOfCommunication(*step.operation) && step.traffic == nullptr) {
    const double seconds =
        machine_.ComputeSeconds(step.operations, step.bytes, ElementTypeOf(*step.operation));
    schedule.seconds_after += seconds;
    schedule.compute_seconds += seconds;
    schedule.operations += step.operations;
    schedule.bytes += step.bytes;
  }
  if (step.traffic == nullptr || step.traffic->role == TrafficRole::kOutside) return;
  if (++event_count_ > kMaximumEvents) return;
  const auto [number, is_new] =
      numbers_.try_emplace(step.traffic, static_cast<uint32_t>(traffic_.size()));
  if (is_new) traffic_.push_back(step.traffic);
  schedule.events.push_back({schedule.seconds_after, number->second});
  schedule.seconds_after = 0;
}

void Schedule::AddPlan(const std::shared_ptr<const Plan>& plan) {
  plans_.insert(plan);
  processes_.resize(1);
  for (const Step& step : plan->steps()) Add(processes_[0], step);
}

void Schedule::AddSpan(int64_t process, const StepSpan& span) {
  if (span.status != StepStatus::kDone) return;
  const std::lock_guard lock(mutex_);
  if (span.plan.get() != last_plan_) {
    plans_.insert(span.plan);
    last_plan_ = span.plan.get();
  }
  // A vector of size one would apply to all processes.
  const auto index = static_cast<size_t>(process);
  if (processes_.size() <= index + 1) processes_.resize(index + 2);
  Add(processes_[index], span.plan->steps()[span.step]);
}

}  // namespace paddock
