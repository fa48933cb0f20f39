// Rows whose elements a chain's code reduces.
#ifndef __wasm__

#include <algorithm>

#include "core/plan/fusion/lane_code.h"

namespace paddock::chain_code {
namespace {

constexpr PointerRegister kAddress = 0;

// The lanes of the row that had a NaN. No instruction is under this mask.
constexpr MaskRegister kNaNMask = 0;

}  // namespace

bool LaneCode::KeepsTotals() const {
  for (size_t sink = 0; sink < form_.sinks.size(); ++sink) {
    if (!states_[0].registers[SlotOfTotal(sink)]) return false;
  }
  return !HasExtreme() || IsInRegister(SlotOfNaN());
}

bool LaneCode::HasExtreme() const {
  return std::ranges::any_of(form_.sinks,
                             [](const RowSink& sink) { return sink.extreme.has_value(); });
}

void LaneCode::BeginRow() {
  row_ = assembler_.BeginRow();
  if (HasExtreme()) {
    assembler_.ComputeMask(Assembler::MaskOp::kXor, kNaNMask, kNaNMask, kNaNMask);
  }
  for (size_t sink = 0; sink < form_.sinks.size(); ++sink) {
    const Xmm total = *states_[0].registers[SlotOfTotal(sink)];
    const Xmm identity = Load(Lanes(form_.sinks[sink].identity), total);
    if (identity != total) Copy(total, identity);
  }
}

// Both vectors of a doubled loop have one total, to which the first one comes first.
void LaneCode::Reduce(size_t sink) {
  const Xmm total = *states_[0].registers[SlotOfTotal(sink)], elements = accumulator();
  if (form_.sinks[sink].extreme) return ReduceToExtreme(form_.sinks[sink], total, elements);
  if (is_masked_) assembler_.Under({kRestMask});
  assembler_.Compute(form_.sinks[sink].op, total, total, elements);
}

void LaneCode::ReduceToExtreme(const RowSink& sink, Xmm total, Xmm elements) {
  constexpr uint8_t kUnordered = 3;
  if (is_masked_) assembler_.Under({kRestMask});
  assembler_.Compute(sink.op, total, total, elements, *sink.extreme);
  if (is_masked_) assembler_.Under({kRestMask});
  assembler_.Compute(OnFloats(0xC2), kStepMask, elements, elements, kUnordered);
  using MaskOp = Assembler::MaskOp;
  assembler_.ComputeMask(MaskOp::kAndNotLeft, kSecondStepMask, kNaNMask, kStepMask);
  assembler_.ComputeMask(MaskOp::kOr, kNaNMask, kNaNMask, kStepMask);
  const Xmm nan = *states_[0].registers[SlotOfNaN()];
  assembler_.Under({kSecondStepMask}).Convert(kCopy, nan, elements);
}

// Stores the totals' lanes, and finds the operands of the next row.
void LaneCode::EndRow() {
  assembler_.BeginRow();
  for (size_t sink = 0; sink < form_.sinks.size(); ++sink) {
    const uint16_t k = SlotOfTotal(sink);
    if (form_.sinks[sink].extreme) {
      assembler_.CopyMask(kStepMask, kNaNMask);
      const Xmm nan = *states_[0].registers[SlotOfNaN()];
      assembler_.Under({kStepMask}).Convert(kCopy, *states_[0].registers[k], nan);
    }
    assembler_.LoadPointer(kAddress, TableOffset(k));
    assembler_.Compute(kStoreVector, *states_[0].registers[k], 0, ArrayOperand{kAddress});
  }
  for (uint16_t k = 0; k < operands_.size(); ++k) {
    const bool is_total = k >= SlotOfTotal(0) && k != SlotOfNaN();
    const bool moves = is_total || operands_[k].kind == TileChainOperand::Kind::kMoving;
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
