// Lowering: translates operations to steps. Each operation has a Lower function in the file of its
// family, declared from the op table. Lowering composes the parts of planning, each with its own
// state; docs/decisions/lowering.md has the reasons.
#ifndef PADDOCK_CORE_PLAN_LOWERING_LOWERING_H_
#define PADDOCK_CORE_PLAN_LOWERING_LOWERING_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/ir/module.h"
#include "core/plan/lowering/continuations.h"
#include "core/plan/lowering/elementwise_scheduler.h"
#include "core/plan/lowering/emitter.h"
#include "core/plan/lowering/hoisted_operations.h"
#include "core/plan/lowering/known_reductions.h"
#include "core/plan/lowering/lower_table.h"
#include "core/plan/lowering/module_facts.h"
#include "core/plan/lowering/plan_diagnostics.h"
#include "core/plan/lowering/plan_knowledge.h"
#include "core/plan/lowering/planning_position.h"
#include "core/plan/lowering/values.h"
#include "core/plan/plan.h"

namespace paddock {

struct PackedOperand;

class Lowering {
 public:
  Lowering(const LowerTable& table, const Module& module, const Operation& planned,
           const PlanOptions& options, Arena& arena,
           std::vector<std::shared_ptr<const void>>& owned, PlanKnowledge& knowledge,
           DiagnosticSink& sink);

  // --- The parts, each built on the preceding ones.
  const ModuleFacts& facts() const { return facts_; }
  PlanDiagnostics& diagnostics() { return diagnostics_; }
  const PlanningPosition& position() const { return position_; }
  Emitter& emitter() { return emitter_; }
  const Emitter& emitter() const { return emitter_; }
  Values& values() { return values_; }
  const Values& values() const { return values_; }
  ElementwiseScheduler& elementwise() { return elementwise_; }
  Continuations& continuations() { return continuations_; }
  KnownReductions& known_reductions() { return known_reductions_; }
  HoistedOperations& hoisted() { return hoisted_; }

  // --- The planned module and the options.
  const Module& module() const { return module_; }
  const LowerTable& table() const { return table_; }
  const PlanOptions& options() const { return options_; }
  Level level() const { return options_.level; }
  simd::Numerics numerics() const { return options_.numerics; }
  GridSize grid() const { return options_.grid; }

  // --- The members of the parts that most Lower functions need.
  Type TypeOf(const Value& value) const { return values_.TypeOf(value); }
  Leaf Operand(const Operation& operation, size_t index) const {
    return values_.Operand(operation, index);
  }
  Leaf InMemory(const Leaf& leaf) { return elementwise_.InMemory(leaf); }
  Leaf Dense(const Leaf& leaf) { return elementwise_.Dense(leaf); }
  Leaf DenseOperand(const Operation& operation, size_t index) {
    return elementwise_.Dense(values_.Operand(operation, index));
  }
  Leaf Define(const Value& result) { return values_.Define(result); }
  Leaf NewLeaf(ElementType type, std::span<const int64_t> shape) {
    return emitter_.NewLeaf(type, shape);
  }
  void Bind(const Value& value, std::span<const Leaf> leaves) { values_.Bind(value, leaves); }
  void Bind(const Value& value, const Leaf& leaf) { values_.Bind(value, leaf); }
  void Alias(const Value& value, std::span<const Leaf> leaves) {
    elementwise_.Alias(value, leaves);
  }
  // Gives the results of an operation these leaves, in their order.
  void AliasResults(const Operation& operation, std::span<const Leaf> leaves);
  Arena& arena() { return emitter_.arena(); }
  template <class T>
  const T* Own(T value) {
    return emitter_.Own(std::move(value));
  }
  uint32_t Emit(const StepSpec& spec) { return emitter_.Emit(spec); }
  std::unexpected<Failure> NotImplemented(const Operation& operation, std::string message) {
    return diagnostics_.NotImplemented(operation, std::move(message));
  }
  std::unexpected<Failure> Malformed(const Operation& operation) {
    return diagnostics_.Malformed(operation);
  }
  std::unexpected<Failure> Fail(const Operation& operation, std::string_view code,
                                std::string message) {
    return diagnostics_.Fail(operation, code, std::move(message));
  }
  std::unexpected<Failure> FailRule(const Operation& operation, const ConstraintInfo& rule,
                                    std::string_view detail) {
    return diagnostics_.FailRule(operation, rule, detail);
  }
  std::unexpected<Failure> FailRule(const Operation& operation, Constraint rule,
                                    std::string_view detail) {
    return diagnostics_.FailRule(operation, Info(rule), detail);
  }

