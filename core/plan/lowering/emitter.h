// Emitter: owns the draft of the plan: its steps, slots and locations of values, and the parameters
// of the steps.
#ifndef PADDOCK_CORE_PLAN_LOWERING_EMITTER_H_
#define PADDOCK_CORE_PLAN_LOWERING_EMITTER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/arena.h"
#include "core/plan/fusion/tile_graph.h"
#include "core/plan/lowering/draft.h"
#include "core/plan/lowering/plan_diagnostics.h"
#include "core/plan/lowering/planning_position.h"
#include "core/plan/lowering/row_joiner.h"
#include "core/plan/lowering/step_spec.h"
#include "core/plan/move_steps.h"
#include "core/plan/plan.h"

namespace paddock {

class Emitter {
 public:
  Emitter(const PlanOptions& options, Arena& arena, std::vector<std::shared_ptr<const void>>& owned,
          const PlanningPosition& position, PlanDiagnostics& diagnostics);
  Emitter(const Emitter&) = delete;
  Emitter& operator=(const Emitter&) = delete;

  // --- Parameters of steps live as long as the plan: in the arena, or owned.
  Arena& arena() { return arena_; }
  template <class T>
  const T* Own(T value) {
    auto kept = std::make_shared<const T>(std::move(value));
    owned_.push_back(kept);
    return kept.get();
  }
  // For parameters that are completed after their step is emitted.
  template <class T, class... Arguments>
  T* OwnMutable(Arguments&&... arguments) {
    auto kept = std::make_shared<T>(std::forward<Arguments>(arguments)...);
    owned_.push_back(kept);
    return kept.get();
  }

  // --- Memory.
  // Memory for an element type and shape (which must outlive the plan).
  Leaf NewLeaf(ElementType type, std::span<const int64_t> shape);
  // Memory for a vector of `count` elements.
  Leaf NewVector(ElementType type, int64_t count);
  // Sets the shape (which must outlive the plan) of memory that was made without elements.
  void SetShape(Leaf& leaf, std::span<const int64_t> shape);
  // Keeps the memory of `leaf`, if it is a slot, to the end of the plan.
  void Keep(const Leaf& leaf);

  // --- Steps.
  // The next step may be a jump target, so it is not joined with the preceding one.
  uint32_t next_step() {
    joiner_.Close();
    return step_count();
  }
  // Emits a step and returns its number. Its writes become visible there.
  uint32_t Emit(const StepSpec& spec) { return EmitWithScratch(spec, {}); }
  // Emits a step that runs once, before all others.
  void EmitPrologue(const StepSpec& spec) { AppendStep(draft_.prologue, spec); }
  // Moves sources[i] to targets[i] in parallel: no target is another entry's source. Returns the
  // step's parameters, so that a jump can be added.
  MoveParameters* EmitMove(const Operation* operation, std::span<const Leaf> sources,
                           std::span<const Leaf> targets, uint32_t region_begin, bool is_back_edge);
  // `spec` has the reads, the writes and the operation.
  void EmitTileStep(StepSpec spec, const CompiledTiles& tiles, int64_t count);
  TileOptions tile_options(bool allow_direct) const { return {allow_direct, options_.chains}; }
  // Returns whether a tile step of `count` elements may join the row loop emitted last.
  bool MayJoinRows(int64_t count) const { return joiner_.MayJoin(count); }
  // Records that steps begin .. end (inclusive) are a loop.
  void AddLoop(uint32_t begin, uint32_t end) { draft_.loops.push_back({begin, end}); }
  // Records the steps of a region that runs if the branch at step `decision` chooses it.
  void AddBranch(uint32_t decision, uint32_t begin, uint32_t end) {
    draft_.branches.push_back({decision, begin, end});
  }
  // Records that values determine which steps run.
  void MarkBranches() { draft_.has_branches = true; }

  // --- Locations of values, for debuggers. Marks `leaves`, results of loops and branches, as
  // written once the machine has run `step` and is at the next step to be emitted.
  void SetWriter(std::span<const Leaf> leaves, uint32_t step);
  // Marks `leaf` as written by the next step.
  void SetNextWriter(const Leaf& leaf) { writers_[leaf.index] = {step_count(), step_count() + 1}; }
  // Records the place at which leaf `part` of the value can be observed; `type` is the leaf's.
  void AddLocation(const Value& value, uint32_t part, Type type, const Leaf& leaf);

  // --- The plan's ends.
  void AddArgument(const Leaf& leaf) { draft_.arguments.push_back(leaf); }
  void AddResult(const Leaf& leaf);
  void AddSuspension(std::unique_ptr<DraftSuspension> suspension);
  const PlanDraft& draft() const { return draft_; }
  // Completes the draft and hands it over. Nothing may be emitted afterwards.
  PlanDraft Finish();

  // --- Undoing steps: constant folding runs them while planning.
  struct Mark {
    size_t steps, references, pairs, moves, locations;
  };
  Mark mark();
  void TakeBack(const Mark& mark);

 private:
  // A slot has its value once `step` has run, except while the machine is between `step` and
  // `ready`.
  struct Writer {
    uint32_t step = kNowhere;
    uint32_t ready = kNowhere;
  };

  uint32_t step_count() const { return static_cast<uint32_t>(draft_.steps.size()); }
  uint32_t EmitWithScratch(const StepSpec& spec, std::span<const uint32_t> scratch_offsets);
  uint32_t JoinRows(const StepSpec& spec);
  // Emits a step before the row loop emitted last, which stays the last step.
  uint32_t EmitBeforeLoop(const StepSpec& spec, std::span<const uint32_t> scratch_offsets);
  // Records that step `number` writes the leaves, whose locations are `first` or later ones.
  void SetWritten(uint32_t number, std::span<const Leaf> leaves, size_t first);
  StepSpec Attributed(StepSpec spec) const;
  void AppendStep(std::vector<DraftStep>& steps, const StepSpec& spec,
                  std::span<const uint32_t> scratch_offsets = {});
  const StepScope* Scope();

  const PlanOptions& options_;
  Arena& arena_;
  std::vector<std::shared_ptr<const void>>& owned_;
  const PlanningPosition& position_;
  PlanDiagnostics& diagnostics_;
  PlanDraft draft_;
  RowJoiner joiner_;
  // By slot.
  std::vector<Writer> writers_;
  // Number of locations when the last step was emitted, and when its row loop began.
  size_t located_ = 0;
  size_t located_before_loop_ = 0;
  // Scopes of the step that was emitted last, outermost first.
  std::vector<const StepScope*> scopes_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_EMITTER_H_
