#include "core/plan/fusion/tape_plan.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/plan/control_steps.h"
#include "core/plan/fusion/element_source.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/fusion/tile_program.h"
#include "core/plan/move_steps.h"

namespace paddock {
namespace {

using TapeKind = TapePlan::Instruction::Kind;

// Limit of steps that a block duplicates after an unconditional jump, up to the next jump. A jump
// costs as much as one step, and duplicated code stays short.
constexpr uint32_t kMostDuplicated = 16;

// Limit of steps in a block, whose work is charged at once.
constexpr uint32_t kLongestBlock = 512;

// Returns the move of so many bytes as one instruction; nothing for other sizes.
std::optional<simd::TapeControl> MoveOf(uint64_t bytes) {
  switch (bytes) {
    case 1:
      return simd::TapeControl::kMove1;
    case 2:
      return simd::TapeControl::kMove2;
    case 4:
      return simd::TapeControl::kMove4;
    case 8:
      return simd::TapeControl::kMove8;
    case 16:
      return simd::TapeControl::kMove16;
    default:
      return std::nullopt;
  }
}

std::optional<simd::TapeControl> MoveOf(const MoveParameters::Entry& entry) {
  return entry.splat_bytes != 0 ? std::nullopt : MoveOf(entry.bytes);
}

template <class T>
const T& ParametersOf(const Step& step) {
  return *static_cast<const T*>(step.parameters);
}

bool IsSmallMove(const Step& step) {
  if (step.function != &MoveStep) return false;
  return std::ranges::all_of(ParametersOf<MoveParameters>(step).entries,
                             [](const auto& entry) { return MoveOf(entry).has_value(); });
}

bool IsOnSingleElements(const Step& step) {
  return step.function == &DirectTileStep && ParametersOf<TileProgram>(step).count == 1;
}

// Limit of copies, and of elements that an instruction computes one by one.
constexpr size_t kMostCopies = 16;
constexpr int64_t kMostElements = 4;

// The copies of a step that only copies a few bytes, and the work that it charges itself.
struct StepCopies {
  std::vector<SmallCopy> copies;
  int64_t work = 0;
};

StepCopies CopiesOf(const Step& step) {
  StepCopies found;
  if (kHasChainModules || step.small_copies == nullptr) return found;
  found.work = step.small_copies(step.parameters, found.copies);
  const auto is_move = [](const SmallCopy& copy) { return MoveOf(copy.bytes).has_value(); };
  const bool are_moves = std::ranges::all_of(found.copies, is_move);
  if (found.copies.size() > kMostCopies || !are_moves) found.copies.clear();
  return found;
}

bool HasSources(const TileLoad& load, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    if (!SourceOf(load, i)) return false;
  }
  return MoveOf(load.element_bytes).has_value();
}

// Returns whether a tile program can be computed element by element.
bool IsOnFewElements(const Step& step) {
  // WebAssembly leaves it out: the engine's size counts there.
  if (kHasChainModules) return false;
  if (step.function != &TileStep && step.function != &DirectTileStep) return false;
  const auto& program = ParametersOf<TileProgram>(step);
  const auto is_in_tape = [](const TileInstruction& tile) {
    return tile.chain == nullptr && tile.kernel.tape != nullptr;
  };
  return program.count <= kMostElements && program.streams.empty() &&
         std::ranges::all_of(program.instructions, is_in_tape) &&
         std::ranges::all_of(program.loads,
                             [&](const TileLoad& load) { return HasSources(load, program.count); });
}

class TapePlanner {
 public:
  TapePlanner(std::span<const Step> steps, Arena& arena)
      : steps_(steps), arena_(arena), plan_(std::make_shared<TapePlan>()) {
    uint32_t references = 0;
    for (const Step& step : steps) {
      first_reference_.push_back(references);
      references += static_cast<uint32_t>(step.references.size());
    }
    block_of_.assign(steps.size(), kNone);
    copies_.resize(steps.size());
  }

