#include "core/plan/lowering/dead_steps.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/plan/fusion/tile_program.h"

namespace paddock {
namespace {

// Takes the place of a step that is left out.
StepStatus DeadStep(StepContext&) { return StepStatus::kDone; }

// A tape leaves it out, too.
const StepMoves* NoMoves(const void*, Arena& arena) { return arena.Make<StepMoves>(); }

// Whether the step does nothing but to compute its results. Operations with regions may print.
bool IsPure(const DraftStep& step) {
  if (IsTileStep(step.function)) return true;
  if (step.operation == nullptr) return false;
  constexpr OpKind kPure[] = {
      OpKind::kChloTopK,           OpKind::kStablehloDotGeneral, OpKind::kStablehloConvolution,
      OpKind::kStablehloGather,    OpKind::kStablehloFft,        OpKind::kStablehloConcatenate,
      OpKind::kStablehloTranspose, OpKind::kStablehloReverse,    OpKind::kStablehloSlice};
  return std::ranges::any_of(kPure, [&](OpKind kind) { return step.operation->is(kind); });
}

class DeadStepSearch {
 public:
  explicit DeadStepSearch(PlanDraft& draft)
      : draft_(draft), reads_(draft.slots.size()), is_dead_(draft.slots.size(), false) {
    for (const DraftStep& step : draft.prologue) CountReads(step, 1);
    for (const DraftStep& step : draft.steps) CountReads(step, 1);
  }

  // A step's readers follow it.
  void Run() {
    bool has_dead = false;
    for (size_t i = draft_.steps.size(); i-- > 0;) {
      if (!IsDead(draft_.steps[i])) continue;
      has_dead = true;
      Drop(draft_.steps[i]);
    }
    if (!has_dead) return;
    std::erase_if(draft_.moves,
                  [&](const DraftMove& move) { return IsLeftOut(draft_.steps[move.step]); });
    std::erase_if(draft_.locations, [&](const DraftLocation& location) {
      return location.leaf.where == Leaf::Where::kSlot && is_dead_[location.leaf.index];
    });
  }

 private:
  std::span<const DraftReference> References(const DraftStep& step) const {
    return draft_.References(step);
  }

  void CountReads(const DraftStep& step, int64_t change) {
    for (const DraftReference& reference : References(step)) {
      const bool is_slot = reference.where == DraftReference::Where::kSlot;
      if (is_slot && !reference.is_write) reads_[reference.value] += change;
    }
  }

  bool IsDead(const DraftStep& step) const {
    bool writes = false;
    for (const DraftReference& reference : References(step)) {
      if (!reference.is_write || reference.where == DraftReference::Where::kScratch) continue;
      const bool is_slot = reference.where == DraftReference::Where::kSlot;
      const bool is_unread = is_slot && reads_[reference.value] == 0;
      if (!is_unread || draft_.slots[reference.value].is_kept) return false;
      writes = true;
    }
    return writes && IsPure(step);
  }

  void Drop(DraftStep& step) {
    CountReads(step, -1);
    for (const DraftReference& reference : References(step)) {
      const bool is_slot = reference.where == DraftReference::Where::kSlot;
      if (is_slot && reference.is_write) is_dead_[reference.value] = true;
    }
    LeaveOut(step);
  }

  PlanDraft& draft_;
  // By slot.
  std::vector<int64_t> reads_;
  std::vector<bool> is_dead_;
};

}  // namespace

void LeaveOut(DraftStep& step) {
  const Operation* const operation = step.operation;
  const StepScope* const scope = step.scope;
  step = {};
  step.function = &DeadStep;
  step.moves = &NoMoves;
  step.operation = operation;
  step.scope = scope;
}

bool IsLeftOut(const DraftStep& step) { return step.function == &DeadStep; }

void DropDeadSteps(PlanDraft& draft) {
  if (draft.is_straight()) DeadStepSearch(draft).Run();
}

}  // namespace paddock
