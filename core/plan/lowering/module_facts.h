// ModuleFacts: properties of the whole module that planning needs: uses of values, dead code, open
// sizes, communication.
#ifndef PADDOCK_CORE_PLAN_LOWERING_MODULE_FACTS_H_
#define PADDOCK_CORE_PLAN_LOWERING_MODULE_FACTS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/ir/module.h"
#include "core/plan/lowering/dead_values.h"
#include "core/plan/lowering/equal_operations.h"
#include "core/plan/lowering/unneeded.h"
#include "core/plan/plan.h"

namespace paddock {

class ModuleFacts {
 public:
  // `planned`: the function that is planned.
  ModuleFacts(const Module& module, const Operation& planned, const PlanOptions& options);

  // Adds a block of values made while planning; their ids are below `value_count`.
  void Add(const Block& block, size_t value_count);

  // Returns the number of uses of a value in the whole module.
  uint32_t UseCount(const Value& value) const {
    return value.id < use_counts_.size() ? use_counts_[value.id] : 0;
  }
  // Returns the only operation that uses the only result, if it follows soon; else null.
  const Operation* NextUser(const Operation& operation) const;
  // Returns whether the operation is of a family whose steps are computed with their neighbours.
  static bool IsOfFusedFamily(const Operation& operation);
  // Returns whether only dot_general and dot use the value. They read an operand through strides.
  bool IsReadByProductsOnly(const Value& value) const {
    return value.id < readers_.size() && !readers_[value.id].are_not_products;
  }
  // Returns whether only these and slices use the result of a transpose, and reductions that meet
  // the elements in the order in which the transpose's operand has them.
  bool IsReadThroughStrides(const Value& value) const {
    return value.id < readers_.size() && !readers_[value.id].need_order;
  }
  // Returns whether only slices use the value, which together have at most `count` elements.
  bool IsReadBySlicesOnly(const Value& value, int64_t count) const;
  // Returns whether `operation` is outermost dead code.
  bool IsUnneeded(const Operation& operation) const { return unneeded_.contains(&operation); }
  // Returns whether the operation is dead code whose values cannot be inspected either.
  bool IsLeftOut(const Operation& operation) const {
    return level_ == Level::kFast && IsUnneeded(operation);
  }
  // Operations that are not computed again. None at level kFaithful.
  const EqualOperations& equal() const { return equal_; }
  // Returns whether the result of a while, an if or a case is not computed at level kFast.
  bool IsDead(const Value& value) const { return value.id < dead_.size() && dead_[value.id]; }
  // Returns whether a type of the module leaves a size open.
  bool is_dynamic() const { return is_dynamic_; }
  // Returns whether the module has asynchronous operations, whose results are taken later.
  bool has_async() const { return has_async_; }
  // Channels on which the module receives from the host.
  std::span<const int64_t> host_channels() const { return host_channels_; }

 private:
  // The operations that use a value.
  struct Readers {
    // Whether one is neither dot_general nor dot.
    bool are_not_products = false;
    bool are_not_slices = false;
    // Whether one needs the elements of a transpose in their order.
    bool need_order = false;
    std::vector<const Operation*> slices;

    void Add(const Readers& others);
  };

  void Visit(const Block& block);
  void VisitOperation(const Operation& operation);
  void VisitType(const Value& value);
  void NoteReader(const Operation& reader, const Value& value);

  Level level_;
  EqualOperations equal_;
  UnneededOperations unneeded_;
  // Empty at level kFaithful.
  DeadValues dead_;
  std::vector<uint32_t> use_counts_;
  std::vector<Readers> readers_;  // by value id
  bool is_dynamic_ = false;
  bool has_async_ = false;
  std::vector<int64_t> host_channels_;
};

// Returns whether the program leaves a size of `type` open.
bool IsOpen(Type type);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_MODULE_FACTS_H_
