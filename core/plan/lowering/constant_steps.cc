#include "core/plan/lowering/constant_steps.h"

#include <algorithm>
#include <memory>
#include <ranges>
#include <span>
#include <vector>

#include "core/diagnostics/diagnostic.h"
#include "core/plan/fusion/tile_program.h"
#include "core/plan/lowering/dead_steps.h"
#include "core/plan/lowering/planned_run.h"
#include "core/plan/lowering/repeatable.h"

namespace paddock {
namespace {

// Planning shows no progress and cannot be stopped: about 16 ms.
constexpr int64_t kMostWork = int64_t{1} << 26;
constexpr uint64_t kMostBytes = uint64_t{16} << 20;
// Half a microsecond. Values that take less are nearer in the memory of a run, where tapes have
// them in registers, unless steps that take longer need them.
constexpr int64_t kLeastWork = 2048;

class ConstantSteps {
 public:
  ConstantSteps(PlanDraft& draft, Arena& arena)
      : draft_(draft),
        arena_(arena),
        run_(draft, reports_),
        writes_(draft.slots.size()),
        is_result_(draft.slots.size()),
        is_constant_(draft.slots.size()),
        is_computed_(draft.slots.size()),
        addresses_(draft.slots.size()) {}

  void Run() {
    CountWrites();
    for (size_t i = 0; i < draft_.prologue.size(); ++i) FindStep(draft_.prologue[i], i, true);
    for (size_t i = 0; i < draft_.steps.size(); ++i) FindStep(draft_.steps[i], i, false);
    KeepLongSteps();
    for (const Found& found : found_) RunStep(found);
    if (computed_.empty()) return;
    for (DraftStep* step : computed_) LeaveOut(*step);
    ForEachStep([&](const DraftStep& step) { ReplaceReads(step); });
    // A constant is copied to the target of its move.
    std::erase_if(draft_.moves, [&](const DraftMove& move) { return is_computed_[move.source]; });
    std::erase_if(draft_.locations, [&](DraftLocation& location) { return IsGone(location); });
    std::erase_if(draft_.prologue, [](const DraftStep& step) { return IsLeftOut(step); });
  }

 private:
  struct Found {
    DraftStep* step;
    size_t number;
  };

  // Calls visit(step) for all steps.
  template <class Visit>
  void ForEachStep(Visit visit) {
    std::ranges::for_each(draft_.prologue, visit);
    std::ranges::for_each(draft_.steps, visit);
  }

  // Calls visit(slot) for the slots that a step reads, or that it writes.
  template <class Visit>
  void ForEachSlot(const DraftStep& step, bool is_write, Visit visit) {
    for (const DraftReference& reference : draft_.References(step)) {
      const bool is_slot = reference.where == DraftReference::Where::kSlot;
      if (is_slot && reference.is_write == is_write) visit(static_cast<SlotId>(reference.value));
    }
  }

  void CountWrites() {
    ForEachStep(
        [&](DraftStep& step) { ForEachSlot(step, true, [&](SlotId slot) { ++writes_[slot]; }); });
    const auto mark = [&](const Leaf& leaf) {
      if (leaf.where == Leaf::Where::kSlot) is_result_[leaf.index] = true;
    };
    std::ranges::for_each(draft_.results, mark);
    if (draft_.suspension == nullptr) return;
    for (const LiveLeaves& live : draft_.suspension->live) {
      std::ranges::for_each(live.leaves, mark);
    }
  }

  // Returns whether a step does nothing but to compute the same values each time, in slots that no
  // other step writes.
  bool IsConstant(const DraftStep& step, bool is_prologue) {
    const bool is_pure = IsTileStep(step.function) ||
                         (step.operation == nullptr ? is_prologue : IsRepeatable(*step.operation));
    if (!is_pure || step.traffic != nullptr) return false;
    const auto is_argument = [](const DraftReference& reference) {
      return reference.where == DraftReference::Where::kInput;
    };
    if (std::ranges::any_of(draft_.References(step), is_argument)) return false;
    bool writes = false, is_constant = true;
    ForEachSlot(step, false, [&](SlotId slot) { is_constant = is_constant && is_constant_[slot]; });
    ForEachSlot(step, true, [&](SlotId slot) {
      writes = true;
      is_constant = is_constant && writes_[slot] == 1 && !is_result_[slot];
    });
    return writes && is_constant;
  }

