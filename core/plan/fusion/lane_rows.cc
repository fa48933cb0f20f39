// Rows whose elements a chain's code reduces.
#ifndef __wasm__

#include "core/plan/fusion/lane_code.h"

namespace paddock::chain_code {
namespace {

constexpr PointerRegister kAddress = 0;

}  // namespace

bool LaneCode::KeepsTotals() const {
  for (size_t sink = 0; sink < form_.sinks.size(); ++sink) {
    if (!states_[0].registers[SlotOfTotal(sink)]) return false;
  }
  return true;
}

void LaneCode::BeginRow() {
  row_ = assembler_.BeginRow();
  for (size_t sink = 0; sink < form_.sinks.size(); ++sink) {
    const Xmm total = *states_[0].registers[SlotOfTotal(sink)];
    const Xmm identity = Load(Lanes(form_.sinks[sink].identity), total);
    if (identity != total) Copy(total, identity);
  }
}

// Both vectors of a doubled loop have one total, to which the first one comes first.
void LaneCode::Reduce(size_t sink) {
  const Xmm total = *states_[0].registers[SlotOfTotal(sink)], elements = accumulator();
  if (is_masked_) assembler_.Under({kRestMask});
  assembler_.Compute(form_.sinks[sink].op, total, total, elements);
}

// Stores the totals' lanes, and finds the operands of the next row.
void LaneCode::EndRow() {
  assembler_.BeginRow();
  for (size_t sink = 0; sink < form_.sinks.size(); ++sink) {
    const uint16_t k = SlotOfTotal(sink);
    assembler_.LoadPointer(kAddress, TableOffset(k));
    assembler_.Compute(kStoreVector, *states_[0].registers[k], 0, ArrayOperand{kAddress});
  }
  for (uint16_t k = 0; k < operands_.size(); ++k) {
    const bool moves = operands_[k].kind == TileChainOperand::Kind::kMoving || k >= SlotOfTotal(0);
    if (!moves) continue;
    if (HasPointer(k) && !IsInTable(k)) {
      assembler_.AdvancePointer(state_->memory[k].pointer, TableOffset(k));
    } else {
      assembler_.AdvancePointer(TableOffset(k));
    }
  }
  assembler_.EndRow(row_);
}

}  // namespace paddock::chain_code

#endif
