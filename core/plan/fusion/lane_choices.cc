// Comparisons of lanes, and selections by them.
#ifndef __wasm__

#include <algorithm>

#include "core/plan/fusion/lane_code.h"

namespace paddock::chain_code {

void LaneCode::FinishComparison(Xmm to) {
  if (is_long()) assembler_.FillByMask(to, lane_bytes_, kLaneMask);
}

void LaneCode::FillAccumulator(State& state) {
  if (!state.mask) return;
  assembler_.FillByMask(state.accumulator, lane_bytes_, *state.mask);
  state.mask.reset();
}

void LaneCode::FillSlot(State& state, uint16_t k) {
  if (!state.masks[k]) return;
  assembler_.FillByMask(*state.registers[k], lane_bytes_, *state.masks[k]);
  state.masks[k].reset();
}

void LaneCode::FillMask(MaskRegister mask) {
  for (State& state : states_) {
    if (state.mask == mask) FillAccumulator(state);
    for (uint16_t k = 0; k < operands_.size(); ++k) {
      if (state.masks[k] == mask) FillSlot(state, k);
    }
  }
}

void LaneCode::FillMasks() {
  for (MaskRegister mask = kFirstBooleanMask; mask <= kLastBooleanMask; ++mask) FillMask(mask);
}

MaskRegister LaneCode::TakeMask(std::initializer_list<MaskRegister> kept) {
  TakeResult();
  do {
    last_mask_ = last_mask_ == kLastBooleanMask ? kFirstBooleanMask
                                                : static_cast<MaskRegister>(last_mask_ + 1);
  } while (std::ranges::find(kept, last_mask_) != kept.end());
  FillMask(last_mask_);
  state_->mask = last_mask_;
  return last_mask_;
}

void LaneCode::ChooseByMask(Xmm to, Xmm if_false, Xmm if_true, MaskRegister mask) {
  const VexOp choose = In0F38(lane_bytes_ <= 2 ? 0x66 : 0x65, is_word() || is_wide());
  assembler_.Under({mask}).Compute(choose, to, if_false, if_true);
}

void LaneCode::KeepByMask(Xmm to, const LaneConstant& constant, MaskRegister mask) {
  assembler_.Under({mask, true}).Compute(LongMove(false), to, 0, constant);
}

void LaneCode::CompareFloats(Xmm to, Xmm left, Xmm right, uint8_t predicate) {
  assembler_.Compute(OnFloats(0xC2), ComparisonResult(to), left, right, predicate);
  FinishComparison(to);
}

void LaneCode::CompareFloats(Xmm to, Xmm left, const LaneConstant& right, uint8_t predicate) {
  assembler_.Compute(OnFloats(0xC2), ComparisonResult(to), left, right, predicate);
  FinishComparison(to);
}

void LaneCode::CompareIntegers(MaskRegister to, Xmm left, Xmm right, uint8_t predicate,
                               bool is_signed) {
  const bool is_short = lane_bytes_ <= 2;
  const auto opcode = static_cast<uint8_t>((is_short ? 0x3E : 0x1E) + (is_signed ? 1 : 0));
  assembler_.Compute(In0F3A(opcode, is_word() || is_wide()), to, left, right, predicate);
}

void LaneCode::FindEqual(Xmm to, Xmm left, Xmm right) {
  assembler_.Compute(equal(), ComparisonResult(to), left, right);
  FinishComparison(to);
}

void LaneCode::FindEqual(Xmm to, Xmm left, const LaneConstant& right) {
  assembler_.Compute(equal(), ComparisonResult(to), left, right);
  FinishComparison(to);
}

void LaneCode::FindGreater(Xmm to, Xmm left, Xmm right) {
  assembler_.Compute(greater(), ComparisonResult(to), left, right);
  FinishComparison(to);
}

// The tables of ChooseBits have a bit for each value of the result, the left and the right bit.
void LaneCode::Choose(Xmm to, Xmm if_false, Xmm if_true, Xmm mask) {
  if (!is_long()) {
    const auto number = static_cast<uint8_t>(mask << 4);
    return assembler_.Compute(blend(), to, if_false, if_true, number);
  }
  constexpr uint8_t kByResult = 0xCA, kFalseInResult = 0xB8, kTrueInResult = 0xE2;
  if (assembler_.masked() == mask) return ChooseByMask(to, if_false, if_true, kLaneMask);
  if (to == if_false) return assembler_.ChooseBits(to, mask, if_true, kFalseInResult);
  if (to == if_true) return assembler_.ChooseBits(to, mask, if_false, kTrueInResult);
  if (to != mask) Copy(to, mask);
  assembler_.ChooseBits(to, if_true, if_false, kByResult);
}

LaneCode::FloatBits LaneCode::float_bits() const {
  if (is_word()) {
    constexpr uint16_t kInfinityOfF16 = 0x7C00;
    const bool is_f16 = form_.infinity_of_words == kInfinityOfF16;
    return is_f16 ? FloatBits{0x3800, 0x3C00, 0x7C00} : FloatBits{0x3F00, 0x3F80, 0x7F80};
  }
  if (is_narrow()) return {0x3F000000, 0x3F800000, 0x7F800000};
  return {0x3FE0000000000000, 0x3FF0000000000000, 0x7FF0000000000000};
}

}  // namespace paddock::chain_code

#endif
