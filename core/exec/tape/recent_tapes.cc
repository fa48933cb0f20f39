#include "core/exec/tape/recent_tapes.h"

#include <algorithm>
#include <utility>

namespace paddock {
namespace {

// A grid's processes have one each.
constexpr size_t kMostRecent = 16;

}  // namespace

// Never destroyed: machines of other threads may outlive static objects.
RecentTapes& RecentTapes::OfProcess() {
  static RecentTapes& tapes = *new RecentTapes(kMostRecent);
  return tapes;
}

std::unique_ptr<BoundTape> RecentTapes::Take(const std::shared_ptr<const TapePlan>& plan,
                                             const TapeMemory& memory) {
  const std::scoped_lock lock(mutex_);
  const auto found = std::ranges::find_if(kept_, [&](const Kept& one) {
    return !one.plan.owner_before(plan) && !plan.owner_before(one.plan) &&
           one.tape->IsBoundTo(memory);
  });
  if (found == kept_.end()) return nullptr;
  std::unique_ptr<BoundTape> tape = std::move(found->tape);
  kept_.erase(found);
  tape->Resume(plan, memory.host);
  return tape;
}

void RecentTapes::Keep(std::unique_ptr<BoundTape> tape) {
  std::weak_ptr<const TapePlan> plan = tape->plan();
  // A kept tape does not keep its plan.
  tape->Rest();
  const std::scoped_lock lock(mutex_);
  std::erase_if(kept_, [](const Kept& one) { return one.plan.expired(); });
  kept_.push_back({std::move(plan), std::move(tape)});
  if (kept_.size() > capacity_) kept_.pop_front();
}

}  // namespace paddock
