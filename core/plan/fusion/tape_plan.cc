#include "core/plan/fusion/tape_plan.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <optional>
#include <utility>

#include "core/native/executable_memory.h"
#include "core/plan/control_steps.h"
#include "core/plan/fusion/tape_tiles.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/fusion/tile_program.h"
#include "core/plan/move_steps.h"

namespace paddock {
namespace {

using TapeKind = TapePlan::Instruction::Kind;

// Limit of steps that a block duplicates after an unconditional jump, up to the next jump. A jump
// costs as much as one step, and duplicated code stays short.
constexpr uint32_t kMostDuplicated = 16;

// Limit of bytes that are moved in pieces of 16 and less. More are moved by a kernel, and those for
// which a step charges itself, by the step.
constexpr uint64_t kMostMovedBytes = kHasNativeTapes ? 256 : 128;

// Limits of steps, and of work, in a block, which is charged at once.
constexpr uint32_t kLongestBlock = 512;
constexpr int64_t kMostBlockWork = kChunkWork;

template <class T>
const T& ParametersOf(const Step& step) {
  return *static_cast<const T*>(step.parameters);
}

bool IsSame(const Reference& one, const Reference& other) {
  return one.kind == other.kind && one.value == other.value;
}

// Whether entry i moves to where its source is.
bool StaysInPlace(const Step& step, size_t i) {
  const auto& entries = ParametersOf<MoveParameters>(step).entries;
  return entries[i].splat_bytes == 0 &&
         IsSame(step.references[i], step.references[entries.size() + i]);
}

bool IsSmallMove(const Step& step) {
  if (step.function != &MoveStep) return false;
  const auto& entries = ParametersOf<MoveParameters>(step).entries;
  for (size_t i = 0; i < entries.size(); ++i) {
    const bool is_small = entries[i].splat_bytes == 0 && entries[i].bytes <= kMostFreelyMoved &&
                          (!kHasChainModules || TapeMoveOf(entries[i].bytes).has_value());
    if (!is_small && !StaysInPlace(step, i)) return false;
  }
  return true;
}

// A kernel that copies bytes.
void CopyBytes(const void* const* operands, void* result, size_t count, const void*) {
  std::memcpy(result, operands[0], count);
}

bool IsOnSingleElements(const Step& step) {
  return step.function == &DirectTileStep && ParametersOf<TileProgram>(step).count == 1;
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
    moves_.resize(steps.size());
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

  // Returns the moves that have the effect of a step; null if it must be called. WebAssembly leaves
  // such tapes out: the engine's size counts there.
  const StepMoves* MovesAt(uint32_t number) {
    const Step& step = steps_[number];
    if (kHasChainModules || step.moves == nullptr) return nullptr;
    if (!moves_[number]) moves_[number] = step.moves(step.parameters, arena_);
    const StepMoves* const moves = *moves_[number];
    if (moves == nullptr || !moves->is_update) return moves;
    return IsSame(step.references.front(), step.references.back()) ? moves : nullptr;
  }

  // Returns whether a step other than the following one may be next.
  bool Jumps(uint32_t number) {
    const Step& step = steps_[number];
    if (step.function == &MoveStep) return ParametersOf<MoveParameters>(step).jump != 0;
    return step.function != &EnterStep && !IsTapedTiles(step) && !IsCalledTiles(step) &&
           MovesAt(number) == nullptr;
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
      const bool is_long = block.step_count >= kLongestBlock || block.work >= kMostBlockWork;
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
    if (IsTapedTiles(step)) {
      AddTiles(begin);
      block.work += OwnWork(step);
    } else if (IsCalledTiles(step)) {
      AddCalledStep(begin);
      block.work += OwnWork(step);
    } else if (IsSmallMove(step)) {
      at += static_cast<uint32_t>(AddMoves(begin));
    } else if (step.function == &BranchStep) {
      AddBranch(begin);
      goes_on = false;
    } else if (const StepMoves* moves = MovesAt(begin)) {
      AddStepMoves(begin, *moves);
      block.work += moves->work;
    } else if (step.function != &EnterStep) {
      return AddCall(begin);
    }
    block.work += step.work;
    ++block.step_count;
    plan_->steps.push_back(begin);
    return goes_on;
  }

  void AddTiles(uint32_t step) {
    AppendTiles(steps_[step], first_reference_[step], arena_, *plan_);
  }

  // In the order of MoveReferences. Returns the jump.
  int32_t AddMoves(uint32_t step) {
    const auto& parameters = ParametersOf<MoveParameters>(steps_[step]);
    const auto count = static_cast<uint32_t>(parameters.entries.size());
    for (uint32_t i = 0; i < count; ++i) {
      if (StaysInPlace(steps_[step], i)) continue;
      const StepMove move{.source = i,
                          .target = count + i,
                          .bytes = static_cast<uint32_t>(parameters.entries[i].bytes)};
      if (move.bytes > kMostMovedBytes) {
        AddCopy(step, move);
      } else {
        AddPieces(step, move);
      }
    }
    return parameters.jump;
  }

  void AddCopy(uint32_t step, const StepMove& move) {
    TapePlan::Instruction instruction;
    instruction.kind = TapeKind::kKernel;
    instruction.forms.in_memory = simd::FindTapeCode(simd::TapeControl::kKernel);
    instruction.kernel =
        arena_.Make<simd::TapeKernel>(simd::TapeKernel{&CopyBytes, nullptr, move.bytes});
    Connect(step, move, instruction);
    plan_->instructions.push_back(instruction);
  }

  // One instruction; the number of bytes is a size of TapeMoveOf.
  void AddMove(uint32_t step, const StepMove& move) {
    TapePlan::Instruction instruction;
    instruction.kind = TapeKind::kMove;
    instruction.forms.in_memory = simd::FindTapeCode(*TapeMoveOf(move.bytes));
    instruction.forms.result_bytes = static_cast<uint8_t>(move.bytes);
    Connect(step, move, instruction);
    plan_->instructions.push_back(instruction);
  }

  void Connect(uint32_t step, const StepMove& move, TapePlan::Instruction& instruction) const {
    instruction.operands[0] = {first_reference_[step] + move.source, move.source_offset};
    instruction.result = {first_reference_[step] + move.target, move.target_offset};
  }

  void AddStepMoves(uint32_t step, const StepMoves& moves) {
    if (moves.is_call) return AddCalledStep(step);
    if (!moves.terms.empty()) return AddTerms(step, moves.terms);
    for (const StepMove& move : moves.moves) AddPieces(step, move);
  }

  void AddTerms(uint32_t step, std::span<const TapePlan::Instruction> terms) {
    for (TapePlan::Instruction term : terms) {
      for (TapePlan::Place* place :
           {&term.result, &term.operands[0], &term.operands[1], &term.operands[2]}) {
        if (place->reference < TapePlan::kFirstConstant) place->reference += first_reference_[step];
      }
      plan_->instructions.push_back(term);
    }
  }

  // Pieces of 16, 8, 4, 2 and 1 bytes.
  void AddPieces(uint32_t step, StepMove move) {
    for (uint32_t rest = move.bytes; rest > 0; rest -= move.bytes) {
      move.bytes = std::min(16U, std::bit_floor(rest));
      AddMove(step, move);
      move.source_offset += move.bytes;
      move.target_offset += move.bytes;
    }
  }

  void AddBranch(uint32_t step) {
    const auto& parameters = ParametersOf<BranchParameters>(steps_[step]);
    std::vector<uint32_t> places;
    for (int32_t jump : parameters.jumps) places.push_back(step + 1 + static_cast<uint32_t>(jump));
    AddJump(parameters.is_predicate ? TapeKind::kBranch : TapeKind::kSwitch, places);
    plan_->instructions.back().operands[0] = {first_reference_[step], 0};
  }

  // The step continues at the next one.
  void AddCalledStep(uint32_t step) {
    TapePlan::Instruction instruction;
    instruction.kind = TapeKind::kStep;
    instruction.forms.in_memory = simd::FindTapeCode(simd::TapeControl::kKernel);
    instruction.operands[0] = {first_reference_[step], 0};
    instruction.step = step;
    plan_->instructions.push_back(instruction);
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
  std::vector<std::optional<const StepMoves*>> moves_;
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
