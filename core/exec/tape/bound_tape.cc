#include "core/exec/tape/bound_tape.h"

#include <algorithm>
#include <utility>

#include "core/exec/tape/native_slots.h"
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

std::optional<NativeEnd> BoundTape::EndOf(size_t number) const {
  const TapePlan::Instruction& last = LastOf(number);
  NativeEnd end;
  switch (last.kind) {
    case TapeKind::kJump:
      break;
    case TapeKind::kBranch:
      end.kind = NativeEnd::Kind::kBranch;
      break;
    case TapeKind::kSwitch:
      end.kind = NativeEnd::Kind::kSwitch;
      break;
    default:
      return std::nullopt;
  }
  if (last.target_count > NativeEnd::kMostTargets) return std::nullopt;
  end.operand = Memory().At(last.operands[0]);
  for (uint32_t i = 0; i < last.target_count; ++i) {
    const uint32_t target = plan_->targets[last.first_target + i];
    const TapePlan::Block& planned = plan_->blocks[target];
    const int64_t work = planned.is_end ? simd::kTapeEnd : planned.work;
    end.targets.push_back({targets_[last.first_target + i], work, planned.step_count});
  }
  return end;
}

void BoundTape::WriteSegment(size_t number, std::span<TapeSlot> slots, const NativeEnd* end,
                             Assembler& assembler) {
  std::vector<simd::TapeInstruction> taken;
  for (const TapeSlot& slot : slots) taken.push_back(WithoutBranch(slot));
  std::vector<const simd::TapeInstruction*> instructions;
  for (const simd::TapeInstruction& one : taken) instructions.push_back(&one);
  segments_.push_back({number, static_cast<size_t>(slots.data() - slots_.data()), slots.size(),
                       assembler.code().size(), end != nullptr});
  paddock::WriteSegment(instructions, NativeCodes(), constants_, end, assembler);
}

bool BoundTape::HasNativeEnd(size_t number) const {
  return std::ranges::any_of(
      segments_, [&](const Segment& one) { return one.block == number && one.has_end; });
}

// The last instruction of a block is its jump, which may join the one before it.
void BoundTape::WriteSegments(size_t number, Assembler& assembler) {
  // A segment takes as long as about two instructions, to begin and to end. A call of a kernel
  // takes longer, and so do a slice and a jump.
  constexpr size_t kFewest = 3;
  CollectSlots(plan_->blocks[number]);
  std::optional<NativeEnd> end = EndOf(number);
  // Slots up to the jump.
  size_t count = slots_.size() - (slots_.back().branches ? 0 : 1);
  size_t last = count;
  while (last > 0 && IsNative(slots_[last - 1])) --last;
  // The tape counts the iterations of a block of other instructions in registers.
  const bool has_end = end && last < count && (last == 0 || count - last >= kFewest);
  if (!has_end) {
    SinkComparedResult(slots_);
    count = slots_.size() - std::min<size_t>(slots_.size(), EndsInPair(slots_) ? 2 : 1);
  }
  size_t begin = 0;
  for (size_t at = 0; at <= count; ++at) {
    if (at < count && IsNative(slots_[at])) continue;
    const auto taken = std::span(slots_).subspan(begin, at - begin);
    const bool is_last = has_end && at == count;
    if (is_last && begin == 0 && !ReadsWhatItUpdates(slots_)) RepeatItself(number, count, *end);
    if (is_last || taken.size() >= kFewest || std::ranges::any_of(taken, &TakesLong)) {
      WriteSegment(number, taken, is_last ? &*end : nullptr, assembler);
    }
    begin = at + 1;
  }
}

void BoundTape::RepeatItself(size_t number, size_t instructions, NativeEnd& end) const {
  const simd::TapeBlock* own = &blocks_[2 * number];
  const auto is_own = [&](const NativeEnd::Target& target) { return target.block == own; };
  const bool repeats = end.kind == NativeEnd::Kind::kBranch &&
                       std::ranges::count_if(end.targets, is_own) == 1 &&
                       std::ranges::all_of(end.targets, [&](const NativeEnd::Target& target) {
                         return !is_own(target) || NativeEnd::MayEnter(target);
                       });
  if (!repeats) return;
  end.repeated = own;
  end.iterations = IterationsOf(instructions);
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
    if (segment.has_end && segment.replaced.back().branches) {
      slots_.push_back(BranchOf(LastOf(number)));
    }
  }
}

void BoundTape::BindBlock(size_t number) {
  const TapePlan::Block& planned = plan_->blocks[number];
  CollectSlots(planned);
  simd::TapeBlock& first = blocks_[2 * number];
  if constexpr (simd::kHasTapeTails) {
    if (!HasNativeEnd(number)) SinkComparedResult(slots_);
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
