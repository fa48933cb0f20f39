#include "core/plan/ops/indexed_moves.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/step_moves.h"

namespace paddock {
namespace {

using Terms = std::vector<TapePlan::Instruction>;
using Component = simd::ScatterPlan::Component;

// Numbers of references.
constexpr uint32_t kStartIndices = 1, kGathered = 2, kUpdates = 2, kScattered = 3;

uint32_t BytesOf(int64_t elements, int64_t element_bytes) {
  return static_cast<uint32_t>(elements * element_bytes);
}

// Returns false if the move has no instruction.
bool Append(const DisplacedMove& move, Arena& arena, Terms& terms) {
  const auto instruction = InstructionOf(move, arena);
  if (instruction) terms.push_back(*instruction);
  return instruction.has_value();
}

// Elements of a window that are combined one by one. More are combined by a call of their kernel.
constexpr int64_t kMostCombined = 4;

// A window must be inside or outside as a whole.
bool HasFewWindows(const simd::ScatterPlan& plan, bool combines) {
  // A combined window is read, combined and written.
  const int64_t terms =
      plan.step_count * (combines ? 2 + std::min(plan.row_total, kMostCombined) : 1);
  const bool is_contiguous =
      plan.row_count == 1 && plan.row_pieces == 1 && (plan.row_total == 1 || plan.row_stride == 1);
  const auto most = static_cast<int64_t>(kMostMoves);
  return terms > 0 && plan.step_count <= most && terms <= 3 * most && is_contiguous &&
         std::ranges::all_of(plan.components, [](const Component& component) {
           return component.place == Component::Place::kNowhere;
         });
}

class ScatterTerms {
 public:
  ScatterTerms(const simd::ScatterPlan& plan, ElementType index_type,
               const simd::ElementwiseKernel& combiner, Arena& arena)
      : plan_(plan), index_type_(index_type), combiner_(combiner), arena_(arena) {}

  // Returns false if a window has no terms.
  bool Add(const simd::IndexCursor& step) {
    const int64_t bytes = plan_.element_bytes;
    DisplacedMove move;
    move.bytes = plan_.row_total * bytes;
    move.index_type = index_type_;
    for (const Component& component : plan_.components) {
      const int64_t index = step.offset(0) + component.index_offset;
      move.indices.push_back(
          {{kStartIndices, BytesOf(index, static_cast<int64_t>(plan_.index_bytes))},
           component.dimension_size - 1,
           component.operand_stride * bytes});
    }
    const TapePlan::Place window{kScattered, BytesOf(step.offset(1), bytes)};
    move.source = {kUpdates, BytesOf(step.offset(2), bytes)};
    if (combiner_.function != nullptr && !Combine(window, move)) return false;
    move.target = window;
    move.is_update = move.drops_outside = true;
    return Append(move, arena_, terms_);
  }

  const Terms& terms() const { return terms_; }

 private:
  // Combines the window with the updates, which are the source, in scratch memory. It becomes the
  // source. A window outside is combined with another place, and dropped.
  bool Combine(TapePlan::Place window, DisplacedMove& move) {
    const TapePlan::Place updates = move.source;
    move.source = window;
    move.target = {TapePlan::kScratch, 0};
    if (!Append(move, arena_, terms_)) return false;
    const bool is_called = plan_.row_total > kMostCombined;
    for (int64_t i = 0; i < (is_called ? 1 : plan_.row_total); ++i) {
      const uint32_t offset = BytesOf(i, plan_.element_bytes);
      TapePlan::Instruction instruction = is_called ? CallOfCombiner() : ElementOfCombiner();
      instruction.result = instruction.operands[0] = {TapePlan::kScratch, offset};
      instruction.operands[1] =
          instruction.operands[2] = {updates.reference, updates.offset + offset};
      terms_.push_back(instruction);
    }
    move.source = move.target;
    return true;
  }

  TapePlan::Instruction ElementOfCombiner() const {
    TapePlan::Instruction instruction;
    instruction.forms = combiner_.tape(static_cast<size_t>(plan_.element_bytes));
    return instruction;
  }

  TapePlan::Instruction CallOfCombiner() const {
    TapePlan::Instruction instruction;
    instruction.kind = TapePlan::Instruction::Kind::kKernel;
    instruction.forms.in_memory = simd::FindTapeCode(simd::TapeControl::kKernel);
    instruction.kernel = arena_.Make<simd::TapeKernel>(
        simd::TapeKernel{combiner_.function, nullptr, static_cast<size_t>(plan_.row_total)});
    return instruction;
  }

  const simd::ScatterPlan& plan_;
  const ElementType index_type_;
  const simd::ElementwiseKernel& combiner_;
  Arena& arena_;
  Terms terms_;
};

}  // namespace

const StepMoves* MovesOfGather(const simd::GatherPlan& plan, int64_t work, Arena& arena) {
  const bool has_few = plan.position_count > 0 &&
                       plan.position_count <= static_cast<int64_t>(kMostMoves) &&
                       plan.row_count == 1;
  if (kHasChainModules || !has_few) return nullptr;
  const int64_t bytes = plan.element_bytes;
  Terms terms;
  simd::IndexCursor position(plan.positions, 0);
  for (int64_t i = 0; i < plan.position_count; ++i, position.Advance()) {
    DisplacedMove move;
    move.source = {0, BytesOf(position.offset(1), bytes)};
    move.target = {kGathered, BytesOf(position.offset(2), bytes)};
    move.bytes = plan.row_bytes;
    move.index_type = plan.index_type;
    for (const simd::GatherPlan::Component& component : plan.components) {
      const int64_t index = position.offset(0) + component.index_offset;
      move.indices.push_back({{kStartIndices, BytesOf(index, plan.index_bytes)},
                              component.greatest_start,
                              component.operand_stride * bytes});
    }
    if (!Append(move, arena, terms)) return nullptr;
  }
  return MovesOfTerms(terms, work, arena);
}

const StepMoves* MovesOfScatter(const simd::ScatterPlan& plan, ElementType index_type,
                                const simd::ElementwiseKernel& combiner, int64_t work,
                                Arena& arena) {
  const bool combines = combiner.function != nullptr;
  if (kHasChainModules || !HasFewWindows(plan, combines)) return nullptr;
  const bool has_room =
      plan.row_total * plan.element_bytes <= static_cast<int64_t>(kScatterTermsScratch);
  if (combines && (combiner.tape == nullptr || !has_room)) return nullptr;
  ScatterTerms terms(plan, index_type, combiner, arena);
  simd::IndexCursor step(plan.steps, 0);
  for (int64_t i = 0; i < plan.step_count; ++i, step.Advance()) {
    if (!terms.Add(step)) return nullptr;
  }
  return MovesOfTerms(terms.terms(), work, arena, true);
}

}  // namespace paddock
