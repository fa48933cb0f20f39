#include "core/exec/bound_tape.h"

#include <algorithm>

namespace paddock {
namespace {

using TapeKind = TapePlan::Instruction::Kind;

}  // namespace

// What the instruction before left.
struct BoundTape::Previous {
  // Its result is in the register: where it also lies, and how wide it is.
  const void* result = nullptr;
  size_t bytes = 0;
  const simd::TapeForms* forms = nullptr;

  bool Has(const void* operand, const simd::TapeForms& reader) const {
    return bytes != 0 && operand == result && reader.operand_bytes == bytes;
  }
  uintptr_t CodeOf(const simd::TapeForms& form, const void* const* operands) const {
    const bool has_left = Has(operands[0], form), has_right = Has(operands[1], form);
    if (has_left && has_right && form.after_both != 0) return form.after_both;
    if (has_left && form.after_left != 0) return form.after_left;
    if (has_right && form.after_right != 0) return form.after_right;
    return form.in_memory;
  }
};

std::span<simd::TapeBlock> BoundTape::LoopAround(const simd::TapeBlock& block) {
  const auto number = static_cast<size_t>(&block - blocks_.data());
  const auto behind =
      std::ranges::upper_bound(plan_->loops, number, {}, &TapePlan::Loop::first_block);
  const TapePlan::Loop& loop = *(behind - 1);
  return std::span(blocks_).subspan(loop.first_block, loop.block_count);
}

void BoundTape::Bind(const TapePlan& plan, std::span<std::byte* const> pointers) {
  plan_ = &plan;
  instructions_.clear();
  instructions_.reserve(plan.instructions.size());
  blocks_.assign(plan.blocks.size(), {});
  targets_.clear();
  for (uint32_t target : plan.targets) targets_.push_back(&blocks_[target]);
  const auto is_switch = [](const auto& planned) { return planned.kind == TapeKind::kSwitch; };
  switches_.clear();
  switches_.reserve(static_cast<size_t>(std::ranges::count_if(plan.instructions, is_switch)));
  for (size_t i = 0; i < blocks_.size(); ++i) {
    const TapePlan::Block& planned = plan.blocks[i];
    simd::TapeBlock& block = blocks_[i];
    block.place = planned.place;
    block.work = planned.is_end ? simd::kTapeEnd : planned.work;
    block.steps = planned.step_count;
    block.instructions = instructions_.data() + instructions_.size();
    if (!planned.is_end) BindBlock(planned, pointers);
  }
}

void BoundTape::BindBlock(const TapePlan::Block& block, std::span<std::byte* const> pointers) {
  Previous previous;
  const auto planned =
      std::span(plan_->instructions).subspan(block.first_instruction, block.instruction_count);
  for (const TapePlan::Instruction& from : planned) {
    simd::TapeInstruction to;
    to.code = from.forms.in_memory;
    to.result = pointers[from.result];
    for (size_t k = 0; k < 3; ++k) to.operands[k] = pointers[from.operands[k]];
    switch (from.kind) {
      case TapeKind::kCompute:
        to.code = previous.CodeOf(from.forms, to.operands);
        break;
      case TapeKind::kKernel:
        to.extra = from.kernel;
        break;
      case TapeKind::kMove:
        if (to.result == to.operands[0]) continue;
        break;
      case TapeKind::kJump:
        to.extra = targets_[from.first_target];
        break;
      case TapeKind::kBranch:
        if (BindFused(from, to.operands[0], previous)) continue;
        to.extra = targets_.data() + from.first_target;
        break;
      case TapeKind::kSwitch:
        switches_.push_back({targets_.data() + from.first_target, from.target_count});
        to.extra = &switches_.back();
        break;
      case TapeKind::kCall:
        to.extra = &from.step;
        break;
    }
    instructions_.push_back(to);
    const bool computes = from.kind == TapeKind::kCompute;
    previous = {to.result, computes ? from.forms.result_bytes : size_t{0},
                computes ? &from.forms : nullptr};
  }
}

// The comparison before becomes one with the branch on it.
bool BoundTape::BindFused(const TapePlan::Instruction& planned, const void* predicate,
                          const Previous& previous) {
  if (previous.forms == nullptr || previous.forms->and_branch == 0) return false;
  if (previous.result != predicate) return false;
  instructions_.back().code = previous.forms->and_branch;
  instructions_.back().extra = targets_.data() + planned.first_target;
  return true;
}

}  // namespace paddock
