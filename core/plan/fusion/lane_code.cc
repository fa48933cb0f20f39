#ifndef __wasm__

#include "core/plan/fusion/lane_code.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>

#include "core/base/stable_sort.h"
#include "core/plan/fusion/chain_code.h"
#include "core/plan/fusion/chain_code_division.h"

namespace paddock::chain_code {
namespace {

using Kind = TileChainOperand::Kind;

constexpr Xmm kFirstSlot = 6;
// rcx, rdx, r8 to r11. The caller needs the others: rbx, r12 to r15.
constexpr PointerRegister kPointers[] = {1, 2, 8, 9, 10, 11, 3, 12, 13, 14, 15};
constexpr size_t kFreePointers = 6;
constexpr PointerRegister kRax = 0;
static_assert(std::end(kPointers)[-1] == kLastPointer);

}  // namespace

bool LaneCode::IsMoving(uint16_t k) const {
  return operands_[k].kind == Kind::kMoving && !operands_[k].is_row_element;
}

bool LaneCode::IsInTable(uint16_t k) const {
  return has_table_ && HasPointer(k) && state_->memory[k].pointer == kLastPointer;
}

ArrayOperand LaneCode::InFrame(size_t place) const {
  return {kFramePointer, 0, static_cast<int32_t>(place * kFrameVectorBytes)};
}

void LaneCode::PlaceOperands(std::span<const simd::ChainStep> steps,
                             std::span<const ReadVector> reads) {
  read_counts_.resize(operands_.size());
  for (State& state : states_) {
    state.kept.resize(operands_.size());
    state.is_fetched.resize(operands_.size());
    state.registers.resize(operands_.size());
    state.memory.resize(operands_.size());
    state.is_boolean_slot.resize(operands_.size());
    state.masks.resize(operands_.size());
  }
  size_t pointed = 0;
  // Or takes elements singly, which needs that register too.
  bool has_wide = false;
  for (uint16_t k = 0; k < operands_.size(); ++k) {
    pointed += HasPointer(k) ? 1 : 0;
    has_wide |= IsWide(k) || (form_.takes_singly && IsWhole(k));
  }
  const bool has_table = pointed > std::size(kPointers) - (has_wide ? 1 : 0);
  const size_t most_kept = std::size(kPointers) - (has_table || has_wide ? 1 : 0);
  for (uint16_t k = 0; k < operands_.size(); ++k) PlaceOperand(k, most_kept);
  if (has_table || has_wide) pointers_ = std::size(kPointers);
  has_table_ = has_table;
  for (size_t i = kFreePointers; i < pointers_; ++i) pushed_.push_back(kPointers[i]);
  if (is_doubled()) PlaceSecond();
  PlaceReads(reads);
  PlaceFrame();
  for (const simd::ChainStep& step : steps) {
    if (!simd::NeedsSameOperand(step.op)) continue;
    const Divisor divisor{step.operands[0], IsSignedDivision(step.op), frame_vectors_};
    if (operands_[divisor.operand].constant != nullptr) continue;
    if (FindDivisor(divisor.operand, divisor.is_signed) != nullptr) continue;
    divisors_.push_back(divisor);
    frame_vectors_ += kDivisorConstants;
  }
}

void LaneCode::PlaceOperand(uint16_t k, size_t most_pointers) {
  if (operands_[k].constant != nullptr) return;
  ArrayOperand& memory = state_->memory[k];
  // NaNs of totals are kept with long vectors alone.
  if (HalvesTotals() && k == SlotOfNaN()) return;
  const size_t vectors = HalvesTotals() && k >= SlotOfTotal(0) ? 2 : 1;
  if (IsSlot(k) && slots_ + vectors <= SlotRegisters() / (is_doubled() ? 2 : 1)) {
    state_->registers[k] = static_cast<Xmm>(kFirstSlot + slots_);
    slots_ += vectors;
  } else if (HasPointer(k)) {
    const PointerRegister pointer =
        pointers_ < most_pointers ? kPointers[pointers_++] : kLastPointer;
    memory = {pointer, static_cast<uint8_t>(operands_[k].element_bytes)};
    // AVX2 has masks for lanes alone.
    const bool can_be_masked = is_long()
                                   ? operands_[k].element_bytes <= lane_bytes_
                                   : lane_bytes_ >= 4 && operands_[k].element_bytes == lane_bytes_;
    if (IsMoving(k) && !can_be_masked) has_rest_ = false;
  }
}

// Places the operands of the second vector: its own slots, and the elements behind those of the
// first.
void LaneCode::PlaceSecond() {
  State& second = states_[1];
  second.own = second.accumulator = second.result = kSecondAccumulator;
  const size_t lanes = lane_count();
  for (uint16_t k = 0; k < operands_.size(); ++k) {
    second.memory[k] = states_[0].memory[k];
    if (const auto slot = states_[0].registers[k]) {
      second.registers[k] = static_cast<Xmm>(*slot + slots_);
    } else if (IsMoving(k)) {
      second.memory[k].displacement = static_cast<int32_t>(lanes * operands_[k].element_bytes);
    }
  }
}

bool LaneCode::CanBeKept(uint16_t k) const {
  const TileChainOperand& operand = operands_[k];
  return !IsSlot(k) && !IsWhole(k) && !operand.is_written && operand.constant == nullptr &&
         operand.element_bytes == lane_bytes_;
}

std::vector<ReadVector> LaneCode::FindReads() const {
  std::vector<ReadVector> reads;
  for (uint16_t k = 0; k < operands_.size(); ++k) {
    if (!CanBeKept(k) || read_counts_[k] == 0) continue;
    // An array's first read remains.
    reads.push_back({k, {}, read_counts_[k] - (IsMoving(k) ? 1 : 0)});
  }
  for (const Assembler::ConstantReads& one : assembler_.CountConstantReads()) {
    reads.push_back({std::nullopt, one.constant, one.count});
  }
  std::erase_if(reads, [](const ReadVector& read) { return read.saved == 0; });
  StableSortBy(std::span(reads),
               [](const ReadVector& read) { return -static_cast<int64_t>(read.saved); });
  return reads;
}

void LaneCode::PlaceReads(std::span<const ReadVector> reads) {
  const size_t vectors = is_doubled() ? 2 : 1;
  auto next = static_cast<Xmm>(kFirstSlot + vectors * slots_);
  for (const ReadVector& read : reads) {
    const bool is_moving = read.operand && IsMoving(*read.operand);
    if (next + (is_moving ? vectors : 1) > kFirstSlot + SlotRegisters()) continue;
    if (!read.operand) {
      kept_constants_.push_back({read.constant, next++});
    } else if (is_moving) {
      for (size_t i = 0; i < vectors; ++i) states_[i].kept[*read.operand] = next++;
    } else {
      for (State& state : states_) state.registers[*read.operand] = next;
      ++next;
    }
  }
}

// Slots without a register, and elements that stand for a vector.
void LaneCode::PlaceFrame() {
  for (uint16_t k = 0; k < operands_.size(); ++k) {
    if (HasPointer(k) || operands_[k].constant != nullptr || IsInRegister(k)) continue;
    for (State& state : states_) {
      if (&state == &states_[0] || (is_doubled() && IsSlot(k))) {
        state.memory[k] = InFrame(frame_vectors_++);
      } else {
        state.memory[k] = states_[0].memory[k];
      }
    }
  }
}

// Loads one element to a whole vector of them.
VexOp LaneCode::LoadElement(size_t element_bytes) const {
  constexpr uint8_t kOpcodes[] = {0x78, 0x79, 0x18, 0x19};
  return In0F38(kOpcodes[std::countr_zero(element_bytes)], element_bytes == 8 && is_long());
}

void LaneCode::BeginOperand(uint16_t k) {
  if (IsSlot(k) || IsInTable(k) || operands_[k].constant != nullptr) return;
  const int32_t offset = TableOffset(k);
  if (HasPointer(k)) return assembler_.LoadPointer(state_->memory[k].pointer, offset);
  assembler_.LoadPointer(kRax, offset);
  const Xmm vector = state_->registers[k].value_or(kOne);
  const size_t bytes = operands_[k].element_bytes;
  const bool is_element = ReadsOneElement(bytes, lane_bytes_);
  assembler_.Compute(is_element ? LoadElement(bytes) : kLoadVector, vector, 0, ArrayOperand{kRax});
  if (!IsInRegister(k)) assembler_.Compute(kStoreVector, vector, 0, state_->memory[k]);
}

void LaneCode::Begin() {
  for (const PointerRegister pointer : pushed_) assembler_.Push(pointer);
  if (has_rows()) assembler_.BeginRows();
  if (has_rows() || frame_vectors_ != 0) assembler_.BeginFrame(frame_vectors_);
  for (const Divisor& divisor : divisors_) {
    assembler_.CallWithFrame(DivisorFunction(lane_bytes_, divisor.is_signed),
                             InFrame(divisor.place).displacement, TableOffset(divisor.operand));
  }
  for (const KeptConstant& kept : kept_constants_) {
    assembler_.Compute(kLoadVector, kept.vector, 0, kept.constant);
    assembler_.Keep(kept.constant, kept.vector);
  }
  for (uint16_t k = 0; k < operands_.size(); ++k) {
    if (IsSame(k) || HasPointer(k)) BeginOperand(k);
  }
  if (has_rows()) BeginRow();
  for (uint16_t k = 0; k < operands_.size(); ++k) {
    if (!IsSame(k) && !HasPointer(k)) BeginOperand(k);
  }
}

size_t LaneCode::BeginRest() {
  is_masked_ = true;
  // Which clobber the table's register.
  if (has_table_) assembler_.CopyPointer(kLastPointer, kTablePointer);
  const size_t rest = is_long()
                          ? assembler_.BeginLongRest(kRestMask, static_cast<uint8_t>(lane_count()))
                          : assembler_.BeginRest(kMask, static_cast<uint8_t>(lane_bytes_));
  if (has_table_) assembler_.CopyPointer(kTablePointer, kLastPointer);
  return rest;
}

void LaneCode::EndRest(size_t rest) {
  is_masked_ = false;
  if (rest != 0) assembler_.EndSkipped(rest);
}

void LaneCode::End(size_t rest) {
  if (!has_rows()) return assembler_.Return(pushed_, rest);
  EndRest(rest);
  EndRow();
  assembler_.Return(pushed_, 0);
}

ArrayOperand LaneCode::At(uint16_t k) {
  if (IsInTable(k)) assembler_.LoadPointer(kLastPointer, TableOffset(k));
  if (!IsWide(k)) return state_->memory[k];
  assembler_.AddElements(kLastPointer, state_->memory[k].pointer);
  return {kLastPointer, 8, state_->memory[k].displacement};
}

void LaneCode::StartElements() {
  ForgetQuotient();
  for (State& state : states_) {
    state.is_fetched.assign(operands_.size(), false);
    state.mask.reset();
    state.masks.assign(operands_.size(), std::nullopt);
  }
}

void LaneCode::StartStep(const simd::ChainStep* next) {
  state_->next_slot.reset();
  const bool is_store = next != nullptr && next->op == simd::ChainOp::kStore;
  if (is_store && IsSlot(next->operands[0])) state_->next_slot = next->operands[0];
  state_->result =
      state_->next_slot ? state_->registers[*state_->next_slot].value_or(state_->own) : state_->own;
}

void LaneCode::SetAccumulator(uint16_t k) {
  state_->mask = state_->masks[k];
  state_->accumulator = IsInRegister(k) ? *state_->registers[k] : Load(k, state_->result);
  state_->is_boolean = state_->is_boolean_slot[k];
  state_->loaded = k;
}

void LaneCode::SetAccumulator(const LaneConstant& constant) {
  const Xmm result = TakeResult();
  state_->accumulator = Load(constant, result);
}

void LaneCode::NoteQuotient(uint16_t dividend, uint16_t divisor, bool is_signed) {
  ForgetQuotient();
  if (state_->next_slot) quotient_ = {dividend, divisor, is_signed, *state_->next_slot};
}

// Arrays may be one memory.
void LaneCode::UpdateQuotient(uint16_t stored) {
  if (!quotient_) return;
  const bool changes_dividend =
      IsSlot(stored) ? stored == quotient_->dividend : !IsSlot(quotient_->dividend);
  const bool is_kept = stored != quotient_->slot || !quotient_->is_stored;
  if (changes_dividend || !is_kept) return ForgetQuotient();
  quotient_->is_stored = true;
}

std::optional<uint16_t> LaneCode::QuotientSlot(uint16_t divisor, bool is_signed) const {
  const bool is_known = quotient_ && state_->loaded == quotient_->dividend &&
                        divisor == quotient_->divisor && is_signed == quotient_->is_signed;
  return is_known ? std::optional(quotient_->slot) : std::nullopt;
}

void LaneCode::Settle() {
  PreventDoubling();
  if (accumulator() != kAccumulator) Copy(kAccumulator, state_->accumulator);
  TakeAccumulator();
}

void LaneCode::Compute(const VexOp& op, Xmm result, Xmm left, uint16_t k) {
  const bool is_lane = operands_[k].element_bytes == lane_bytes_;
  if (IsMasked(k) && is_long() && !is_lane) {
    const ArrayOperand at = At(k);
    return assembler_.Under({kRestMask, true}).Compute(op, result, left, at);
  }
  if (IsInRegister(k) || IsMasked(k) || IsKept(k)) {
    return assembler_.Compute(op, result, left, Load(k));
  }
  if (const auto constant = ConstantOf(k)) {
    return assembler_.Compute(op, result, left, *constant);
  }
  ++read_counts_[k];
  assembler_.Compute(op, result, left, At(k));
}

std::optional<LaneConstant> LaneCode::ConstantOf(uint16_t k) const {
  const TileChainOperand& operand = operands_[k];
  if (operand.constant == nullptr) return std::nullopt;
  LaneConstant constant{0, static_cast<uint8_t>(operand.element_bytes)};
  std::memcpy(&constant.bits, operand.constant, operand.element_bytes);
  return constant;
}

void LaneCode::ComputeByDivisor(const VexOp& op, Xmm vector, Xmm left, uint16_t k, bool is_signed,
                                size_t constant) {
  if (operands_[k].constant == nullptr) {
    const size_t place = FindDivisor(k, is_signed)->place + constant;
    return assembler_.Compute(op, vector, left, InFrame(place));
  }
  // Each vector has equal parts of 8 bytes.
  uint8_t constants[kDivisorConstants * kFrameVectorBytes];
  DivisorFunction(lane_bytes_, is_signed)(constants, operands_[k].constant);
  LaneConstant lanes;
  std::memcpy(&lanes.bits, constants + constant * kFrameVectorBytes, sizeof(lanes.bits));
  assembler_.Compute(op, vector, left, lanes);
}

const LaneCode::Divisor* LaneCode::FindDivisor(uint16_t k, bool is_signed) const {
  const auto found = std::ranges::find_if(divisors_, [&](const Divisor& divisor) {
    return divisor.operand == k && divisor.is_signed == is_signed;
  });
  return found == divisors_.end() ? nullptr : &*found;
}

}  // namespace paddock::chain_code

#endif
