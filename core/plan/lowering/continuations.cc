#include "core/plan/lowering/continuations.h"

#include <algorithm>
#include <string>

#include "core/plan/lowering/argument_trace.h"
#include "core/plan/lowering/live_values.h"
#include "core/plan/lowering/pending_collective.h"

namespace paddock {
namespace {

StepStatus SuspendStep(StepContext&) { return StepStatus::kSuspended; }

// Returns the operand of async_start that is bound to an argument of its region.
const Value* OutsideOfAsync(const Value* value) {
  while (value->is_block_argument()) {
    const Operation& around = *value->block->parent->parent;
    if (!around.is(OpKind::kStablehloAsyncStart)) break;
    value = around.operands[value->index];
  }
  return value;
}

bool CanBeLate(const Operation& operation) {
  return operation.is(OpKind::kStablehloWhile) || operation.is(OpKind::kStablehloIf) ||
         operation.is(OpKind::kStablehloCase);
}

bool Holds(std::span<const Operation* const> operations, const Operation* operation) {
  return std::ranges::find(operations, operation) != operations.end();
}

}  // namespace

Continuations::Continuations(const Module& module, const ModuleFacts& facts,
                             PlanKnowledge& knowledge, PlanningPosition& position,
                             PlanDiagnostics& diagnostics, Values& values,
                             ElementwiseScheduler& elementwise, Emitter& emitter)
    : module_(module),
      facts_(facts),
      knowledge_(knowledge),
      position_(position),
      diagnostics_(diagnostics),
      values_(values),
      elementwise_(elementwise),
      emitter_(emitter) {}

// --- Another attempt.

// The key is the source, because each attempt makes the parts of a composition anew.
bool Continuations::IsLate(const Operation& operation) const {
  return Holds(knowledge_.late, &position_.Source(operation));
}

// Returns the operation to plan lazily: the innermost body, or else the outermost branch or loop.
// Returns null if the outermost operation is neither.
const Operation* Continuations::LateFor(const Operation& operation) const {
  const std::span<const PlanningPosition::Fixed> fixed = position_.fixed();
  for (size_t i = fixed.size(); i-- > 0;) {
    if (fixed[i].kind == PlanningPosition::FixedKind::kBody) return fixed[i].operation;
  }
  const Operation* outermost = fixed.empty() ? &operation : fixed.front().operation;
  return CanBeLate(*outermost) ? outermost : nullptr;
}

std::unexpected<Failure> Continuations::MakeLate(const Operation& operation) {
  if (position_.is_unneeded()) {
    return diagnostics_.Fail(operation, "late", "dead code needs a value of the run");
  }
  if (!diagnostics_.has_failed() && !has_stopped()) {
    const Operation* late = LateFor(operation);
    if (late == nullptr || Holds(knowledge_.late, late)) {
      return diagnostics_.NotImplemented(operation,
                                         std::string(operation.name) +
                                             ": a size that only a run computes is not yet "
                                             "implemented here");
    }
    knowledge_.late.push_back(late);
    needs_another_attempt_ = true;
  }
  return Failed();
}

void Continuations::PassOver(const Operation& operation) {
  knowledge_.passed_over.push_back(&operation);
  needs_another_attempt_ = true;
}

bool Continuations::IsPassedOver(const Operation& operation) const {
  return Holds(knowledge_.passed_over, &operation);
}

// Returns whether the values depend on arguments that the previous attempts did not fix.
bool Continuations::TraceToArguments(std::span<const Value* const> values) {
  // A continuation's arguments are not the function's.
  if (is_rest_) return false;
  const auto found = ArgumentsBehind(module_, values_, position_.frames(), values);
  if (!found) return false;
  std::vector<uint32_t>& fixed = knowledge_.fixed_arguments;
  const size_t before = fixed.size();
  fixed.insert(fixed.end(), found->begin(), found->end());
  std::ranges::sort(fixed);
  fixed.erase(std::ranges::unique(fixed).begin(), fixed.end());
  return fixed.size() != before;
}

// --- Suspending.

std::unexpected<Failure> Continuations::Suspend(const Operation& operation,
                                                std::span<const Value* const> needed) {
  if (diagnostics_.has_failed() || has_stopped()) return Failed();
  if (position_.is_unneeded()) return MakeLate(operation);
  if (!position_.is_composed() && TraceToArguments(needed)) {
    needs_another_attempt_ = true;
    return Failed();
  }
  if (position_.is_composed() || !position_.fixed().empty()) return MakeLate(operation);
  EmitSuspension(operation, needed, {});
  return Failed();
}

std::unexpected<Failure> Continuations::SuspendFor(const Operation& operation,
                                                   std::span<const Leaf> leaves) {
  if (diagnostics_.has_failed() || has_stopped()) return Failed();
  if (position_.is_unneeded() || position_.is_composed() || !position_.fixed().empty()) {
    return MakeLate(operation);
  }
  EmitSuspension(operation, {}, leaves);
  return Failed();
}

std::unexpected<Failure> Continuations::SuspendAtEnd(Block& block) {
  position_.Enter(block, block.last);
  const auto failure = Suspend(*block.last, block.last->operands);
  position_.Leave();
  return failure;
}

void Continuations::EmitSuspension(const Operation& operation, std::span<const Value* const> needed,
                                   std::span<const Leaf> known) {
  const std::span<const SuspensionFrame> frames = position_.frames();
  auto suspension = std::make_unique<DraftSuspension>();
  suspension->path.assign(frames.begin(), frames.end());
  suspension->live = LiveAt(frames, values_, facts_);
  std::vector<const Value*> outer;
  for (const Value* value : needed) outer.push_back(OutsideOfAsync(value));
  for (LiveLeaves& live : suspension->live) {
    live.is_needed = std::ranges::find(outer, live.value) != outer.end();
    HandOn(live);
  }
  if (!known.empty()) {
    suspension->live.push_back({nullptr, {known.begin(), known.end()}, /*is_needed=*/true});
    HandOn(suspension->live.back());
  }
  elementwise_.FlushAll();
  StepSpec spec;
  spec.operation = &operation;
  spec.function = &SuspendStep;
  emitter_.Emit(spec);
  emitter_.AddSuspension(std::move(suspension));
}

// Prepares a live value for the continuation: writes its leaves to kept memory, and records the
// type and the pending collective of a future.
void Continuations::HandOn(LiveLeaves& live) {
  if (live.value != nullptr && live.value->type.is(TypeKind::kFuture)) {
    live.future = {values_.TypeOf(*live.value), FindPending(live.leaves.front())};
    if (live.future->pending != nullptr) {
      const std::vector<Leaf>& given = live.future->pending->operands;
      live.leaves.insert(live.leaves.end(), given.begin(), given.end());
    }
  }
  for (Leaf& leaf : live.leaves) {
    if (leaf.is_token) continue;
    leaf = elementwise_.InMemory(leaf);
    emitter_.Keep(leaf);
  }
}

// --- Resuming.

// Rebinds a future: the collective is still pending.
void Continuations::ResumeFuture(const LiveLeaves& live) {
  const std::span<const Leaf> leaves = live.leaves;
  values_.Bind(*live.value, leaves.first(1));
  values_.SetType(*live.value, live.future->type);
  if (live.future->pending == nullptr) return;
  PendingCollective pending = *live.future->pending;
  pending.ticket = leaves[0];
  pending.operands.assign(leaves.begin() + 1, leaves.end());
  KeepPending(leaves[0], std::make_shared<PendingCollective>(std::move(pending)));
}

void Continuations::Resume(std::span<const SuspensionFrame> path,
                           std::span<const LiveLeaves> live) {
  is_rest_ = true;
  resume_path_.assign(path.begin(), path.end());
  for (const LiveLeaves& value : live) {
    if (value.value == nullptr) {
      known_ = value.leaves;
    } else if (value.future) {
      ResumeFuture(value);
    } else {
      values_.Bind(*value.value, value.leaves);
    }
    for (const Leaf& leaf : value.leaves) {
      if (leaf.where == Leaf::Where::kInput) emitter_.AddArgument(leaf);
    }
  }
}

// --- Futures.

std::shared_ptr<const PendingCollective> Continuations::FindPending(const Leaf& ticket) const {
  const auto found = pending_.find({ticket.where, ticket.index});
  return found == pending_.end() ? nullptr : found->second;
}

}  // namespace paddock