  // `inner`: the loops inside `loop`, and `loop` itself.
  void AddLoop(const StepLoop& loop, std::span<const StepLoop> inner) {
    loop_ = loop;
    const auto first = static_cast<uint32_t>(plan_->blocks.size());
    for (const StepLoop& one : inner) BlockAt(one.begin);
    // Tracing appends blocks.
    for (size_t i = first; i < plan_->blocks.size(); ++i) {
      if (!plan_->blocks[i].is_end) Trace(i);
    }
    plan_->loops.push_back({first, static_cast<uint32_t>(plan_->blocks.size()) - first});
  }

  std::shared_ptr<const TapePlan> Take() { return std::move(plan_); }

 private:
  static constexpr uint32_t kNone = 0xFFFFFFFF;

  bool IsInside(uint32_t step) const { return step >= loop_.begin && step <= loop_.end; }

  uint32_t BlockAt(uint32_t step) {
    if (block_of_[step] != kNone) return block_of_[step];
    const auto number = static_cast<uint32_t>(plan_->blocks.size());
    TapePlan::Block block;
    block.place = step;
    block.is_end = !IsInside(step);
    plan_->blocks.push_back(block);
    // An end belongs to this loop only.
    if (!block.is_end) block_of_[step] = number;
    return number;
  }

  const StepCopies& CopiesAt(uint32_t step) {
    std::optional<StepCopies>& copies = copies_[step];
    if (!copies) copies = CopiesOf(steps_[step]);
    return *copies;
  }

  // Returns whether a step other than the following one may be next.
  bool Jumps(uint32_t number) {
    const Step& step = steps_[number];
    if (step.function == &MoveStep) return ParametersOf<MoveParameters>(step).jump != 0;
    return step.function != &DirectTileStep && step.function != &EnterStep &&
           !IsOnFewElements(step) && CopiesAt(number).copies.empty();
  }

  // Returns the number of steps from `at` to the next jump, or some number above `most` if there
  // are more.
  uint32_t StepsToJump(uint32_t at, uint32_t most) {
    uint32_t count = 1;
    while (count <= most && IsInside(at + count) && !Jumps(at + count - 1)) ++count;
    return count;
  }

  void Trace(size_t number) {
    uint32_t at = plan_->blocks[number].place;
    TapePlan::Block block = plan_->blocks[number];
    block.first_instruction = static_cast<uint32_t>(plan_->instructions.size());
    block.first_step = static_cast<uint32_t>(plan_->steps.size());
    while (AddStep(at, block)) {
      const bool is_long = block.step_count >= kLongestBlock;
      if (!is_long && IsInside(at) && !IsKnownAndLong(at)) continue;
      AddJump(TapeKind::kJump, {at});
      break;
    }
    block.instruction_count =
        static_cast<uint32_t>(plan_->instructions.size()) - block.first_instruction;
    plan_->blocks[number] = block;
  }

  bool IsKnownAndLong(uint32_t step) {
    const bool is_next = !plan_->steps.empty() && step == plan_->steps.back() + 1;
    if (is_next && block_of_[step] == kNone) return false;
    return StepsToJump(step, kMostDuplicated) > kMostDuplicated;
  }

  // Returns false if the block ends with it; otherwise `at` is the next step.
  bool AddStep(uint32_t& at, TapePlan::Block& block) {
    const Step& step = steps_[at];
    const uint32_t begin = at;
    bool goes_on = true;
    ++at;
    if (IsOnFewElements(step)) {
      block.work += AddElements(begin);
    } else if (step.function == &DirectTileStep) {
      AddTiles(begin);
    } else if (IsSmallMove(step)) {
      at += static_cast<uint32_t>(AddMoves(begin));
    } else if (step.function == &BranchStep) {
      AddBranch(begin);
      goes_on = false;
    } else if (!CopiesAt(begin).copies.empty()) {
      block.work += AddCopies(begin);
    } else if (step.function != &EnterStep) {
      return AddCall(begin);
    }
    block.work += step.work;
    ++block.step_count;
    plan_->steps.push_back(begin);
    return goes_on;
  }

