#include "core/api/observe/trace.h"

#include <utility>

#include "core/plan/plan.h"

namespace paddock {

void Trace::Listen(SessionOptions& options) {
  options.on_span = [this](int64_t process, const StepSpan& span) { Add(process, span); };
  options.on_communication = [this](const Communication& event) { Add(event); };
}

void Trace::Add(int64_t process, const StepSpan& span) {
  const paddock::Step& step = span.plan->steps()[span.step];
  if (step.operation == nullptr || !span.has_worked) return;
  const std::lock_guard lock(mutex_);
  if (!HasRoom()) return;
  // A step that runs in several parts counts its work in the last part.
  const bool is_done = span.status == StepStatus::kDone;
  steps_.push_back({step.operation, process, span.begin, span.end, is_done ? step.bytes : 0,
                    is_done ? step.operations : 0, span.plan->live_bytes()[span.step]});
}

void Trace::Add(const Communication& event) {
  const std::lock_guard lock(mutex_);
  if (HasRoom()) Keep(event);
}

void Trace::Keep(const Communication& event) {
  const auto [group, is_new] = group_numbers_.try_emplace(
      std::vector<int64_t>(event.members.begin(), event.members.end()), groups_.size());
  if (is_new) groups_.push_back(&group->first);
  Talk talk{event, group->second};
  talk.event.members = *groups_[talk.group];
  talks_.push_back(std::move(talk));
}

}  // namespace paddock
