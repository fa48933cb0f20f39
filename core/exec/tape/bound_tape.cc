#include "core/exec/tape/bound_tape.h"

#include <algorithm>

#include "simd/elementwise/tape_tails.h"

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
    case TapeKind::kKernel:
    case TapeKind::kSlice:
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

void BoundTape::Bind(const TapePlan& plan, const TapeMemory& memory) {
  plan_ = &plan;
  instructions_.clear();
  instructions_.reserve(2 * plan.instructions.size());
  blocks_.assign(2 * plan.blocks.size(), {});
  targets_.clear();
  for (uint32_t target : plan.targets) targets_.push_back(&blocks_[size_t{2} * target]);
  const auto is_switch = [](const auto& planned) { return planned.kind == TapeKind::kSwitch; };
  switches_.clear();
  switches_.reserve(static_cast<size_t>(std::ranges::count_if(plan.instructions, is_switch)));
  for (size_t i = 0; i < plan.blocks.size(); ++i) {
    const TapePlan::Block& planned = plan.blocks[i];
    for (simd::TapeBlock& block : std::span(blocks_).subspan(2 * i, 2)) {
      block.place = planned.place;
      block.work = planned.is_end ? simd::kTapeEnd : planned.work;
      block.steps = planned.step_count;
    }
    if (!planned.is_end) BindBlock(i, memory);
  }
}

void BoundTape::BindBlock(size_t number, const TapeMemory& memory) {
  const TapePlan::Block& planned = plan_->blocks[number];
  CollectSlots(planned, memory);
  simd::TapeBlock& first = blocks_[2 * number];
  if constexpr (simd::kHasTapeTails) {
    SinkComparedResult(slots_);
    const TapePlan::Instruction& last =
        plan_->instructions[planned.first_instruction + planned.instruction_count - 1];
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

void BoundTape::CollectSlots(const TapePlan::Block& block, const TapeMemory& memory) {
  slots_.clear();
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
    if (from.kind == TapeKind::kKernel) to.extra = from.kernel;
    if (from.kind == TapeKind::kSlice) to.extra = from.slice;
    if (from.kind == TapeKind::kCall) to.extra = &from.step;
    if (slot.kind == TapeSlot::Kind::kJump) SetJump(from, to);
    if (from.kind == TapeKind::kBranch && FuseBranch(slot, slots_)) continue;
    slots_.push_back(slot);
  }
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
