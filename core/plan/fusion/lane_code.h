// Registers and memory of a chain's machine code, and the instructions that its lanes' width
// selects.
#ifndef PADDOCK_CORE_PLAN_FUSION_LANE_CODE_H_
#define PADDOCK_CORE_PLAN_FUSION_LANE_CODE_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "core/native/assembler.h"
#include "core/plan/fusion/chain_code_table.h"
#include "core/plan/fusion/row_sink.h"
#include "core/plan/fusion/tile_chain.h"

namespace paddock::chain_code {

// Vector registers: the accumulator unless a slot holds its value, four for a step, the mask of the
// last elements, slots. No loop of two vectors has a mask.
inline constexpr Xmm kAccumulator = 0, kOne = 1, kTwo = 2, kThree = 3, kOperand = 4, kMask = 5,
                     kSecondAccumulator = kMask;

// rdi: the table of operands, until their addresses are loaded.
inline constexpr PointerRegister kTablePointer = 7;
// Has the address of any operand without a register while one instruction uses it.
inline constexpr PointerRegister kLastPointer = 15;

// The offset of an operand's address in the table.
constexpr int32_t TableOffset(uint16_t k) {
  return static_cast<int32_t>(k * sizeof(simd::ChainOperand));
}

// A vector that the loop reads from memory: an operand or a constant.
struct ReadVector {
  std::optional<uint16_t> operand;
  LaneConstant constant;
  // The reads of an iteration that a register saves.
  size_t saved = 0;
};

// Masks of AVX-512: that of Assembler::masked, that of the last elements, two for a step. The
// others are those of booleans.
inline constexpr MaskRegister kLaneMask = kMaskOfMasked, kRestMask = 2, kStepMask = 3,
                              kSecondStepMask = 4;
inline constexpr MaskRegister kFirstBooleanMask = 5, kLastBooleanMask = 7;

// How a loop computes.
struct LoopForm {
  bool has_avx512 = false;
  // With AVX512_BITALG and AVX512_VPOPCNTDQ.
  bool has_bit_counts = false;
  // On vectors of 64 bytes. Needs AVX-512.
  bool is_long = false;
  // On two vectors at once.
  bool is_doubled = false;
  // Elements that are taken are loaded one after another.
  bool takes_singly = false;
  // Lanes of 2 bytes are floats with these bits of infinity; 0: integers. Needs long vectors.
  uint16_t infinity_of_words = 0;
  // Not empty: runs a loop for each of several rows, whose totals are the slots before the last
  // one, which an extreme needs.
  std::span<const RowSink> sinks;
};

class LaneCode {
 public:
  LaneCode(const LaneCode&) = delete;
  LaneCode& operator=(const LaneCode&) = delete;

  // Floats as wide as a lane: their bits.
  struct FloatBits {
    uint64_t half, one, infinity;
  };

  LaneCode(std::span<const TileChainOperand> operands, size_t lane_bytes, const LoopForm& form)
      : operands_(operands), lane_bytes_(lane_bytes), form_(form) {
    if (form.is_long) assembler_.UseLongVectors();
  }

  Assembler& assembler() { return assembler_; }
  bool is_byte() const { return lane_bytes_ == 1; }
  bool is_word() const { return lane_bytes_ == 2; }
  bool is_narrow() const { return lane_bytes_ == 4; }
  bool is_wide() const { return lane_bytes_ == 8; }
  size_t lane_bytes() const { return lane_bytes_; }
  bool has_avx512() const { return form_.has_avx512; }
  bool is_long() const { return form_.is_long; }
  bool has_bit_counts() const { return form_.has_bit_counts; }
  uint16_t infinity_of_words() const { return form_.infinity_of_words; }
  size_t lane_count() const { return assembler_.vector_bytes() / lane_bytes_; }

  // --- The function

  // Gives values registers, or memory. The first ones of `reads` get the registers that are left.
  void PlaceOperands(std::span<const simd::ChainStep> steps, std::span<const ReadVector> reads);
  // Returns what the loop has read from memory, for a further loop of the same steps. Called before
  // BeginRest. The vectors whose registers save most are first.
  std::vector<ReadVector> FindReads() const;
  void Begin();
  bool is_doubled() const { return form_.is_doubled; }
  // From here on, steps are those of the first or the second vector.
  void SelectVector(bool is_second) { state_ = &states_[is_second ? 1 : 0]; }
  // Whether all steps can be doubled: none computes in kAccumulator or remembers quotients.
  bool can_be_doubled() const { return can_be_doubled_; }
  void PreventDoubling() { can_be_doubled_ = false; }
  // Whether the loop reads addresses from the table.
  bool needs_table() const { return has_table_; }
  // Whether masked code can compute the last elements.
  bool has_rest() const { return has_rest_; }
  size_t BeginRest();
  // Ends what BeginRest began, before another loop.
  void EndRest(size_t rest);
  // `rest`: what BeginRest returned, or 0.
  void End(size_t rest);