  void AddTiles(uint32_t step) {
    const auto& program = ParametersOf<TileProgram>(steps_[step]);
    for (const TileInstruction& tile : program.instructions) {
      TapePlan::Instruction instruction;
      for (size_t k = 0; k < 3; ++k) {
        instruction.operands[k].reference = first_reference_[step] + tile.operands[k];
      }
      instruction.result.reference = first_reference_[step] + tile.result;
      if (program.count == 1 && tile.kernel.tape != nullptr) {
        SetForms(tile, instruction);
      } else {
        instruction.kind = TapeKind::kKernel;
        instruction.forms.in_memory = simd::FindTapeCode(simd::TapeControl::kKernel);
        instruction.kernel = arena_.Make<simd::TapeKernel>(tile.kernel.function, tile.attributes,
                                                           static_cast<size_t>(program.count));
      }
      plan_->instructions.push_back(instruction);
    }
  }

  static void SetForms(const TileInstruction& tile, TapePlan::Instruction& instruction) {
    instruction.forms = tile.kernel.tape(ByteSize(tile.kernel.operand));
    if (simd::IsMirrored(tile.kernel.direction)) {
      std::swap(instruction.operands[0], instruction.operands[1]);
    }
  }

  // Computes each element by itself, so that its values stay in the register. Returns the work that
  // the step charges itself.
  int64_t AddElements(uint32_t step) {
    const auto& program = ParametersOf<TileProgram>(steps_[step]);
    const bool is_direct = steps_[step].function == &DirectTileStep;
    for (int64_t i = 0; i < program.count; ++i) {
      AddLoads(step, i);
      for (const TileInstruction& tile : program.instructions) {
        TapePlan::Instruction instruction;
        for (size_t k = 0; k < 3; ++k) {
          instruction.operands[k] = PlaceOf(step, tile.operands[k], i);
        }
        instruction.result = PlaceOf(step, tile.result, i);
        SetForms(tile, instruction);
        plan_->instructions.push_back(instruction);
      }
    }
    if (is_direct) return 0;
    plan_->own_bytes = std::max(plan_->own_bytes, program.scratch_bytes);
    return program.count * program.work_per_element;
  }

  // Loads into results. Other loads are read where their source is.
  void AddLoads(uint32_t step, int64_t element) {
    const auto& program = ParametersOf<TileProgram>(steps_[step]);
    for (const TileLoad& load : program.loads) {
      if (load.result >= program.moving_registers) continue;
      const TileRegister& one = program.registers[load.result];
      AddMove(load.element_bytes, SourceIn(step, load, element),
              InStep(step, {one.reference, static_cast<uint32_t>(element) * one.element_bytes}));
    }
  }

  TapePlan::Place SourceIn(uint32_t step, const TileLoad& load, int64_t element) const {
    const ElementSource source = *SourceOf(load, element);
    return InStep(step, {source.reference, source.offset});
  }

  TapePlan::Place InStep(uint32_t step, TapePlan::Place place) const {
    return {first_reference_[step] + place.reference, place.offset};
  }

  // The operands of DirectTileStep are references instead of registers.
  TapePlan::Place PlaceOf(uint32_t step, uint16_t number, int64_t element) const {
    const auto& program = ParametersOf<TileProgram>(steps_[step]);
    const auto at = static_cast<uint32_t>(element);
    if (steps_[step].function == &DirectTileStep) {
      const auto found = std::ranges::find(program.registers, number, &TileRegister::reference);
      return InStep(step, {number, at * found->element_bytes});
    }
    if (number >= program.moving_registers) {
      const auto load = std::ranges::find(program.loads, number, &TileLoad::result);
      if (load != program.loads.end()) return SourceIn(step, *load, element);
    }
    const TileRegister& one = program.registers[number];
    const uint32_t offset = at * one.element_bytes;
    if (one.is_scratch) return {TapePlan::kOwnMemory, one.scratch_offset + offset};
    return InStep(step, {one.reference, offset});
  }