  void FindStep(DraftStep& step, size_t number, bool is_prologue) {
    if (!IsConstant(step, is_prologue)) return;
    found_.push_back({&step, number});
    ForEachSlot(step, true, [&](SlotId slot) { is_constant_[slot] = true; });
  }

  // Drops steps that take little time and that no other one needs.
  void KeepLongSteps() {
    std::vector<bool> is_needed(draft_.slots.size());
    std::vector<Found> kept;
    for (const Found& found : std::views::reverse(found_)) {
      bool is_kept = found.step->estimated_work >= kLeastWork;
      ForEachSlot(*found.step, true, [&](SlotId slot) { is_kept = is_kept || is_needed[slot]; });
      if (!is_kept) continue;
      ForEachSlot(*found.step, false, [&](SlotId slot) { is_needed[slot] = true; });
      kept.push_back(found);
    }
    found_.assign(kept.rbegin(), kept.rend());
  }

  void RunStep(const Found& found) {
    const DraftStep& step = *found.step;
    uint64_t bytes = 0;
    bool is_ready = step.estimated_work <= kMostWork - work_;
    ForEachSlot(step, true, [&](SlotId slot) { bytes += draft_.slots[slot].bytes; });
    ForEachSlot(step, false, [&](SlotId slot) { is_ready = is_ready && is_computed_[slot]; });
    if (!is_ready || bytes > kMostBytes - bytes_) return;
    work_ += step.estimated_work;
    bytes_ += bytes;
    if (run_.RunStep(step, found.number) != found.number + 1) return;
    ForEachSlot(step, true, [&](SlotId slot) { is_computed_[slot] = true; });
    computed_.push_back(found.step);
  }

  void ReplaceReads(const DraftStep& step) {
    for (DraftReference& reference : draft_.References(step)) {
      if (reference.where != DraftReference::Where::kSlot || !is_computed_[reference.value]) {
        continue;
      }
      const std::byte* const address = Constant(static_cast<SlotId>(reference.value));
      reference = {DraftReference::Where::kConstant, false, reinterpret_cast<uintptr_t>(address)};
    }
  }

  // Returns the elements of a slot, which are kept.
  const std::byte* Constant(SlotId slot) {
    if (addresses_[slot] == nullptr) {
      addresses_[slot] = run_.Memory(slot);
      arena_.Keep(std::make_shared<const std::vector<std::byte>>(run_.Take(slot)));
      draft_.constant_bytes += draft_.slots[slot].bytes;
    }
    return addresses_[slot];
  }

  // Makes the location of a kept constant that of its elements. Returns whether those of the
  // location's leaf are not kept.
  bool IsGone(DraftLocation& location) const {
    Leaf& leaf = location.leaf;
    if (leaf.where != Leaf::Where::kSlot || !is_computed_[leaf.index]) return false;
    if (addresses_[leaf.index] == nullptr) return true;
    leaf.address = addresses_[leaf.index];
    leaf.where = Leaf::Where::kConstant;
    location.step = location.ready = kNowhere;
    return false;
  }

  PlanDraft& draft_;
  Arena& arena_;
  DiagnosticSink reports_;
  PlannedRun run_;
  // By slot: number of steps that write it, whether the plan returns it or passes it on, whether it
  // depends on constants alone, whether `run_` has its value, and where this is kept.
  std::vector<int> writes_;
  std::vector<bool> is_result_, is_constant_, is_computed_;
  std::vector<const std::byte*> addresses_;
  // In order.
  std::vector<Found> found_;
  std::vector<DraftStep*> computed_;
  int64_t work_ = 0;
  uint64_t bytes_ = 0;
};

}  // namespace

void ComputeConstantSteps(PlanDraft& draft, Arena& arena) {
  if (!draft.arguments.empty()) ConstantSteps(draft, arena).Run();
}

}  // namespace paddock
