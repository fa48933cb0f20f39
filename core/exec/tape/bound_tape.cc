#include "core/exec/tape/bound_tape.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/exec/native/native_loop.h"
#include "core/exec/native/native_operations.h"
#include "core/exec/native/native_segment.h"
#include "simd/tape_tails.h"

namespace paddock {
namespace {

using TapeKind = TapePlan::Instruction::Kind;

TapeSlot::Kind SlotKindOf(TapeKind kind) {
  switch (kind) {
    case TapeKind::kCompute:
      return TapeSlot::Kind::kCompute;
    case TapeKind::kMove:
      return TapeSlot::Kind::kMove;
    case TapeKind::kJump:
    case TapeKind::kBranch:
    case TapeKind::kSwitch:
      return TapeSlot::Kind::kJump;
    case TapeKind::kSlice:
      return TapeSlot::Kind::kSlice;
    case TapeKind::kKernel:
      return TapeSlot::Kind::kKernel;
    case TapeKind::kStep:
    case TapeKind::kCall:
      return TapeSlot::Kind::kOther;
  }
  return TapeSlot::Kind::kOther;
}

const NativeOperations& NativeCodes() {
  static const NativeOperations kOperations;
  return kOperations;
}

// Fuses the branch with the comparison before it.
bool FuseBranch(const TapeSlot& branch, std::vector<TapeSlot>& slots) {
  if (slots.empty() || slots.back().kind != TapeSlot::Kind::kCompute) return false;
  TapeSlot& last = slots.back();
  if (last.forms->and_branch == 0) return false;
  if (last.instruction.result != branch.instruction.operands[0]) return false;
  last.instruction.extra = branch.instruction.extra;
  last.branches = true;
  return true;
}

// Whether an element is written at an index of an array that others read. Turn after turn, a load
// waits for another store, which processors predict worse for more instructions.
bool ReadsWhatItUpdates(std::span<const TapeSlot> slots) {
  const auto is_update = [](const TapeSlot& slot) {
    return slot.kind == TapeSlot::Kind::kSlice &&
           static_cast<const simd::TapeSlice*>(slot.instruction.extra)->is_update;
  };
  return std::ranges::any_of(slots, [&](const TapeSlot& update) {
    return is_update(update) && std::ranges::any_of(slots, [&](const TapeSlot& slot) {
             return std::ranges::any_of(slot.instruction.operands, [&](const void* operand) {
               return operand != nullptr && Writes(update, operand, 1);
             });
           });
  });
}

}  // namespace

std::span<simd::TapeBlock> BoundTape::LoopAround(const simd::TapeBlock& block) {
  const auto number = static_cast<size_t>(&block - blocks_.data()) / 2;
  const auto behind =
      std::ranges::upper_bound(plan_->loops, number, {}, &TapePlan::Loop::first_block);
  const TapePlan::Loop& loop = *(behind - 1);
  return std::span(blocks_).subspan(size_t{2} * loop.first_block, size_t{2} * loop.block_count);
}

void BoundTape::Bind(std::shared_ptr<const TapePlan> plan, const TapeMemory& memory,
                     bool may_be_native) {
  if (plan_ == plan && IsBoundTo(memory)) return;
  is_native_ = may_be_native && plan_ == nullptr;
  plan_ = std::move(plan);
  pointers_.assign(memory.pointers.begin(), memory.pointers.end());
  scratch_ = memory.scratch;
  steps_ = memory.steps.data();
  work_ = 0;
  BindCalledSteps(memory);
  FindConstants(memory);
  code_ = nullptr;
  segments_.clear();
  PlaceBlocks();
  if (is_native_) WriteCode();
  BindBlocks();
}

void BoundTape::FindConstants(const TapeMemory& memory) {
  constants_.clear();
  size_t number = 0;
  for (const Step& step : memory.steps) {
    for (const Reference& reference : step.references) {
      if (reference.kind == MemoryKind::kConstant) constants_.insert(pointers_[number]);
      ++number;
    }
  }
}

void BoundTape::BindCalledSteps(const TapeMemory& memory) {
  if constexpr (kHasCalledSteps) {
    called_.Clear(
        {.scratch = memory.scratch, .scratch_stride = memory.scratch_stride, .host = memory.host});
    for (const TapePlan::Instruction& one : plan_->instructions) {
      if (one.kind != TapeKind::kStep) continue;
      called_.Add(one.step, memory.steps[one.step], &pointers_[one.operands[0].reference]);
    }
  }
}

void BoundTape::MakeNative() {
  is_native_ = true;
  PlaceBlocks();
  WriteCode();
  BindBlocks();
}

void BoundTape::PlaceBlocks() {
  blocks_.assign(2 * plan_->blocks.size(), {});
  targets_.clear();
  for (uint32_t target : plan_->targets) targets_.push_back(&blocks_[size_t{2} * target]);
  const auto is_switch = [](const auto& planned) { return planned.kind == TapeKind::kSwitch; };
  joined_.Reset(plan_->instructions.size());
  switches_.reserve(static_cast<size_t>(std::ranges::count_if(plan_->instructions, is_switch)));
}

void BoundTape::WriteCode() {
  if constexpr (kHasNativeTapes) {
    constexpr size_t kBytesOfInstruction = 32;
    Assembler assembler;
    assembler.Reserve(plan_->instructions.size() * kBytesOfInstruction);
    switches_.clear();
    for (size_t i = 0; i < plan_->blocks.size(); ++i) {
      if (!plan_->blocks[i].is_end) WriteSegments(i, assembler);
    }
    code_ = ExecutableMemory::Make(assembler.code());
    if (code_ == nullptr) segments_.clear();
  }
}

void BoundTape::BindBlocks() {
  instructions_.clear();
  instructions_.reserve(2 * plan_->instructions.size());
  switches_.clear();
  joined_.Clear();
  for (size_t i = 0; i < plan_->blocks.size(); ++i) {
    const TapePlan::Block& planned = plan_->blocks[i];
    for (simd::TapeBlock& block : std::span(blocks_).subspan(2 * i, 2)) {
      block.place = planned.place;
      block.work = planned.is_end ? simd::kTapeEnd : planned.work;
      block.steps = planned.step_count;
    }
    if (!planned.is_end) BindBlock(i);
  }
}

const TapePlan::Instruction& BoundTape::LastOf(size_t number) const {
  const TapePlan::Block& block = plan_->blocks[number];
  return plan_->instructions[block.first_instruction + block.instruction_count - 1];
}

TapeSlot BoundTape::BranchOf(const TapePlan::Instruction& last) {
  TapeSlot slot;
  slot.kind = TapeSlot::Kind::kJump;
  slot.forms = &last.forms;
  slot.instruction.code = last.forms.in_memory;
  slot.instruction.operands[0] = Memory().At(last.operands[0]);
  SetJump(last, slot.instruction);
  return slot;
}

bool BoundTape::WriteLoop(size_t number, Assembler& assembler) {
  if (ReadsWhatItUpdates(slots_)) return false;
  const TapePlan::Instruction& last = LastOf(number);
  const TapePlan::Block& planned = plan_->blocks[number];
  simd::TapeBlock& block = blocks_[2 * number];
  constexpr int64_t kMost = std::numeric_limits<int32_t>::max();
  const bool may_repeat = last.kind == TapeKind::kBranch && ComesAgain(last, block) &&
                          planned.work <= kMost && planned.step_count <= kMost;
  if (!may_repeat) return false;
  std::vector<simd::TapeInstruction> taken;
  for (const TapeSlot& slot : slots_) {
    if (slot.kind == TapeSlot::Kind::kJump) continue;
    taken.push_back(slot.instruction);
    // A comparison without its branch.
    if (slot.branches) taken.back().code = slot.forms->in_memory;
    if (NativeCodes().Find(taken.back()) == nullptr) return false;
  }
  const size_t turns = TurnsOf(taken.size());
  if (turns == 1) return false;
  const NativeLoop loop{&block,
                        static_cast<int32_t>(planned.work),
                        static_cast<int32_t>(planned.step_count),
                        Memory().At(last.operands[0]),
                        targets_[last.first_target + 1] == &block,
                        turns};
  std::vector<const simd::TapeInstruction*> instructions;
  for (const simd::TapeInstruction& one : taken) instructions.push_back(&one);
  segments_.push_back({number, 0, taken.size(), assembler.code().size(), true});
  WriteSegment(instructions, NativeCodes(), constants_, &loop, assembler);
  return true;
}

// The last instruction of a block is its jump, which may join the one before it.
void BoundTape::WriteSegments(size_t number, Assembler& assembler) {
  // A segment takes as long as about two instructions, to begin and to end. A call of a kernel
  // takes longer, and so does a slice.
  constexpr size_t kFewest = 3;
  CollectSlots(plan_->blocks[number]);
  if (WriteLoop(number, assembler)) return;
  SinkComparedResult(slots_);
  const size_t end = slots_.size() - std::min<size_t>(slots_.size(), EndsInPair(slots_) ? 2 : 1);
  std::vector<const simd::TapeInstruction*> taken;
  for (size_t at = 0; at <= end; ++at) {
    const bool is_native =
        at < end && !slots_[at].branches && NativeCodes().Find(slots_[at].instruction) != nullptr;
    if (is_native) {
      taken.push_back(&slots_[at].instruction);
      continue;
    }
    const auto takes_long = [&](const simd::TapeInstruction* one) {
      const NativeOperation& operation = *NativeCodes().Find(*one);
      return CallsFunction(operation) || operation.kind == NativeOperation::Kind::kSlice;
    };
    if (taken.size() >= kFewest || std::ranges::any_of(taken, takes_long)) {
      segments_.push_back({number, at - taken.size(), taken.size(), assembler.code().size()});
      WriteSegment(taken, NativeCodes(), constants_, nullptr, assembler);
    }
    taken.clear();
  }
}

// From the last one, so that the others stay where they are.
void BoundTape::ReplaceSegments(size_t number) {
  for (size_t i = segments_.size(); i-- > 0;) {
    Segment& segment = segments_[i];
    if (segment.block != number) continue;
    const auto begin = slots_.begin() + static_cast<ptrdiff_t>(segment.begin);
    const auto end = begin + static_cast<ptrdiff_t>(segment.count);
    segment.replaced.assign(begin, end);
    TapeSlot native;
    native.kind = TapeSlot::Kind::kNative;
    native.instruction.code = code_->address() + segment.offset;
    native.replaced = &segment.replaced;
    *begin = native;
    slots_.erase(begin + 1, end);
    if (segment.is_loop && segment.replaced.back().branches) {
      slots_.push_back(BranchOf(LastOf(number)));
    }
  }
}

void BoundTape::BindBlock(size_t number) {
  const TapePlan::Block& planned = plan_->blocks[number];
  CollectSlots(planned);
  simd::TapeBlock& first = blocks_[2 * number];
  if constexpr (simd::kHasTapeTails) {
    SinkComparedResult(slots_);
    if constexpr (kHasNativeTapes) ReplaceSegments(number);
    const TapePlan::Instruction& last = LastOf(number);
    const bool comes_again = ComesAgain(last, first);
    const HeldValue held = ChooseTapeCodes(slots_, {}, comes_again);
    AddInstructions(slots_, first);
    if (comes_again) BindAgain(last, held, first, blocks_[2 * number + 1]);
  } else {
    AddInstructions(slots_, first);
  }
}

void BoundTape::BindAgain(const TapePlan::Instruction& last, const HeldValue& held,
                          simd::TapeBlock& first, simd::TapeBlock& again) {
  // A repeated block begins with the register that it ends with, so the choice must be stable.
  if (ChooseTapeCodes(slots_, held, true) != held) return;
  again.instructions = instructions_.data() + instructions_.size();
  const bool counts = RepeatByCount(slots_, again);
  if (!counts && held.is_empty()) return;
  AddInstructions(slots_, again);
  const auto targets = std::span(targets_).subspan(last.first_target, last.target_count);
  std::ranges::replace(targets, &first, &again);
}

// Returns whether a branch leads back. The target of a jump is known when it is bound.
bool BoundTape::ComesAgain(const TapePlan::Instruction& last, simd::TapeBlock& block) const {
  if (last.kind != TapeKind::kBranch && last.kind != TapeKind::kSwitch) return false;
  const auto targets = std::span(targets_).subspan(last.first_target, last.target_count);
  return std::ranges::find(targets, &block) != targets.end();
}

void BoundTape::AddInstructions(std::span<const TapeSlot> slots, simd::TapeBlock& block) {
  block.instructions = instructions_.data() + instructions_.size();
  for (const TapeSlot& slot : slots) instructions_.push_back(slot.instruction);
}

void BoundTape::CollectSlots(const TapePlan::Block& block) {
  const TapeMemory memory = Memory();
  slots_.clear();
  numbers_.clear();
  const auto planned =
      std::span(plan_->instructions).subspan(block.first_instruction, block.instruction_count);
  for (const TapePlan::Instruction& from : planned) {
    TapeSlot slot;
    slot.kind = SlotKindOf(from.kind);
    slot.forms = &from.forms;
    simd::TapeInstruction& to = slot.instruction;
    to.code = from.forms.in_memory;
    to.result = memory.At(from.result);
    for (size_t k = 0; k < 3; ++k) to.operands[k] = memory.At(from.operands[k]);
    if (from.kind == TapeKind::kMove && to.result == to.operands[0]) continue;
    if (from.kind == TapeKind::kKernel) {
      to.extra = from.kernel;
      if (from.kernel->arity == 0) slot.kind = TapeSlot::Kind::kOther;
    }
    if (from.kind == TapeKind::kSlice) to.extra = from.slice;
    if (from.kind == TapeKind::kCall) to.extra = &from.step;
    if (kHasCalledSteps && from.kind == TapeKind::kStep) to.extra = called_.Find(from.step);
    if (slot.kind == TapeSlot::Kind::kJump) SetJump(from, to);
    if (from.kind == TapeKind::kBranch && FuseBranch(slot, slots_)) continue;
    slots_.push_back(slot);
    numbers_.push_back(static_cast<size_t>(&from - plan_->instructions.data()));
  }
  joined_.Join(slots_, numbers_);
}

void BoundTape::SetJump(const TapePlan::Instruction& planned, simd::TapeInstruction& instruction) {
  if (planned.kind == TapeKind::kSwitch) {
    switches_.push_back({targets_.data() + planned.first_target, planned.target_count});
    instruction.extra = &switches_.back();
  } else if (planned.kind == TapeKind::kJump) {
    instruction.extra = targets_[planned.first_target];
  } else {
    instruction.extra = targets_.data() + planned.first_target;
  }
}

}  // namespace paddock