  // --- Rows (LoopForm::sinks)

  bool has_rows() const { return !form_.sinks.empty(); }
  // Whether registers have the lanes of all totals.
  bool KeepsTotals() const;
  // Combines the accumulator with the lanes of a total.
  void Reduce(size_t sink);
  // With AVX2, a total's lanes are two vectors. From here on, steps are those of the elements that
  // the first or the second one combines; `is_behind`: which are a vector behind the loop's.
  bool HalvesTotals() const { return has_rows() && !is_long(); }
  void SelectHalf(bool is_second, bool is_behind = false);

  // --- Operands

  bool IsSlot(uint16_t k) const { return operands_[k].kind == TileChainOperand::Kind::kSlot; }
  // One element for all.
  bool IsSame(uint16_t k) const { return operands_[k].kind == TileChainOperand::Kind::kSame; }
  // An element of memory for each lane.
  bool IsArray(uint16_t k) const { return IsMoving(k); }
  // Returns the register that has the operand: a slot's, or `to`.
  Xmm Load(uint16_t k, Xmm to = kOperand);
  void Store(uint16_t k, bool is_streamed = false);
  // Stores lanes to memory; no slot in a register.
  void StoreLanes(Xmm vector, uint16_t k, bool is_streamed = false);
  // Returns the register that has the constant: one that keeps it, or `to`.
  Xmm Load(const LaneConstant& constant, Xmm to);
  // The operand's memory, for the next instruction; no slot in a register.
  ArrayOperand At(uint16_t k);
  // Whether only some lanes of an array are left.
  bool IsMasked(uint16_t k) const { return is_masked_ && IsMoving(k); }
  // Stores the low bytes or words of lanes; with AVX-512. The opcode is StoreTruncated's.
  void StoreTruncated(uint8_t opcode, Xmm vector, uint16_t k);
  // Reads elements of a kWhole operand at the indices in a register, which is not `result`.
  // Clobbers kTwo and kThree.
  void Take(Xmm result, uint16_t k, Xmm indices);
  // Reads the operand where it is.
  void Compute(const VexOp& op, Xmm result, Xmm left, uint16_t k);
  // The bits of an operand that is known while planning.
  std::optional<LaneConstant> ConstantOf(uint16_t k) const;
  // Reads a vector of a divisor's constants (chain_code_division.h).
  void ComputeByDivisor(const VexOp& op, Xmm vector, Xmm left, uint16_t k, bool is_signed,
                        size_t constant);

  // --- The accumulator

  // The register that holds its value: the vector's own, or a slot's.
  Xmm accumulator() {
    FillAccumulator();
    return state_->accumulator;
  }
  // The register for the accumulator's next value. Only the last instruction of a step writes it,
  // because it may be an operand's.
  Xmm TakeResult() {
    state_->loaded.reset();
    state_->mask.reset();
    return state_->accumulator = state_->result;
  }
  // As above, for a value that the same step reads.
  Xmm TakeAccumulator() {
    state_->loaded.reset();
    state_->mask.reset();
    return state_->accumulator = state_->own;
  }
  // Copies the value to kAccumulator, which a step then computes in place.
  void Settle();
  // The accumulator becomes the operand, without a copy if that is in a register.
  void SetAccumulator(uint16_t k);
  void SetAccumulator(const LaneConstant& constant);
  // Begins a step; if `next` keeps its value in a register, the step computes it there.
  void StartStep(const simd::ChainStep* next);

  // The operand that was loaded to the accumulator and is still there.
  std::optional<uint16_t> loaded() const { return state_->loaded; }

  // --- Quotients, which remainders need too

  // The accumulator's value is the quotient of two operands, which the next step may keep.
  void NoteQuotient(uint16_t dividend, uint16_t divisor, bool is_signed);
  // Returns the slot that has the quotient of the accumulator by the operand.
  std::optional<uint16_t> QuotientSlot(uint16_t divisor, bool is_signed) const;
  // Called where other elements begin.
  void StartElements();

  // Whether a slot or the accumulator is a boolean: lanes of all ones or zeros.
  bool is_boolean() const { return state_->is_boolean; }
  void set_is_boolean(bool is_boolean) { state_->is_boolean = is_boolean; }
  bool IsBooleanSlot(uint16_t k) const { return state_->is_boolean_slot[k]; }

  // --- Booleans in mask registers, with long vectors. Their lanes are filled when a step reads
  // them.

