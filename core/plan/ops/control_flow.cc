// Lowering of control flow. Regions become ranges of the flat list of steps with jumps between
// them.
//
//   while                     if, case
//     move  init -> carried     branch -> branch k
//   c: cond                   k: branch k
//     branch unless -> e        move  its results -> results
//     body                      jump -> e
//     move  next -> carried     ...
//     jump -> c               e:
//   e:
#include <algorithm>
#include <string>

#include "core/plan/control_steps.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/ops/loop_invariants.h"
#include "core/plan/products/packed_operand.h"
#include "simd/movement/index_value.h"

namespace paddock {
namespace {

// Emits the branch; JumpTo sets its jumps later.
BranchParameters* EmitBranch(Emitter& emitter, const Operation& operation, const Leaf& index,
                             bool is_predicate, size_t count) {
  auto* parameters = emitter.arena().Make<BranchParameters>();
  emitter.MarkBranches();
  parameters->is_predicate = is_predicate;
  parameters->jumps = emitter.arena().MakeArray<int32_t>(count);
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &BranchStep;
  spec.parameters = parameters;
  SetReferences(spec, BranchReferences<Planning>{.index = index});
  emitter.Emit(spec);
  return parameters;
}

// A jump is relative to the step that follows the jumping one.
int32_t JumpFrom(uint32_t step, uint32_t target) {
  return static_cast<int32_t>(target) - static_cast<int32_t>(step + 1);
}

std::vector<Leaf> NewLeavesLike(Emitter& emitter, std::span<const Leaf> leaves) {
  std::vector<Leaf> result;
  for (const Leaf& leaf : leaves) {
    result.push_back(leaf.is_token ? leaf : emitter.NewLeaf(leaf.type, leaf.shape));
  }
  return result;
}

bool HasSameShape(const Leaf& a, const Leaf& b) { return std::ranges::equal(a.shape, b.shape); }

// --- while

// Plans one loop; each carried value is a leaf of the operands.
class WhileLowering {
 public:
  WhileLowering(Lowering& lowering, const Operation& operation)
      : lowering_(lowering), operation_(operation) {}

  Result<void> Run() {
    Block* cond = operation_.regions[0]->only_block();
    Block* body = operation_.regions[1]->only_block();
    if (cond == nullptr || body == nullptr || body->last == nullptr) {
      return lowering_.Malformed(operation_);
    }
    if (lowering_.continuations().IsLate(operation_)) return RunLate(*cond, *body);
    lowering_.elementwise().FlushAll();
    MakeCarried(*body);
    const Block* const blocks[] = {cond, body};
    const auto scope = HoistInvariants(lowering_, blocks, carried_, is_carried_);
    if (lowering_.diagnostics().has_failed()) return Failed();
    const auto outer = lowering_.hoisted().Enter(scope);
    const Result<void> made = Plan(*cond, *body);
    lowering_.hoisted().Enter(outer);
    return made;
  }

 private:
  Result<void> Plan(Block& cond, Block& body) {
    // Each time that this step runs, the loop's results are written when the loop ends.
    const uint32_t enter_step = lowering_.emitter().next_step();
    EnterLoop();
    PackInvariantOperands(lowering_, body,
                          [&](const Value& value) { return Invariant(body, value); });
    const uint32_t begin = lowering_.emitter().next_step();
    const auto predicate = lowering_.LowerBlock(cond, carried_);
    if (!predicate || predicate->size() != 1) return Failed();
    const Leaf decision = lowering_.InMemory(predicate->front());
    lowering_.elementwise().FlushAll();
    const uint32_t branch_step = lowering_.emitter().next_step();
    BranchParameters* branch = EmitBranch(lowering_.emitter(), operation_, decision, true, 2);
    const auto next = lowering_.LowerBlock(body, carried_);
    if (!next || next->size() != carried_.size()) return Failed();
    for (size_t i = 0; i < carried_.size(); ++i) {
      if (IsDead(i)) {
        lowering_.elementwise().DoWithout((*next)[i]);
      } else if (!HasSameShape(carried_[i], (*next)[i])) {
        return lowering_.continuations().MakeLate(operation_);
      }
    }
    lowering_.elementwise().FlushAll();
    RepeatLoop(begin, *next);
    branch->jumps[0] = JumpFrom(branch_step, lowering_.emitter().next_step());
    branch->jumps[1] = 0;
    std::vector<Leaf> made;
    for (size_t i = 0; i < carried_.size(); ++i) {
      if (is_carried_[i]) made.push_back(carried_[i]);
    }
    lowering_.emitter().SetWriter(made, enter_step);
    lowering_.AliasResults(operation_, carried_);
    return {};
  }

