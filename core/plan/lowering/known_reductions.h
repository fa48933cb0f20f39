// Reductions whose results are in memory: an equal one takes the result instead of a second pass
// over the operand. jnp.mean and jnp.var of one array, for example, both contain its sum.
#ifndef PADDOCK_CORE_PLAN_LOWERING_KNOWN_REDUCTIONS_H_
#define PADDOCK_CORE_PLAN_LOWERING_KNOWN_REDUCTIONS_H_

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "core/plan/lowering/draft.h"
#include "core/plan/lowering/planning_position.h"
#include "simd/reduce/monoid.h"

namespace paddock {

class KnownReductions {
 public:
  // A reduction of leaves in memory.
  struct Reduction {
    Leaf operand, init;
    const simd::MonoidKernels* kernels = nullptr;
    std::vector<int64_t> dimensions;
  };

  explicit KnownReductions(const PlanningPosition& position) : position_(position) {}

  void Add(Reduction reduction, const Leaf& result) {
    Forget();
    known_.emplace_back(std::move(reduction), result);
  }
  // Returns the result of an equal reduction that has run whenever planning is at this position.
  std::optional<Leaf> Find(const Reduction& reduction) {
    Forget();
    const auto found = std::ranges::find_if(
        known_, [&](const auto& known) { return AreEqual(known.first, reduction); });
    return found == known_.end() ? std::optional<Leaf>() : found->second;
  }

 private:
  // Steps of a branch or a loop that has ended may not have run.
  void Forget() {
    if (left_ != position_.left_fixed()) known_.clear();
    left_ = position_.left_fixed();
  }
  static bool IsSameElement(const Leaf& a, const Leaf& b) {
    if (IsSameMemory(a, b)) return true;
    const bool are_constants =
        a.where == Leaf::Where::kConstant && b.where == Leaf::Where::kConstant;
    return are_constants && std::memcmp(a.address, b.address, a.element_bytes()) == 0;
  }
  static bool AreEqual(const Reduction& a, const Reduction& b) {
    return a.kernels == b.kernels && a.dimensions == b.dimensions &&
           IsSameMemory(a.operand, b.operand) && a.operand.is_splat == b.operand.is_splat &&
           std::ranges::equal(a.operand.shape, b.operand.shape) && IsSameElement(a.init, b.init);
  }

  const PlanningPosition& position_;
  uint64_t left_ = 0;
  std::vector<std::pair<Reduction, Leaf>> known_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_KNOWN_REDUCTIONS_H_