  // Makes the accumulator's next value that of a mask register, which the next instruction writes
  // and does not equal those in `kept`.
  MaskRegister TakeMask(std::initializer_list<MaskRegister> kept = {});
  // The mask whose lanes the accumulator or a slot has, unless they are filled.
  std::optional<MaskRegister> mask() const { return state_->mask; }
  std::optional<MaskRegister> MaskOf(uint16_t k) const { return state_->masks[k]; }
  // Fills the lanes of all booleans.
  void FillMasks();
  // The result has if_true where the mask is set.
  void ChooseByMask(Xmm to, Xmm if_false, Xmm if_true, MaskRegister mask);
  // The result has the constant where the mask is set, else zeros.
  void KeepByMask(Xmm to, const LaneConstant& constant, MaskRegister mask);
  // Stores bytes that are 1 where the mask is set, else 0. Clobbers kOne.
  void StoreMask(MaskRegister mask, uint16_t k);

  // Whether a signaling NaN may be stored, and must stay one
  // (core/plan/fusion/chain_code_halves.h).
  bool keeps_signals() const { return keeps_signals_; }
  void set_keeps_signals(bool keeps_signals) { keeps_signals_ = keeps_signals; }

  // --- Instructions

  // The opcode, or its neighbour for 8 bytes.
  uint8_t ByWidth(uint8_t narrow) const {
    return static_cast<uint8_t>(narrow + (is_wide() ? 1 : 0));
  }
  VexOp ByWidth(const VexOp& byte, const VexOp& word, const VexOp& narrow,
                const VexOp& wide) const {
    return is_byte() ? byte : is_word() ? word : is_wide() ? wide : narrow;
  }
  VexOp OnFloats(uint8_t opcode) const {
    return On256(is_narrow() ? Prefix::kNone : Prefix::k66, Map::k0F, opcode);
  }
  VexOp add() const { return ByWidth(In0F(0xFC), In0F(0xFD), In0F(0xFE), In0F(0xD4)); }
  VexOp equal() const { return ByWidth(In0F(0x74), In0F(0x75), In0F(0x76), In0F38(0x29)); }
  VexOp subtract() const { return ByWidth(In0F(0xF8), In0F(0xF9), In0F(0xFA), In0F(0xFB)); }
  // Lanes become all ones where the comparison holds, else zeros. The constant is the predicate of
  // floats.
  void CompareFloats(Xmm to, Xmm left, Xmm right, uint8_t predicate);
  void CompareFloats(Xmm to, Xmm left, const LaneConstant& right, uint8_t predicate);
  // With long vectors, a mask of the lanes where the comparison of integers holds.
  void CompareIntegers(MaskRegister to, Xmm left, Xmm right, uint8_t predicate, bool is_signed);
  void FindEqual(Xmm to, Xmm left, Xmm right);
  void FindEqual(Xmm to, Xmm left, const LaneConstant& right);
  void FindGreater(Xmm to, Xmm left, Xmm right);

 private:
  VexOp greater() const { return ByWidth(In0F(0x64), In0F(0x65), In0F(0x66), In0F38(0x37)); }

 public:
  // Takes whole lanes by a mask.
  VexOp blend() const { return ByWidth(In0F3A(0x4C), In0F3A(0x4C), In0F3A(0x4A), In0F3A(0x4B)); }

  uint8_t sign_bit() const { return static_cast<uint8_t>(lane_bytes_ * 8 - 1); }
  LaneConstant Lanes(uint64_t bits) const { return {bits, static_cast<uint8_t>(lane_bytes_)}; }
  LaneConstant sign_bits() const { return Lanes(uint64_t{1} << sign_bit()); }
  LaneConstant all_ones() const { return {~uint64_t{0}, 8}; }
  FloatBits float_bits() const;

  void Copy(Xmm to, Xmm from) { assembler_.Convert(kCopy, to, from); }
  void SetZero(Xmm to) { assembler_.Compute(kXor, to, to, to); }
  void Choose(Xmm to, Xmm if_false, Xmm if_true, Xmm mask);

 private:
  struct Divisor {
    uint16_t operand;
    bool is_signed;
    // In the frame.
    size_t place;
  };

  // The state of one vector's steps.
  struct State {
    Xmm own = kAccumulator;
    Xmm accumulator = kAccumulator, result = kAccumulator;
    // The slot that the next step stores to.
    std::optional<uint16_t> next_slot;
    std::optional<uint16_t> loaded;
    bool is_boolean = false;
    std::vector<bool> is_boolean_slot;
    // Masks of booleans without lanes: the accumulator's, and by operand.
    std::optional<MaskRegister> mask;
    std::vector<std::optional<MaskRegister>> masks;
    // By operand: the register of a slot, or memory.
    std::vector<std::optional<Xmm>> registers;
    std::vector<ArrayOperand> memory;
    // By operand: the register that keeps a vector of an array after its first read.
    std::vector<std::optional<Xmm>> kept;
    std::vector<bool> is_fetched;
  };

