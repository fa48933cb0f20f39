#include "core/plan/recent_plan.h"

#include <utility>

namespace paddock {

std::shared_ptr<const Plan> RecentPlan::Find(const Operation& function, const PlanOptions& options,
                                             std::span<const Tensor> inputs) const {
  std::shared_ptr<const Plan> kept = plan();
  const bool fits = kept != nullptr && &kept->function() == &function &&
                    kept->options() == options && kept->Takes(inputs);
  return fits ? kept : nullptr;
}

std::shared_ptr<const Plan> RecentPlan::plan() const {
  const std::scoped_lock lock(mutex_);
  return plan_;
}

void RecentPlan::Keep(std::shared_ptr<const Plan> plan) {
  if (plan != nullptr && plan->options().custom_calls != nullptr) return;
  const std::scoped_lock lock(mutex_);
  std::swap(plan_, plan);
}

}  // namespace paddock
