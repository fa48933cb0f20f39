// Loads and stores of lanes.
#ifndef __wasm__

#include "core/plan/fusion/lane_code.h"

namespace paddock::chain_code {

void LaneCode::Read(Xmm to, uint16_t k) {
  if (const auto constant = ConstantOf(k)) {
    assembler_.Compute(kLoadVector, to, 0, *constant);
  } else if (IsMasked(k) && is_long()) {
    const ArrayOperand at = At(k);
    assembler_.Under({kRestMask, true}).Compute(LongMove(false), to, 0, at);
  } else if (IsMasked(k)) {
    assembler_.Compute(Masked(0x2C), to, kMask, At(k));
  } else {
    ++read_counts_[k];
    assembler_.Compute(kLoadVector, to, 0, At(k));
  }
}

Xmm LaneCode::Load(uint16_t k, Xmm to) {
  if (IsInRegister(k)) {
    FillSlot(*state_, k);
    return *state_->registers[k];
  }
  if (!IsKept(k)) {
    Read(to, k);
    return to;
  }
  const Xmm kept = *state_->kept[k];
  if (!state_->is_fetched[k]) Read(kept, k);
  state_->is_fetched[k] = true;
  return kept;
}

Xmm LaneCode::Load(const LaneConstant& constant, Xmm to) {
  if (const auto kept = assembler_.RegisterOf(constant)) return *kept;
  assembler_.Compute(kLoadVector, to, 0, constant);
  return to;
}

// Four elements at a time. Indices are below the size of an array, so they have no sign.
void LaneCode::TakeSingly(Xmm result, uint16_t k, Xmm indices) {
  const PointerRegister table = state_->memory[k].pointer;
  for (uint8_t part = 0; part * 4U < lane_count(); ++part) {
    assembler_.Compute(kUpperHalf, indices, 0, kTwo, part);
    for (uint8_t lane = 0; lane < 4; lane += 2) {
      assembler_.MoveToPointer(kLastPointer, kTwo, lane != 0);
      assembler_.CopyLowHalf(kTablePointer, kLastPointer);
      assembler_.KeepHighHalf(kLastPointer);
      assembler_.LoadLane(kThree, lane, table, kTablePointer);
      assembler_.LoadLane(kThree, static_cast<uint8_t>(lane + 1), table, kLastPointer);
    }
    if (part == 0) {
      Copy(result, kThree);
    } else {
      assembler_.Compute(kPutUpperHalf, result, result, kThree, part);
    }
  }
}

void LaneCode::Take(Xmm result, uint16_t k, Xmm indices) {
  if (form_.takes_singly && is_narrow() && !has_table_) return TakeSingly(result, k, indices);
  // The instruction keeps lanes of the result whose mask is not set, and clears the mask.
  Xmm mask = kTwo;
  if (is_long()) {
    mask = kStepMask;
    if (is_masked_) {
      assembler_.CopyMask(mask, kRestMask);
    } else {
      assembler_.SetMask(mask);
    }
  } else if (is_masked_) {
    Copy(kTwo, kMask);
  } else {
    assembler_.Compute(equal(), kTwo, kTwo, kTwo);
  }
  SetZero(result);
  const VexOp gather = is_wide() ? In0F38(0x91, true) : In0F38(0x90);
  assembler_.Gather(gather, result, At(k), indices, mask);
}

void LaneCode::Store(uint16_t k, bool is_streamed) {
  if (IsSlot(k)) state_->is_boolean_slot[k] = state_->is_boolean;
  UpdateQuotient(k);
  if (!IsInRegister(k)) return StoreLanes(accumulator(), k, is_streamed);
  state_->masks[k] = state_->mask;
  if (!state_->mask && state_->accumulator != *state_->registers[k])
    Copy(*state_->registers[k], state_->accumulator);
}

void LaneCode::StoreLanes(Xmm vector, uint16_t k, bool is_streamed) {
  if (IsMasked(k) && is_long()) {
    const ArrayOperand at = At(k);
    return assembler_.Under({kRestMask}).Compute(LongMove(true), vector, 0, at);
  }
  if (IsMasked(k)) return assembler_.Compute(Masked(0x2E), vector, kMask, At(k));
  assembler_.Compute(is_streamed ? kStreamVector : kStoreVector, vector, 0, At(k));
}

VexOp LaneCode::LongMove(bool is_store) const {
  if (lane_bytes_ <= 2) return On256(Prefix::kF2, Map::k0F, is_store ? 0x7F : 0x6F, is_word());
  return OnFloats(is_store ? 0x11 : 0x10);
}

void LaneCode::StoreMask(MaskRegister mask, uint16_t k) {
  const bool is_short = lane_bytes_ <= 2;
  const VexOp move = On256(Prefix::kF2, Map::k0F, 0x6F), store = On256(Prefix::kF2, Map::k0F, 0x7F);
  if (is_word()) {
    KeepByMask(kOne, Lanes(1), mask);
    return StoreTruncated(kWordsToBytes, kOne, k);
  }
  assembler_.Under({mask, true}).Compute(move, kOne, 0, LaneConstant{1, 1});
  const ArrayOperand at = At(k);
  if (IsMasked(k)) return assembler_.Under({kRestMask}).Compute(store, kOne, 0, at);
  assembler_.Compute(is_short ? kStoreVector : is_narrow() ? kStore16 : kStore8, kOne, 0, at);
}

void LaneCode::StoreTruncated(uint8_t opcode, Xmm vector, uint16_t k) {
  const ArrayOperand at = At(k);
  if (IsMasked(k)) assembler_.Under({kRestMask});
  assembler_.StoreTruncated(opcode, vector, at);
}

}  // namespace paddock::chain_code

#endif