  // Returns the work that the step charges itself.
  int64_t AddCopies(uint32_t step) {
    const auto [copies, work] = CopiesAt(step);
    const auto last = static_cast<uint32_t>(steps_[step].references.size()) - 1;
    for (const SmallCopy& copy : copies) {
      AddMove(copy.bytes, InStep(step, {copy.reference, copy.source_offset}),
              InStep(step, {last, copy.result_offset}));
    }
    return work;
  }

  void AddMove(uint64_t bytes, TapePlan::Place source, TapePlan::Place result) {
    TapePlan::Instruction instruction;
    instruction.kind = TapeKind::kMove;
    instruction.forms.in_memory = simd::FindTapeCode(*MoveOf(bytes));
    instruction.forms.result_bytes = static_cast<uint8_t>(bytes);
    instruction.operands[0] = source;
    instruction.result = result;
    plan_->instructions.push_back(instruction);
  }

  // In the order of MoveReferences. Returns the jump.
  int32_t AddMoves(uint32_t step) {
    const auto& parameters = ParametersOf<MoveParameters>(steps_[step]);
    const auto count = static_cast<uint32_t>(parameters.entries.size());
    for (uint32_t i = 0; i < count; ++i) {
      AddMove(parameters.entries[i].bytes, InStep(step, {i, 0}), InStep(step, {count + i, 0}));
    }
    return parameters.jump;
  }

  void AddBranch(uint32_t step) {
    const auto& parameters = ParametersOf<BranchParameters>(steps_[step]);
    std::vector<uint32_t> places;
    for (int32_t jump : parameters.jumps) places.push_back(step + 1 + static_cast<uint32_t>(jump));
    AddJump(parameters.is_predicate ? TapeKind::kBranch : TapeKind::kSwitch, places);
    plan_->instructions.back().operands[0].reference = first_reference_[step];
  }

  // Ends the block: the called step counts itself and chooses the next step.
  bool AddCall(uint32_t step) {
    TapePlan::Instruction instruction;
    instruction.kind = TapeKind::kCall;
    instruction.forms.in_memory = simd::FindTapeCode(simd::TapeControl::kCall);
    instruction.step = step;
    plan_->instructions.push_back(instruction);
    if (IsInside(step + 1)) BlockAt(step + 1);
    return false;
  }

  void AddJump(TapeKind kind, const std::vector<uint32_t>& places) {
    TapePlan::Instruction instruction;
    instruction.kind = kind;
    instruction.forms.in_memory =
        simd::FindTapeCode(kind == TapeKind::kJump     ? simd::TapeControl::kJump
                           : kind == TapeKind::kBranch ? simd::TapeControl::kBranch
                                                       : simd::TapeControl::kSwitch);
    instruction.first_target = static_cast<uint32_t>(plan_->targets.size());
    instruction.target_count = static_cast<uint32_t>(places.size());
    for (uint32_t place : places) plan_->targets.push_back(BlockAt(place));
    plan_->instructions.push_back(instruction);
  }

  const std::span<const Step> steps_;
  Arena& arena_;
  std::shared_ptr<TapePlan> plan_;
  std::vector<uint32_t> first_reference_;
  // By step.
  std::vector<uint32_t> block_of_;
  std::vector<std::optional<StepCopies>> copies_;
  StepLoop loop_;
};

}  // namespace

std::shared_ptr<const TapePlan> MakeTapePlan(std::span<const Step> steps,
                                             std::vector<StepLoop> loops, Arena& arena) {
  // Loops are in the order of their ends: nested loops precede the outer one.
  std::optional<TapePlanner> planner;
  for (size_t end = loops.size(); end > 0;) {
    const StepLoop& outer = loops[end - 1];
    size_t first = end - 1;
    while (first > 0 && loops[first - 1].begin >= outer.begin) --first;
    const auto of_loop = steps.subspan(outer.begin, outer.end - outer.begin + 1);
    if (std::ranges::any_of(of_loop, &IsOnSingleElements)) {
      if (!planner) planner.emplace(steps, arena);
      planner->AddLoop(outer, std::span(loops).subspan(first, end - first));
    }
    end = first;
  }
  return planner ? planner->Take() : nullptr;
}

}  // namespace paddock
