// HoistedOperations: operations of loops that were lowered before the loop, because their operands
// are loop-invariant (core/plan/ops/loop_invariants.h).
#ifndef PADDOCK_CORE_PLAN_LOWERING_HOISTED_OPERATIONS_H_
#define PADDOCK_CORE_PLAN_LOWERING_HOISTED_OPERATIONS_H_

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/ir/operation.h"
#include "core/plan/lowering/draft.h"

namespace paddock {

class HoistedOperations {
 public:
  // A loop, or a call inside one: two calls of a function can have different invariant operands.
  using Scope = uint32_t;
  static constexpr Scope kNoScope = 0;

  // --- Recording. `leaves`: of each result; without a place if only hoisted operations use it.
  Scope NewScope() { return ++last_scope_; }
  void AddCall(Scope scope, const Operation& call, Scope callee) {
    callees_[{scope, &call}] = callee;
  }
  void Add(Scope scope, const Operation& operation, std::vector<Leaf> leaves) {
    leaves_[{scope, &operation}] = std::move(leaves);
  }

  // --- The scope that is being lowered. Both functions return the previous one.
  Scope Enter(Scope scope) { return std::exchange(scope_, scope); }
  Scope EnterCall(const Operation& call) {
    const auto found = callees_.find({scope_, &call});
    return Enter(found == callees_.end() ? kNoScope : found->second);
  }
  // Returns the leaves of the results of a hoisted operation; null for any other one.
  const std::vector<Leaf>* Find(const Operation& operation) const {
    if (scope_ == kNoScope) return nullptr;
    const auto found = leaves_.find({scope_, &operation});
    return found == leaves_.end() ? nullptr : &found->second;
  }

 private:
  Scope last_scope_ = kNoScope;
  Scope scope_ = kNoScope;
  std::map<std::pair<Scope, const Operation*>, Scope> callees_;
  std::map<std::pair<Scope, const Operation*>, std::vector<Leaf>> leaves_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_HOISTED_OPERATIONS_H_