  // Unrolls iterations in place; each starts when its condition is known.
  Result<void> RunLate(Block& cond, Block& body) {
    const bool resumes_in_body = lowering_.continuations().ResumesIn(body);
    std::vector<Leaf> carried;
    if (lowering_.continuations().ResumesIn(cond)) {
      for (const Value* argument : cond.arguments) {
        const std::vector<Leaf> leaves = lowering_.values().Leaves(*argument);
        carried.insert(carried.end(), leaves.begin(), leaves.end());
      }
    } else if (!resumes_in_body) {
      carried = lowering_.values().OperandLeaves(operation_, 0, operation_.operands.size());
    }
    for (int planned = 0;; ++planned) {
      // Values that every iteration uses are in memory before the first one.
      for (Leaf& leaf : carried) leaf = lowering_.InMemory(leaf);
      lowering_.elementwise().FlushAll();
      if (planned != 0 || !resumes_in_body) {
        const bool is_decided = lowering_.continuations().ResumesIn(cond);
        const auto predicate = lowering_.LowerInPlace(cond, carried);
        if (!predicate || predicate->size() != 1) return Failed();
        const auto known = Values::IntegersOf(predicate->front());
        if (!known || (planned >= kMostUnrolled && !is_decided)) {
          return lowering_.continuations().SuspendAtEnd(cond);
        }
        if (known->front() == 0) break;
      }
      auto next = lowering_.LowerInPlace(body, carried);
      if (!next) return Failed();
      carried = *std::move(next);
    }
    lowering_.AliasResults(operation_, carried);
    return {};
  }

  // Limit for unrolling iterations whose conditions are known while planning.
  static constexpr int kMostUnrolled = 8;

  bool IsDead(size_t i) const {
    return !kHasChainModules && i < operation_.results.size() &&
           lowering_.facts().IsDead(*operation_.results[i]);
  }

  Leaf Initial(size_t i) {
    const Leaf operand = lowering_.Operand(operation_, i);
    if (!IsDead(i)) return lowering_.InMemory(operand);
    lowering_.elementwise().DoWithout(operand);
    return Nothing();
  }

  // A value that the body returns unchanged is not carried.
  void MakeCarried(const Block& body) {
    for (size_t i = 0; i < operation_.operands.size(); ++i) {
      const Leaf initial = Initial(i);
      initial_.push_back(initial);
      const bool is_invariant = i < body.last->operands.size() && i < body.arguments.size() &&
                                body.last->operands[i] == body.arguments[i];
      is_carried_.push_back(!initial.is_token && !is_invariant);
      carried_.push_back(is_carried_.back() ? lowering_.NewLeaf(initial.type, initial.shape)
                                            : initial);
    }
  }

  void EnterLoop() {
    std::vector<Leaf> sources, targets;
    for (size_t i = 0; i < carried_.size(); ++i) {
      if (!is_carried_[i]) continue;
      sources.push_back(initial_[i]);
      targets.push_back(carried_[i]);
    }
    if (!sources.empty()) lowering_.emitter().EmitMove(&operation_, sources, targets, 0, false);
  }

  // Returns the leaf of a loop-invariant value; nothing if `body` computes it.
  std::optional<Leaf> Invariant(const Block& body, const Value& value) const {
    const auto found = std::ranges::find(body.arguments, &value);
    if (found != body.arguments.end()) {
      const auto i = static_cast<size_t>(found - body.arguments.begin());
      if (i >= carried_.size()) return std::nullopt;
      if (is_carried_[i] || carried_[i].is_token) return std::nullopt;
      return carried_[i];
    }
    const std::vector<Leaf> leaves = lowering_.values().Leaves(value);
    if (leaves.size() != 1) return std::nullopt;
    return lowering_.InMemory(leaves.front());
  }

  bool IsOtherTarget(const Leaf& source, size_t index) const {
    if (source.where != Leaf::Where::kSlot) return false;
    for (size_t i = 0; i < carried_.size(); ++i) {
      if (i != index && is_carried_[i] && carried_[i].index == source.index) return true;
    }
    return false;
  }

  // Moves the next values to the carried ones, and jumps back. If a move would overwrite a value
  // that a later move reads, that value is copied to other memory first.
  void RepeatLoop(uint32_t begin, std::span<const Leaf> next) {
    std::vector<Leaf> sources, targets, crossing, aside;
    for (size_t i = 0; i < carried_.size(); ++i) {
      if (!is_carried_[i]) continue;
      Leaf source = lowering_.InMemory(next[i]);
      if (IsOtherTarget(source, i)) {
        crossing.push_back(source);
        source = lowering_.NewLeaf(source.type, source.shape);
        aside.push_back(source);
      }
      sources.push_back(source);
      targets.push_back(carried_[i]);
    }
    if (!crossing.empty()) {
      lowering_.emitter().EmitMove(&operation_, crossing, aside, lowering_.emitter().next_step(),
                                   false);
    }
    const uint32_t last = lowering_.emitter().next_step();
    MoveParameters* move = lowering_.emitter().EmitMove(&operation_, sources, targets, begin, true);
    move->jump = JumpFrom(last, begin);
    lowering_.emitter().AddLoop(begin, last);
  }

