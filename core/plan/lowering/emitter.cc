#include "core/plan/lowering/emitter.h"

#include <algorithm>
#include <tuple>

#include "core/base/check.h"
#include "core/base/overflow.h"
#include "core/plan/fusion/bound_tiles.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/fusion/tile_sink.h"
#include "core/plan/lowering/constant_steps.h"
#include "core/plan/lowering/dead_steps.h"
#include "core/plan/lowering/planned_references.h"

namespace paddock {
namespace {

DraftReference ReferenceTo(const Leaf& leaf, bool is_write) {
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

// Returns whether running the step earlier, once its operands are there, changes nothing else.
bool IsMovable(const StepSpec& spec) {
  if (spec.operation == nullptr) return false;
  return spec.operation->info->has(kPure) && !spec.operation->info->has(kCollective) &&
         spec.operation->regions.empty();
}

}  // namespace

Emitter::Emitter(const PlanOptions& options, Arena& arena,
                 std::vector<std::shared_ptr<const void>>& owned, const PlanningPosition& position,
                 PlanDiagnostics& diagnostics)
    : options_(options),
      arena_(arena),
      owned_(owned),
      position_(position),
      diagnostics_(diagnostics) {}

// --- Memory.

Leaf Emitter::NewLeaf(ElementType type, std::span<const int64_t> shape) {
  Leaf leaf;
  leaf.where = Leaf::Where::kSlot;
  leaf.type = type;
  leaf.shape = shape;
  leaf.count = CheckedProduct(shape).value_or(0);
  leaf.index = static_cast<uint32_t>(draft_.slots.size());
  draft_.slots.push_back({leaf.bytes(), false});
  writers_.emplace_back();
  return leaf;
}

Leaf Emitter::NewVector(ElementType type, int64_t count) {
  return NewLeaf(type, arena_.CopyArray(std::span<const int64_t>(&count, 1)));
}

void Emitter::SetShape(Leaf& leaf, std::span<const int64_t> shape) {
  PADDOCK_CHECK(leaf.where == Leaf::Where::kSlot && leaf.count == 0);
  leaf.shape = shape;
  leaf.count = CheckedProduct(shape).value_or(0);
  draft_.slots[leaf.index].bytes = leaf.bytes();
}

void Emitter::Keep(const Leaf& leaf) {
  if (leaf.where == Leaf::Where::kSlot) draft_.slots[leaf.index].is_kept = true;
}

// --- Steps.

void Emitter::AppendStep(std::vector<DraftStep>& steps, const StepSpec& spec,
                         std::span<const uint32_t> scratch_offsets) {
  DraftStep step;
  step.function = spec.function;
  step.parameters = spec.parameters;
  step.operation = spec.operation != nullptr ? &position_.Source(*spec.operation) : nullptr;
  step.fused = spec.fused;
  step.first_reference = static_cast<uint32_t>(draft_.references.size());
  step.operations = spec.operations;
  step.traffic = spec.traffic;
  step.moves = spec.moves;
  step.prepare = spec.prepare;
  step.placed = spec.placed;
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
  if (options_.level == Level::kFaithful) step.scope = Scope();
  steps.push_back(step);
}

uint32_t Emitter::EmitWithScratch(const StepSpec& spec, std::span<const uint32_t> scratch_offsets) {
  const uint32_t number = step_count();
  if (number >= options_.step_limit) {
    diagnostics_.FailAtLimit(spec.operation, options_.step_limit, "steps");
    return 0;
  }
  if (spec.rows != nullptr && joiner_.CanJoin(spec)) return JoinRows(spec);
  if (joiner_.MayPrecede(spec) && IsMovable(spec)) {
    return EmitBeforeLoop(spec, scratch_offsets);
  }
  for (const Leaf& leaf : spec.writes) writers_[leaf.index] = {number, number + 1};
  AppendStep(draft_.steps, spec, scratch_offsets);
  located_before_loop_ = located_;
  located_ = draft_.locations.size();
  if (spec.rows != nullptr) {
    joiner_.Begin(Attributed(spec));
  } else {
    joiner_.Close();
  }
  return number;
}

// Steps of a composition are attributed to its source: its parts are not visible.
StepSpec Emitter::Attributed(StepSpec spec) const {
  if (spec.operation != nullptr) spec.operation = &position_.Source(*spec.operation);
  return spec;
}

// Joins this step and the one emitted last into a row loop.
uint32_t Emitter::JoinRows(const StepSpec& spec) {
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
  SetWritten(number, spec.writes, located_);
  located_ = draft_.locations.size();
  return number;
}

uint32_t Emitter::EmitBeforeLoop(const StepSpec& spec, std::span<const uint32_t> scratch_offsets) {
  const uint32_t last = step_count();
  joiner_.NotePreceding();
  AppendStep(draft_.steps, spec, scratch_offsets);
  std::swap(draft_.steps[last - 1], draft_.steps[last]);
  if (joiner_.loop() != nullptr) draft_.row_loops.back().step = last;
  SetWritten(last, joiner_.Writes(), located_before_loop_);
  SetWritten(last - 1, spec.writes, located_);
  located_ = draft_.locations.size();
  return last - 1;
}

// Results are bound before their step is emitted.
void Emitter::SetWritten(uint32_t number, std::span<const Leaf> leaves, size_t first) {
  for (const Leaf& leaf : leaves) writers_[leaf.index] = {number, number + 1};
  for (size_t i = first; i < draft_.locations.size(); ++i) {
    DraftLocation& location = draft_.locations[i];
    if (!IsAmong(leaves, location.leaf)) continue;
    std::tie(location.step, location.ready) = std::pair(number, number + 1);
  }
}

MoveParameters* Emitter::EmitMove(const Operation* operation, std::span<const Leaf> sources,
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

void Emitter::EmitTileStep(StepSpec spec, const CompiledTiles& tiles, int64_t count) {
  spec.function = tiles.is_direct ? &DirectTileStep : &TileStep;
  spec.parameters = tiles.program;
  if (!kHasChainModules && !tiles.is_direct) spec.prepare = &BoundTiles::Bind;
  spec.pays_by_itself = !tiles.is_direct;
  spec.work = tiles.program->count * tiles.program->work_per_element;
  spec.operations = static_cast<uint64_t>(tiles.program->count) * tiles.program->operation_count;
  spec.scratch_bytes = tiles.program->scratch_bytes;
  spec.in_place = tiles.in_place;
  const auto is_large = [](const Leaf& leaf) { return leaf.bytes() >= kLeastRowLoopBytes; };
  const bool may_join = joiner_.MayJoin(count) || std::ranges::any_of(spec.writes, is_large);
  const bool sinks = !tiles.program->sinks.empty() && std::ranges::any_of(spec.reads, is_large);
  if (options_.level == Level::kFast && !tiles.is_direct && (may_join || sinks)) {
    spec.rows = RowFormOf(*tiles.program, spec.reads.size() + spec.writes.size());
  }
  EmitWithScratch(spec, tiles.scratch_offsets);
}

// Returns the scope of the enclosing blocks' current operations.
const StepScope* Emitter::Scope() {
  const std::span<const SuspensionFrame> frames = position_.frames();
  const size_t count = frames.empty() ? 0 : frames.size() - 1;
  size_t same = 0;
  while (same < std::min(count, scopes_.size()) &&
         scopes_[same]->operation == frames[same].operation) {
    ++same;
  }
  scopes_.resize(same);
  for (; same < count; ++same) {
    auto* scope = arena_.Make<StepScope>();
    *scope = {frames[same].operation, same == 0 ? nullptr : scopes_[same - 1],
              static_cast<uint32_t>(same)};
    scopes_.push_back(scope);
  }
  return scopes_.empty() ? nullptr : scopes_.back();
}

// --- Places of values.

void Emitter::SetWriter(std::span<const Leaf> leaves, uint32_t step) {
  for (const Leaf& leaf : leaves) {
    if (leaf.where == Leaf::Where::kSlot) writers_[leaf.index] = {step, next_step()};
  }
}

void Emitter::AddLocation(const Value& value, uint32_t part, Type type, const Leaf& leaf) {
  const Writer writer = leaf.where == Leaf::Where::kSlot ? writers_[leaf.index] : Writer();
  draft_.locations.push_back({&value, part, type, leaf, writer.step, writer.ready});
}

// --- The plan's ends.

void Emitter::AddResult(const Leaf& leaf) {
  Keep(leaf);
  draft_.results.push_back(leaf);
}

void Emitter::AddSuspension(std::unique_ptr<DraftSuspension> suspension) {
  draft_.suspension = std::move(suspension);
}

PlanDraft Emitter::Finish() {
  FinishRowLoops(draft_);
  if (options_.level == Level::kFast) {
    DropDeadSteps(draft_);
    ComputeConstantSteps(draft_, arena_);
  }
  return std::move(draft_);
}

Emitter::Mark Emitter::mark() {
  joiner_.Close();
  return {draft_.steps.size(), draft_.references.size(), draft_.pairs.size(), draft_.moves.size(),
          draft_.locations.size()};
}

void Emitter::TakeBack(const Mark& mark) {
  draft_.steps.resize(mark.steps);
  draft_.references.resize(mark.references);
  draft_.pairs.resize(mark.pairs);
  draft_.moves.resize(mark.moves);
  draft_.locations.resize(mark.locations);
}

}  // namespace paddock