  // --- Blocks.
  // Lowers the operations of `block` with its arguments bound to `arguments`. Returns the leaves of
  // its terminator's operands, possibly still in groups.
  std::optional<std::vector<Leaf>> LowerBlock(Block& block, std::span<const Leaf> arguments);
  // Like LowerBlock, for a block that runs once and in place: planning can stop and resume in it
  // (core/plan/suspension.h).
  std::optional<std::vector<Leaf>> LowerInPlace(Block& block, std::span<const Leaf> arguments);
  // Like LowerBlock, for a body that is applied to elements and may be planned lazily instead
  // (core/plan/lowering/late_body.h).
  std::optional<std::vector<Leaf>> LowerBody(Block& body, std::span<const Leaf> arguments);
  // Lowers the body of a function called from `call`; recursion and depth are diagnostics.
  std::optional<std::vector<Leaf>> LowerCall(const Operation& call, const Operation& function,
                                             std::span<const Leaf> arguments);
  void LowerOperation(const Operation& operation);
  // Computes nothing: the operation that uses the results computes them for itself.
  Result<void> LeaveToUser(const Operation& operation) {
    BindNothing(operation);
    return {};
  }
  // Lowers `block` in place of `source`. The block uses only the operands of `source`.
  Result<void> LowerComposed(const Operation& source, Block& block);
  // Returns the leaves of the values that the block returns, which become no results.
  std::optional<std::vector<Leaf>> LowerPart(const Operation& source, Block& block);
  // Prepares for a plan of `body` alone, which may contain values made while planning.
  void SetBody(const Block& body, size_t value_count);

  // --- Operands packed before a loop (core/plan/products/packed_operand.h), by product.
  void KeepPacked(const Operation& operation, std::shared_ptr<const PackedOperand> packed) {
    packed_[&operation] = std::move(packed);
  }
  // Returns null if there is none.
  std::shared_ptr<const PackedOperand> FindPacked(const Operation& operation) const {
    const auto found = packed_.find(&operation);
    return found == packed_.end() ? nullptr : found->second;
  }

 private:
  bool BindArguments(const Block& block, std::span<const Leaf> arguments);
  std::optional<std::vector<Leaf>> LowerOperations(Block& block, std::span<const Leaf> arguments);
  void BindEqual(const Operation& operation, const Operation& before);
  void BindHoisted(const Operation& operation, std::span<const Leaf> leaves);
  void LowerUnneeded(const Operation& operation);
  void BindNothing(const Operation& operation);
  void LowerNeeded(const Operation& operation);
  Result<void> LowerWithTypes(const Operation& operation, LowerFunction lower);

  const LowerTable& table_;
  const Module& module_;
  const PlanOptions& options_;
  ModuleFacts facts_;
  PlanDiagnostics diagnostics_;
  PlanningPosition position_;
  Emitter emitter_;
  Values values_;
  ElementwiseScheduler elementwise_;
  Continuations continuations_;
  KnownReductions known_reductions_{position_};
  HoistedOperations hoisted_;
  std::vector<const Operation*> call_stack_;
  uint64_t lowered_operations_ = 0;
  std::map<const Operation*, std::shared_ptr<const PackedOperand>> packed_;
};

#define PADDOCK_HANDLER(name) Result<void> name(Lowering& lowering, const Operation& operation);
#include "dialect/lower_handlers.inc"
#undef PADDOCK_HANDLER

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_LOWERING_H_