  Lowering& lowering_;
  const Operation& operation_;
  std::vector<Leaf> initial_;
  std::vector<Leaf> carried_;
  std::vector<bool> is_carried_;
};

// --- if, case

// Plans the chosen branch in place once the index is known. If planning resumes in a branch, that
// is the chosen one.
Result<void> LowerChosenBranch(Lowering& lowering, const Operation& operation,
                               std::span<const size_t> order) {
  Block* chosen = nullptr;
  for (Region* region : operation.regions) {
    if (lowering.continuations().ResumesIn(*region->only_block())) chosen = region->only_block();
  }
  if (chosen == nullptr) {
    const auto known = Values::IntegersOf(lowering.Operand(operation, 0));
    if (!known) return lowering.continuations().Suspend(operation, operation.operands);
    const auto count = static_cast<int64_t>(order.size());
    const int64_t index =
        known->front() < 0 || known->front() >= count ? count - 1 : known->front();
    chosen = operation.regions[order[static_cast<size_t>(index)]]->only_block();
  }
  const auto leaves = lowering.LowerInPlace(*chosen, {});
  if (!leaves) return Failed();
  lowering.AliasResults(operation, *leaves);
  return {};
}

// The dead results of a branch have no memory.
void DropDead(Lowering& lowering, const Operation& operation, std::vector<Leaf>& leaves) {
  // A tuple, which has several leaves, is not dead.
  if (kHasChainModules || leaves.size() != operation.results.size()) return;
  for (size_t i = 0; i < leaves.size(); ++i) {
    if (!lowering.facts().IsDead(*operation.results[i])) continue;
    lowering.elementwise().DoWithout(leaves[i]);
    leaves[i] = Nothing();
  }
}

// `order`: the target region of each jump of the branch.
Result<void> LowerBranches(Lowering& lowering, const Operation& operation, bool is_predicate,
                           std::span<const size_t> order) {
  for (const Region* region : operation.regions) {
    if (region->only_block() == nullptr) return lowering.Malformed(operation);
  }
  if (lowering.continuations().IsLate(operation)) {
    return LowerChosenBranch(lowering, operation, order);
  }
  lowering.elementwise().FlushAll();
  const Leaf index = lowering.DenseOperand(operation, 0);
  std::vector<Leaf> results;
  const uint32_t branch_step = lowering.emitter().next_step();
  BranchParameters* branch =
      EmitBranch(lowering.emitter(), operation, index, is_predicate, order.size());
  std::vector<std::pair<uint32_t, MoveParameters*>> ends;
  std::vector<int32_t> jump_of_region(operation.regions.size());
  for (size_t i = 0; i < operation.regions.size(); ++i) {
    const uint32_t begin = lowering.emitter().next_step();
    jump_of_region[i] = JumpFrom(branch_step, begin);
    auto leaves = lowering.LowerBlock(*operation.regions[i]->only_block(), {});
    if (!leaves) return Failed();
    DropDead(lowering, operation, *leaves);
    lowering.elementwise().FlushAll();
    if (i == 0) results = NewLeavesLike(lowering.emitter(), *leaves);
    if (leaves->size() != results.size()) return Failed();
    std::vector<Leaf> sources, targets;
    for (size_t k = 0; k < results.size(); ++k) {
      if (results[k].is_token) continue;
      if (!HasSameShape(results[k], (*leaves)[k])) {
        return lowering.continuations().MakeLate(operation);
      }
      sources.push_back(lowering.InMemory((*leaves)[k]));
      targets.push_back(results[k]);
    }
    const uint32_t step = lowering.emitter().next_step();
    ends.emplace_back(step,
                      lowering.emitter().EmitMove(&operation, sources, targets, begin, false));
    lowering.emitter().AddBranch(branch_step, begin, step);
  }
  for (const auto& [step, move] : ends) move->jump = JumpFrom(step, lowering.emitter().next_step());
  for (size_t i = 0; i < order.size(); ++i) branch->jumps[i] = jump_of_region[order[i]];
  lowering.emitter().SetWriter(results, branch_step);
  lowering.AliasResults(operation, results);
  return {};
}

}  // namespace

Result<void> LowerWhile(Lowering& lowering, const Operation& operation) {
  return WhileLowering(lowering, operation).Run();
}

Result<void> LowerIf(Lowering& lowering, const Operation& operation) {
  // The regions are the true branch, then the false one.
  static constexpr size_t kOrder[] = {1, 0};
  return LowerBranches(lowering, operation, true, kOrder);
}

Result<void> LowerCase(Lowering& lowering, const Operation& operation) {
  std::vector<size_t> order;
  for (size_t i = 0; i < operation.regions.size(); ++i) order.push_back(i);
  return LowerBranches(lowering, operation, false, order);
}

}  // namespace paddock
