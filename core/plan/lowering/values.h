// Values: the leaves that values are bound to, the types that they have in this run, and memory for
// results.
#ifndef PADDOCK_CORE_PLAN_LOWERING_VALUES_H_
#define PADDOCK_CORE_PLAN_LOWERING_VALUES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/ir/module.h"
#include "core/plan/lowering/draft.h"
#include "core/plan/lowering/emitter.h"
#include "core/plan/lowering/module_facts.h"
#include "core/plan/lowering/plan_diagnostics.h"
#include "core/types/leaf_types.h"
#include "core/types/type_context.h"

namespace paddock {

class Values {
 public:
  Values(const Module& module, const ModuleFacts& facts, Emitter& emitter,
         PlanDiagnostics& diagnostics);
  Values(const Values&) = delete;
  Values& operator=(const Values&) = delete;

  // --- Types.
  // Owns types made while planning, which live as long as the plan.
  TypeContext& types() { return types_; }
  // Returns the type of a value in this plan: open sizes have the sizes of this run.
  Type TypeOf(const Value& value) const {
    return value.id < real_types_.size() && real_types_[value.id] ? real_types_[value.id]
                                                                  : value.type;
  }
  // Sets the type that `value` has in this run.
  void SetType(const Value& value, Type type);
  // Returns the leaves of a type without their places. Returns nothing, after a diagnostic at
  // `span`, if its sizes are undetermined or too large.
  std::optional<std::vector<Leaf>> LeavesOf(Type type, Span span);
  // Returns the integers of a leaf if planning can read them; at most kMostKnown elements.
  static std::optional<std::vector<int64_t>> IntegersOf(const Leaf& leaf);
  // Returns the integer that all elements of a constant are.
  static std::optional<int64_t> IntegerOf(Leaf leaf);
  static constexpr int64_t kMostKnown = 1024;

  // --- Values by id. The module's come first, then those made while planning (composition.h).
  uint32_t NewValueId();
  // Makes room for ids below `value_count`.
  void Reserve(size_t value_count);
  size_t value_count() const { return bindings_.size(); }

  // --- Bindings. A tuple has several leaves, any other value one.
  void Bind(const Value& value, std::span<const Leaf> leaves);
  void Bind(const Value& value, const Leaf& leaf) { Bind(value, std::span(&leaf, 1)); }
  std::vector<Leaf> Leaves(const Value& value) const;
  Leaf Operand(const Operation& operation, size_t index) const;
  // Returns all leaves of the operands begin .. end.
  std::vector<Leaf> OperandLeaves(const Operation& operation, size_t begin, size_t end) const;
  // Binds the results of an operation that could not be lowered. Operations that use them are
  // skipped.
  void Poison(const Operation& operation);
  // Returns whether the value could not be lowered.
  bool IsPoisoned(const Value& value) const;
  // Returns whether an operand could not be lowered.
  bool IsPoisoned(const Operation& operation) const;

  // --- Memory. Allocates memory for a result of one leaf, and binds the result to it.
  Leaf Define(const Value& result);
  // Returns all elements of a splat that is a constant.
  Leaf Filled(const Leaf& splat);
  // Returns the constant whose equal elements the leaf has; null if they are not known.
  const Leaf* EqualElementsOf(const Leaf& leaf) const;
  // Records the location of leaf `part` of a value of the program, for debuggers.
  void Locate(const Value& value, uint32_t part, const Leaf& leaf);

  // --- Locations of deferred leaves, as the scheduler reports them (elementwise_scheduler.h). Sets
  // the memory of the nodes of element group `group`. Unused nodes have none.
  void SetGroupMemory(uint32_t group, std::vector<Leaf> memory);
  // Records that spread `spread` is computed as this node.
  void SetSpreadNode(uint32_t spread, const Leaf& node);
  // Returns the current location of the leaf.
  Leaf Resolved(Leaf leaf) const;
  // Returns false for a node of a closed group that no later operation was to use: it is not in
  // memory.
  bool IsKept(const Value& value) const;

 private:
  // Position of a value's leaves in leaves_, and their number.
  struct Binding {
    uint32_t first = 0;
    uint32_t count = 0;
    bool is_bound = false;
  };

  std::optional<std::vector<Leaf>> TupleLeavesOf(Type type, Span span);
  std::optional<std::vector<Leaf>> StoredLeafOf(Type type, Span span);
  void SetTypeFrom(const Value& value, const Leaf& leaf);
  // Returns a spread that became a node as that.
  Leaf AsNode(Leaf leaf) const;
  // Returns the memory of a node of a closed group; null for other leaves.
  const Leaf* FindGroupMemory(const Leaf& node) const;

  const Module& module_;
  const ModuleFacts& facts_;
  Emitter& emitter_;
  PlanDiagnostics& diagnostics_;
  TypeContext& types_;
  // By value id; null if the value has its declared type.
  std::vector<Type> real_types_;
  // By value id.
  std::vector<Binding> bindings_;
  std::vector<Leaf> leaves_;
  // By group: its memory by node; empty while the group is open.
  std::vector<std::vector<Leaf>> group_memory_;
  // By spread: its node; nothing while it is deferred.
  std::vector<std::optional<Leaf>> spread_nodes_;
  // Constants that are written out in full, with their memory.
  std::vector<std::pair<Leaf, Leaf>> filled_;
};

// Returns the element type that holds a value of the shape dialect's unranked types: a size, a
// witness.
std::optional<ElementType> ShapeElement(Type type);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_VALUES_H_
