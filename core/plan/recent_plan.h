// RecentPlan: the plan of a program's last session. A program that runs again with the same options
// and sizes is not planned again.
#ifndef PADDOCK_CORE_PLAN_RECENT_PLAN_H_
#define PADDOCK_CORE_PLAN_RECENT_PLAN_H_

#include <memory>
#include <mutex>
#include <span>

#include "core/plan/plan.h"
#include "core/tensor/tensor.h"

namespace paddock {

// Sessions of several threads may share it.
class RecentPlan {
 public:
  // Returns the plan if it is of this function, with these options, and takes the inputs; else
  // null.
  std::shared_ptr<const Plan> Find(const Operation& function, const PlanOptions& options,
                                   std::span<const Tensor> inputs) const;
  // Keeps the plan instead of the one before it. A plan with functions of custom calls is not kept,
  // because they may hold anything.
  void Keep(std::shared_ptr<const Plan> plan);
  void Release() { Keep(nullptr); }
  // Returns null if no plan is kept.
  std::shared_ptr<const Plan> plan() const;

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const Plan> plan_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_RECENT_PLAN_H_
