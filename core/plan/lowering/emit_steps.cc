// Lowering: steps, as drafts.
#include <algorithm>
#include <tuple>
#include <utility>

#include "core/base/check.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/lowering/planned_references.h"
#include "core/plan/move_steps.h"

namespace paddock {

DraftReference Lowering::ReferenceTo(const Leaf& leaf, bool is_write) const {
  switch (leaf.where) {
    case Leaf::Where::kSlot:
      return {DraftReference::Where::kSlot, is_write, leaf.index};
    case Leaf::Where::kInput:
      return {DraftReference::Where::kInput, is_write, leaf.index};
    default:
      PADDOCK_CHECK(leaf.where == Leaf::Where::kConstant && !is_write);
      return {DraftReference::Where::kConstant, false, reinterpret_cast<uintptr_t>(leaf.address)};
  }
}

void Lowering::AppendStep(std::vector<DraftStep>& steps, const StepSpec& spec,
                          std::span<const uint32_t> scratch_offsets) {
  DraftStep step;
  step.function = spec.function;
  step.parameters = spec.parameters;
  step.operation = composed_ != nullptr && spec.operation != nullptr ? composed_ : spec.operation;
  step.fused = spec.fused;
  step.first_reference = static_cast<uint32_t>(draft_.references.size());
  step.operations = spec.operations;
  step.traffic = spec.traffic;
  for (const Leaf& leaf : spec.reads) {
    draft_.references.push_back(ReferenceTo(leaf, false));
    step.bytes += leaf.bytes();
  }
  for (const Leaf& leaf : spec.writes) {
    draft_.references.push_back(ReferenceTo(leaf, true));
    step.bytes += leaf.bytes();
  }
  for (const Leaf& leaf : spec.keeps) draft_.references.push_back(ReferenceTo(leaf, false));
  for (uint32_t offset : scratch_offsets) {
    draft_.references.push_back({DraftReference::Where::kScratch, true, offset});
  }
  step.reference_count = static_cast<uint32_t>(draft_.references.size()) - step.first_reference;
  step.first_pair = static_cast<uint32_t>(draft_.pairs.size());
  step.pair_count = static_cast<uint32_t>(spec.in_place.size());
  draft_.pairs.insert(draft_.pairs.end(), spec.in_place.begin(), spec.in_place.end());
  const int64_t work = std::max(spec.work, kStepWork);
  step.work = spec.pays_by_itself ? kStepWork : std::min(work, kChunkWork);
  step.estimated_work = work;
  draft_.scratch_bytes = std::max<uint64_t>(draft_.scratch_bytes, spec.scratch_bytes);
  if (level() == Level::kFaithful) step.scope = Scope();
  steps.push_back(step);
}

uint32_t Lowering::EmitWithScratch(const StepSpec& spec,
                                   std::span<const uint32_t> scratch_offsets) {
  const uint32_t number = step_count();
  if (number >= options_.step_limit) {
    if (!is_over_limit_ && spec.operation != nullptr) {
      Fail(*spec.operation, "limit",
           "the program has more than " + std::to_string(options_.step_limit) +
               " steps once its calls are planned in place");
    }
    is_over_limit_ = true;
    return 0;
  }
  if (spec.rows != nullptr && joiner_.CanJoin(spec)) return JoinRows(spec);
  for (const Leaf& leaf : spec.writes) writers_[leaf.index] = {number, number + 1};
  AppendStep(draft_.steps, spec, scratch_offsets);
  located_ = draft_.locations.size();
  if (spec.rows != nullptr) {
    joiner_.Begin(Attributed(spec));
  } else {
    joiner_.Close();
  }
  return number;
}

// Steps of a composition are attributed to its source: its parts are not visible.
StepSpec Lowering::Attributed(StepSpec spec) const {
  if (composed_ != nullptr && spec.operation != nullptr) spec.operation = composed_;
  return spec;
}

// The step emitted last becomes a loop in which this one is, too.
uint32_t Lowering::JoinRows(const StepSpec& spec) {
  const uint32_t number = step_count() - 1;
  RowLoop* loop = joiner_.loop();
  if (loop == nullptr) {
    loop = OwnMutable<RowLoop>();
    draft_.row_loops.push_back({number, loop});
  }
  StepSpec whole = joiner_.Join(Attributed(spec), *loop);
  const std::vector<const Operation*> operations = joiner_.Operations();
  whole.fused = arena_.CopyArray(std::span<const Operation* const>(operations));
  std::vector<DraftStep> joined;
  AppendStep(joined, whole);
  draft_.steps.back() = joined.front();
  for (const Leaf& leaf : spec.writes) writers_[leaf.index] = {number, number + 1};
  // A result was bound as one of the next step.
  for (size_t i = located_; i < draft_.locations.size(); ++i) {
    DraftLocation& location = draft_.locations[i];
    const bool is_written = std::ranges::any_of(
        spec.writes, [&](const Leaf& leaf) { return IsSameMemory(leaf, location.leaf); });
    if (is_written) std::tie(location.step, location.ready) = std::pair(number, number + 1);
  }
  located_ = draft_.locations.size();
  return number;
}

MoveParameters* Lowering::EmitMove(const Operation* operation, std::span<const Leaf> sources,
                                   std::span<const Leaf> targets, uint32_t region_begin,
                                   bool is_back_edge) {
  StepSpec spec;
  spec.operation = operation;
  spec.function = &MoveStep;
  spec.pays_by_itself = true;
  const MoveReferences<Planning> references{
      .sources = std::vector<Leaf>(sources.begin(), sources.end()),
      .targets = std::vector<Leaf>(targets.begin(), targets.end())};
  std::vector<MoveParameters::Entry> entries;
  for (size_t i = 0; i < sources.size(); ++i) {
    const bool is_splat = sources[i].is_splat && !targets[i].is_splat && targets[i].count != 1;
    const auto splat_bytes = static_cast<uint32_t>(is_splat ? targets[i].element_bytes() : 0);
    entries.push_back({targets[i].bytes(), splat_bytes});
    spec.work += 2 * static_cast<int64_t>(targets[i].bytes());
    if (is_splat || sources[i].where != Leaf::Where::kSlot) continue;
    spec.in_place.push_back(InPlace(references, references.targets[i], references.sources[i]));
    draft_.moves.push_back(
        {next_step(), sources[i].index, targets[i].index, region_begin, is_back_edge});
  }
  auto* parameters = arena_.Make<MoveParameters>();
  parameters->entries = arena_.CopyArray(entries);
  spec.parameters = parameters;
  SetReferences(spec, references, *parameters);
  Emit(spec);
  return parameters;
}

}  // namespace paddock