  struct Quotient {
    uint16_t dividend, divisor;
    bool is_signed;
    uint16_t slot;
    bool is_stored = false;
  };

  bool IsMoving(uint16_t k) const;
  bool IsWhole(uint16_t k) const { return operands_[k].kind == TileChainOperand::Kind::kWhole; }
  // Whether code reads the operand where it is, not in a register or the frame.
  bool HasPointer(uint16_t k) const { return IsMoving(k) || IsWhole(k); }
  // Whether its elements are twice as wide as what an address can count.
  bool IsWide(uint16_t k) const { return HasPointer(k) && operands_[k].element_bytes == 16; }
  // Whether the table of operands has its address, not a register.
  bool IsInTable(uint16_t k) const;
  // Registers for slots and for what the loop reads.
  size_t SlotRegisters() const { return is_long() ? 26 : 10; }
  bool IsInRegister(uint16_t k) const { return state_->registers[k].has_value(); }
  void PlaceOperand(uint16_t k, size_t most_pointers);
  void TakeSingly(Xmm result, uint16_t k, Xmm indices);
  void PlaceSecond();
  void PlaceReads(std::span<const ReadVector> reads);
  void PlaceFrame();
  void FillAccumulator() { FillAccumulator(*state_); }
  void FillAccumulator(State& state);
  void FillSlot(State& state, uint16_t k);
  void FillMask(MaskRegister mask);
  VexOp LoadElement(size_t element_bytes) const;
  // Behind the slots of totals there is one for NaNs.
  uint16_t SlotOfNaN() const { return static_cast<uint16_t>(operands_.size() - 1); }
  uint16_t SlotOfTotal(size_t sink) const {
    return static_cast<uint16_t>(SlotOfNaN() - form_.sinks.size() + sink);
  }
  // Whether the NaNs of a total are kept beside it.
  bool KeepsNaN() const;
  Xmm TotalOf(size_t sink, size_t half) const {
    return static_cast<Xmm>(*states_[0].registers[SlotOfTotal(sink)] + half);
  }
  size_t TotalHalves() const { return is_long() ? 1 : 2; }
  void ReduceToHalf(const RowSink& sink, Xmm total, Xmm elements);
  void ReduceToExtreme(const RowSink& sink, Xmm total, Xmm elements);
  void BeginRow();
  void EndRow();
  void BeginOperand(uint16_t k);
  void ForgetQuotient() { quotient_.reset(); }
  // Whether a register can keep its vector.
  bool CanBeKept(uint16_t k) const;
  bool IsKept(uint16_t k) const { return state_->kept[k].has_value(); }
  void Read(Xmm to, uint16_t k);
  // Moves lanes.
  VexOp LongMove(bool is_store) const;
  // Where comparisons write.
  Xmm ComparisonResult(Xmm to) const { return is_long() ? kLaneMask : to; }
  void FinishComparison(Xmm to);
  VexOp Masked(uint8_t narrow) const { return In0F38(ByWidth(narrow)); }
  void UpdateQuotient(uint16_t stored);
  ArrayOperand InFrame(size_t place) const;
  const Divisor* FindDivisor(uint16_t k, bool is_signed) const;

  std::span<const TileChainOperand> operands_;
  size_t lane_bytes_;
  LoopForm form_;
  bool can_be_doubled_ = true;
  bool has_rest_ = true;
  bool has_table_ = false;
  // Writes the code for the last elements.
  bool is_masked_ = false;
  bool keeps_signals_ = false;
  State states_[2];
  State* state_ = &states_[0];
  // The boolean mask that was taken last.
  MaskRegister last_mask_ = kLastBooleanMask;
  std::optional<Quotient> quotient_;
  size_t slots_ = 0, pointers_ = 0;
  std::vector<Divisor> divisors_;
  struct KeptConstant {
    LaneConstant constant;
    Xmm vector;
  };
  std::vector<KeptConstant> kept_constants_;
  // By operand: vectors that instructions read from its array or the frame.
  std::vector<size_t> read_counts_;
  size_t frame_vectors_ = 0;
  size_t row_ = 0;
  size_t half_ = 0;
  std::vector<PointerRegister> pushed_;
  Assembler assembler_;
};

}  // namespace paddock::chain_code

#endif  // PADDOCK_CORE_PLAN_FUSION_LANE_CODE_H_
