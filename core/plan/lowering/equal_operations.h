// EqualOperations: operations with the results of an earlier one, which are not computed again in
// level kFast. Programs contain many: a function that is called twice with the same arguments, the
// mask of each layer of a model.
#ifndef PADDOCK_CORE_PLAN_LOWERING_EQUAL_OPERATIONS_H_
#define PADDOCK_CORE_PLAN_LOWERING_EQUAL_OPERATIONS_H_

#include <span>
#include <unordered_map>

#include "core/ir/module.h"
#include "core/run/custom_call.h"

namespace paddock {

// Returns whether the operations have equal attributes.
bool HasSameAttributes(const Operation& a, const Operation& b);

class EqualOperations {
 public:
  EqualOperations() = default;
  // Finds them in the blocks of functions, loops and branches. Operations that move or compute each
  // element by itself are none: they are parts of the loops that read them.
  EqualOperations(const Module& module, const CustomCallRegistry* functions);

  // Returns the operation before `operation`, in its block, that has the same results; null if
  // there is none.
  const Operation* Before(const Operation& operation) const {
    const auto found = before_.find(&operation);
    return found == before_.end() ? nullptr : found->second;
  }
  // Returns the values that the operation needs: the results of the one before it, or its operands.
  std::span<Value* const> NeedsOf(const Operation& operation) const {
    const Operation* before = Before(operation);
    return before == nullptr ? operation.operands : before->results;
  }
  const std::unordered_map<const Operation*, const Operation*>& all() const { return before_; }

 private:
  friend class EqualSearch;

  std::unordered_map<const Operation*, const Operation*> before_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_EQUAL_OPERATIONS_H_
