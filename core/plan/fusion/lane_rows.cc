// Rows whose elements a chain's code reduces.
#ifndef __wasm__

#include <algorithm>

#include "core/native/float_extreme.h"
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
  return !KeepsNaN() || IsInRegister(SlotOfNaN());
}

bool LaneCode::KeepsNaN() const {
  return is_long() && std::ranges::any_of(form_.sinks, [](const RowSink& sink) {
           return sink.extreme != RowSink::Extreme::kNone;
         });
}

void LaneCode::BeginRow() {
  row_ = assembler_.BeginRow();
  if (KeepsNaN()) assembler_.ComputeMask(Assembler::MaskOp::kXor, kNaNMask, kNaNMask, kNaNMask);
  for (size_t sink = 0; sink < form_.sinks.size(); ++sink) {
    for (size_t half = 0; half < TotalHalves(); ++half) {
      const Xmm total = TotalOf(sink, half);
      const Xmm identity = Load(Lanes(form_.sinks[sink].identity), total);
      if (identity != total) Copy(total, identity);
    }
  }
}

// Both long vectors of a doubled loop have one total, to which the first one comes first.
void LaneCode::Reduce(size_t sink) {
  const RowSink& one = form_.sinks[sink];
  const Xmm elements = accumulator();
  if (HalvesTotals()) return ReduceToHalf(one, TotalOf(sink, half_), elements);
  const Xmm total = TotalOf(sink, 0);
  if (one.extreme != RowSink::Extreme::kNone) return ReduceToExtreme(one, total, elements);
  if (is_masked_) assembler_.Under({kRestMask});
  assembler_.Compute(one.op, total, total, elements);
}

void LaneCode::SelectHalf(bool is_second, bool is_behind) {
  half_ = is_second ? 1 : 0;
  const size_t elements = is_behind ? lane_count() : 0;
  for (uint16_t k = 0; k < operands_.size(); ++k) {
    if (!IsMoving(k)) continue;
    state_->memory[k].displacement = static_cast<int32_t>(elements * operands_[k].element_bytes);
  }
}

void LaneCode::ReduceToHalf(const RowSink& sink, Xmm total, Xmm elements) {
  const bool is_direct = !is_masked_ && sink.extreme == RowSink::Extreme::kNone;
  if (is_direct) return assembler_.Compute(sink.op, total, total, elements);
  if (sink.extreme == RowSink::Extreme::kNone) {
    assembler_.Compute(sink.op, kOne, total, elements);
  } else {
    const bool is_maximum = sink.extreme == RowSink::Extreme::kMaximum;
    const FloatExtreme extreme{is_maximum, OnFloats(is_maximum ? 0x5F : 0x5D), OnFloats(0xC2),
                               blend()};
    WriteFloatExtreme(assembler_, extreme, kOne, total, elements, kTwo, kThree);
  }
  if (is_masked_) return Choose(total, total, kOne, kMask);
  Copy(total, kOne);
}

void LaneCode::ReduceToExtreme(const RowSink& sink, Xmm total, Xmm elements) {
  // The constants of the instruction: the lesser or the greater operand with its own sign.
  constexpr uint8_t kLesser = 0x4, kGreater = 0x5, kUnordered = 3;
  const bool is_maximum = sink.extreme == RowSink::Extreme::kMaximum;
  if (is_masked_) assembler_.Under({kRestMask});
  assembler_.Compute(sink.op, total, total, elements, is_maximum ? kGreater : kLesser);
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
    if (KeepsNaN() && form_.sinks[sink].extreme != RowSink::Extreme::kNone) {
      assembler_.CopyMask(kStepMask, kNaNMask);
      const Xmm nan = *states_[0].registers[SlotOfNaN()];
      assembler_.Under({kStepMask}).Convert(kCopy, TotalOf(sink, 0), nan);
    }
    assembler_.LoadPointer(kAddress, TableOffset(k));
    for (size_t half = 0; half < TotalHalves(); ++half) {
      const auto offset = static_cast<int32_t>(half * assembler_.vector_bytes());
      assembler_.Compute(kStoreVector, TotalOf(sink, half), 0, ArrayOperand{kAddress, 0, offset});
    }
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
