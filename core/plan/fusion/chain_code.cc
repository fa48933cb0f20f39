#include "core/plan/fusion/chain_code.h"

#ifdef __wasm__

namespace paddock {

// Chains are modules there (core/plan/fusion/chain_module.h).
WrittenCode WriteChainCode(std::span<const simd::ChainStep>, std::span<const TileChainOperand>,
                           size_t) {
  return {};
}

}  // namespace paddock

#else

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "core/native/assembler.h"
#include "core/plan/fusion/chain_code_table.h"
#include "simd/target.h"

namespace paddock {
namespace chain_code {
namespace {

using simd::ChainStep;
using Kind = TileChainOperand::Kind;

// Registers of vectors: the accumulator, four for a step, the mask of the last elements, slots.
constexpr Xmm kAccumulator = 0, kOne = 1, kTwo = 2, kThree = 3, kOperand = 4, kMask = 5;
constexpr Xmm kFirstSlot = 6;
constexpr size_t kSlots = 10;
// rcx, rdx, r8 to r11. The caller needs the others: rbx, rbp, r12 to r15.
constexpr PointerRegister kPointers[] = {1, 2, 8, 9, 10, 11, 3, 5, 12, 13, 14, 15};
constexpr size_t kFreePointers = 6;

class ChainCodeWriter {
 public:
  ChainCodeWriter(std::span<const ChainStep> steps, std::span<const TileChainOperand> operands,
                  size_t lane_bytes)
      : steps_(steps), operands_(operands), lane_bytes_(lane_bytes) {}

  // Returns whether all steps have code.
  bool Write() {
    if ((lane_bytes_ != 4 && lane_bytes_ != 8) || !PlaceOperands()) return false;
    const auto lanes = static_cast<uint8_t>(kCodeBytes / lane_bytes_);
    for (const PointerRegister pointer : pushed_) assembler_.Push(pointer);
    for (size_t i = 0; i < operands_.size(); ++i) {
      if (operands_[i].kind == Kind::kSlot) continue;
      assembler_.LoadPointer(places_[i], static_cast<int32_t>(i * sizeof(simd::ChainOperand)));
    }
    const size_t loop = assembler_.BeginLoop(lanes);
    if (!WriteSteps()) return false;
    assembler_.EndLoop(loop, lanes);
    size_t rest = 0;
    if (has_rest_) {
      rest = assembler_.BeginRest(kMask, static_cast<uint8_t>(lane_bytes_));
      is_masked_ = true;
      WriteSteps();
    }
    assembler_.Return(pushed_, rest);
    return true;
  }

  std::span<const uint8_t> code() const { return assembler_.code(); }
  bool has_rest() const { return has_rest_; }

 private:
  // --- Operands

  // Gives slots vectors and other operands pointers. Returns whether the registers suffice.
  bool PlaceOperands() {
    size_t slots = 0, pointers = 0;
    for (const TileChainOperand& operand : operands_) {
      const bool is_slot = operand.kind == Kind::kSlot;
      if (is_slot ? slots == kSlots : pointers == std::size(kPointers)) return false;
      places_.push_back(is_slot ? static_cast<uint8_t>(kFirstSlot + slots++)
                                : kPointers[pointers++]);
      // Only elements as wide as a lane can be masked.
      if (operand.kind == Kind::kMoving && operand.element_bytes != lane_bytes_) has_rest_ = false;
    }
    for (size_t i = kFreePointers; i < pointers; ++i) pushed_.push_back(kPointers[i]);
    return true;
  }

  bool IsSlot(uint16_t k) const { return operands_[k].kind == Kind::kSlot; }
  bool IsMoving(uint16_t k) const {
    return operands_[k].kind == Kind::kMoving && !operands_[k].is_row_element;
  }
  bool IsMasked(uint16_t k) const { return is_masked_ && IsMoving(k); }
  ArrayOperand At(uint16_t k) const {
    return {places_[k], static_cast<uint8_t>(IsMoving(k) ? operands_[k].element_bytes : 0)};
  }

  // Returns the register that has the operand: a slot, or `to`.
  Xmm Load(uint16_t k, Xmm to = kOperand) {
    if (IsSlot(k)) return places_[k];
    if (IsMasked(k)) {
      assembler_.Compute(Masked(0x2C), to, kMask, At(k));
    } else {
      assembler_.Compute(kLoadVector, to, 0, At(k));
    }
    return to;
  }

  void Store(uint16_t k) {
    if (IsSlot(k)) return assembler_.Convert(kCopy, places_[k], kAccumulator);
    if (IsMasked(k)) return assembler_.Compute(Masked(0x2E), kAccumulator, kMask, At(k));
    assembler_.Compute(kStoreVector, kAccumulator, 0, At(k));
  }

  // --- Instructions of the lanes' width

  bool is_narrow() const { return lane_bytes_ == 4; }
  uint8_t sign_bit() const { return static_cast<uint8_t>(lane_bytes_ * 8 - 1); }
  // The opcode, or its neighbour for 8 bytes.
  uint8_t ByWidth(uint8_t narrow) const {
    return static_cast<uint8_t>(narrow + (is_narrow() ? 0 : 1));
  }
  VexOp Masked(uint8_t narrow) const { return On256(Prefix::k66, Map::k0F38, ByWidth(narrow)); }
  VexOp OnFloats(uint8_t opcode) const {
    return On256(is_narrow() ? Prefix::kNone : Prefix::k66, Map::k0F, opcode);
  }

  void SetOnes(Xmm to) { assembler_.Compute(kSetOnes, to, to, to); }
  void SetSignBits(Xmm to) {
    SetOnes(to);
    assembler_.ShiftLeft(to, lane_bytes_, sign_bit(), true);
  }
  void SetLowestBits(Xmm to) {
    SetOnes(to);
    assembler_.ShiftRight(to, lane_bytes_, sign_bit(), true);
  }
  bool Choose(Xmm to, Xmm if_false, Xmm if_true, Xmm mask) {
    assembler_.Compute(On256(Prefix::k66, Map::k0F3A, ByWidth(0x4A)), to, if_false, if_true,
                       static_cast<uint8_t>(mask << 4));
    return true;
  }

  // --- Steps

  bool WriteSteps() {
    return std::ranges::all_of(steps_, [&](const ChainStep& step) {
      return WriteInstruction(step) || WriteComparison(step) || WriteAccess(step) ||
             WriteSequence(step);
    });
  }

  bool WriteInstruction(const ChainStep& step) {
    const auto* const found = std::ranges::find(kStepCodes, step.op, &StepCode::op);
    const uint8_t opcode = found == std::end(kStepCodes) ? uint8_t{0}
                           : is_narrow()                 ? found->narrow
                                                         : found->wide;
    if (opcode == 0) return false;
    // The instructions on floats of 8 bytes have a prefix.
    const Prefix prefix =
        found->prefix == Prefix::kNone && !is_narrow() ? Prefix::k66 : found->prefix;
    const VexOp op{prefix, found->map, opcode, !is_narrow() && found->is_wide_prefixed, true};
    const uint16_t k = step.operands[0];
    switch (found->form) {
      case Form::kUnary:
        assembler_.Convert(op, kAccumulator, kAccumulator);
        break;
      case Form::kDoubled:
        assembler_.Compute(op, kAccumulator, kAccumulator, kAccumulator);
        break;
      case Form::kBinary:
        if (IsSlot(k) || IsMasked(k)) {
          assembler_.Compute(op, kAccumulator, kAccumulator, Load(k));
        } else {
          assembler_.Compute(op, kAccumulator, kAccumulator, At(k));
        }
        break;
      case Form::kReversed:
        assembler_.Compute(op, kAccumulator, Load(k), kAccumulator);
        break;
    }
    return true;
  }

  bool WriteComparison(const ChainStep& step) {
    for (const ComparisonCode& code : kComparisons) {
      const bool is_reversed = step.op == code.reversed;
      if (step.op != code.op && !is_reversed) continue;
      const Xmm operand = Load(step.operands[0]);
      const Xmm left = is_reversed ? operand : kAccumulator,
                right = is_reversed ? kAccumulator : operand;
      if (code.compared == Compared::kFloats) {
        CompareFloats(left, right, code.relation);
      } else {
        CompareIntegers(left, right, code);
      }
      // Lanes of 0 or 1.
      assembler_.ShiftRight(kAccumulator, lane_bytes_, sign_bit(), true);
      return true;
    }
    return false;
  }

  void CompareFloats(Xmm left, Xmm right, Relation relation) {
    // Predicates of the manual: false if an operand is NaN, except kNotEqual.
    constexpr uint8_t kPredicates[] = {0x00, 0x04, 0x11, 0x12};
    assembler_.Compute(OnFloats(0xC2), kAccumulator, left, right,
                       kPredicates[static_cast<size_t>(relation)]);
  }

  void CompareIntegers(Xmm left, Xmm right, const ComparisonCode& code) {
    const VexOp equal =
        is_narrow() ? On256(Prefix::k66, Map::k0F, 0x76) : On256(Prefix::k66, Map::k0F38, 0x29);
    const VexOp greater =
        is_narrow() ? On256(Prefix::k66, Map::k0F, 0x66) : On256(Prefix::k66, Map::k0F38, 0x37);
    if (code.compared == Compared::kUnsigned) {
      SetSignBits(kThree);
      assembler_.Compute(kXor, kOne, left, kThree);
      assembler_.Compute(kXor, kTwo, right, kThree);
      left = kOne;
      right = kTwo;
    }
    const bool is_less = code.relation == Relation::kLess;
    const bool is_equality =
        code.relation == Relation::kEqual || code.relation == Relation::kNotEqual;
    assembler_.Compute(is_equality ? equal : greater, kAccumulator, is_less ? right : left,
                       is_less ? left : right);
    if (is_less || code.relation == Relation::kEqual) return;
    SetOnes(kThree);
    assembler_.Compute(kXor, kAccumulator, kAccumulator, kThree);
  }

  bool WriteAccess(const ChainStep& step) {
    const uint16_t k = step.operands[0];
    switch (step.op) {
      case ChainOp::kLoad:
        if (const Xmm found = Load(k, kAccumulator); found != kAccumulator) {
          assembler_.Convert(kCopy, kAccumulator, found);
        }
        return true;
      case ChainOp::kLoadBoolean:
        LoadExtended(ByWidth(0x31), k);
        return true;
      case ChainOp::kLoadI8:
        LoadExtended(0x21, k);
        return true;
      case ChainOp::kLoadU8:
        LoadExtended(0x31, k);
        return true;
      case ChainOp::kLoadI16:
        LoadExtended(0x23, k);
        return true;
      case ChainOp::kLoadU16:
        LoadExtended(0x33, k);
        return true;
      case ChainOp::kStore:
        Store(k);
        return true;
      case ChainOp::kStoreBoolean:
        StoreBoolean(k);
        return true;
      case ChainOp::kSame:
        return true;
      default:
        return false;
    }
  }

  void LoadExtended(uint8_t opcode, uint16_t k) {
    assembler_.Compute(On256(Prefix::k66, Map::k0F38, opcode), kAccumulator, 0, At(k));
  }

  // Lanes of 0 or 1 to bytes.
  void StoreBoolean(uint16_t k) {
    assembler_.Compute(kUpperHalf, kAccumulator, 0, kOne, 1);
    if (is_narrow()) {
      assembler_.Compute(kPackTo16, kOne, kAccumulator, kOne);
    } else {
      // The low halves of four lanes.
      constexpr uint8_t kLowHalves = 0x88;
      assembler_.Compute(kShuffle, kOne, kAccumulator, kOne, kLowHalves);
      assembler_.Compute(kPackTo16, kOne, kOne, kOne);
    }
    assembler_.Compute(kPackTo8, kOne, kOne, kOne);
    assembler_.Compute(is_narrow() ? kStore8 : kStore4, kOne, 0, At(k));
  }

  bool WriteSequence(const ChainStep& step) {
    const uint16_t first = step.operands[0], second = step.operands[1];
    switch (step.op) {
      case ChainOp::kNegateFloat:
        SetSignBits(kOne);
        return Flip(kOne);
      case ChainOp::kAbsFloat:
        SetOnes(kOne);
        assembler_.ShiftRight(kOne, lane_bytes_, 1, true);
        assembler_.Compute(kAnd, kAccumulator, kAccumulator, kOne);
        return true;
      case ChainOp::kNotInteger:
        SetOnes(kOne);
        return Flip(kOne);
      case ChainOp::kNotBoolean:
        SetLowestBits(kOne);
        return Flip(kOne);
      case ChainOp::kNegateInteger:
        assembler_.Compute(kXor, kOne, kOne, kOne);
        assembler_.Compute(On256(Prefix::k66, Map::k0F, ByWidth(0xFA)), kAccumulator, kOne,
                           kAccumulator);
        return true;
      case ChainOp::kFloorFloat:
        return Round(0x09);
      case ChainOp::kCeilFloat:
        return Round(0x0A);
      case ChainOp::kRoundFloatToEven:
        return Round(0x08);
      case ChainOp::kMaximumFloat:
        return Extreme(true, kAccumulator, Load(first));
      case ChainOp::kMaximumFloatReversed:
        return Extreme(true, Load(first), kAccumulator);
      case ChainOp::kMinimumFloat:
        return Extreme(false, kAccumulator, Load(first));
      case ChainOp::kMinimumFloatReversed:
        return Extreme(false, Load(first), kAccumulator);
      case ChainOp::kClampFloat:
        Extreme(true, kAccumulator, Load(first));
        return Extreme(false, kAccumulator, Load(second));
      case ChainOp::kSelectByPredicate:
      case ChainOp::kSelectOnTrue:
      case ChainOp::kSelectOnFalse:
        return WriteSelect(step);
      default:
        return false;
    }
  }

  bool Flip(Xmm bits) {
    assembler_.Compute(kXor, kAccumulator, kAccumulator, bits);
    return true;
  }

  // `how`: of the manual.
  bool Round(uint8_t how) {
    assembler_.Compute(On256(Prefix::k66, Map::k0F3A, ByWidth(0x08)), kAccumulator, 0, kAccumulator,
                       how);
    return true;
  }

  // Like MaximumFloats of simd/elementwise/functions-inl.h.
  bool Extreme(bool is_maximum, Xmm left, Xmm right) {
    constexpr uint8_t kIsEqual = 0x00, kIsUnordered = 0x03;
    // Takes the right operand if the left one is not greater.
    assembler_.Compute(OnFloats(is_maximum ? 0x5F : 0x5D), kOne, left, right);
    assembler_.Compute(is_maximum ? kAnd : kOr, kTwo, left, right);
    assembler_.Compute(OnFloats(0xC2), kThree, left, right, kIsEqual);
    Choose(kOne, kOne, kTwo, kThree);
    assembler_.Compute(OnFloats(0xC2), kThree, left, left, kIsUnordered);
    return Choose(kAccumulator, kOne, left, kThree);
  }

  bool WriteSelect(const ChainStep& step) {
    const Xmm one = Load(step.operands[0], kOne);
    const Xmm two = Load(step.operands[1], kTwo);
    const bool has_predicate = step.op == ChainOp::kSelectByPredicate;
    // The predicate's lanes of 0 or 1 become signs.
    assembler_.Convert(kCopy, kThree, has_predicate ? kAccumulator : one);
    assembler_.ShiftLeft(kThree, lane_bytes_, sign_bit(), true);
    if (has_predicate) return Choose(kAccumulator, two, one, kThree);
    const bool is_true = step.op == ChainOp::kSelectOnTrue;
    return Choose(kAccumulator, is_true ? two : kAccumulator, is_true ? kAccumulator : two, kThree);
  }

  std::span<const ChainStep> steps_;
  std::span<const TileChainOperand> operands_;
  size_t lane_bytes_;
  bool has_rest_ = true;
  // Writes the code for the last elements.
  bool is_masked_ = false;
  // By operand: the number of its register.
  std::vector<uint8_t> places_;
  std::vector<PointerRegister> pushed_;
  Assembler assembler_;
};

}  // namespace
}  // namespace chain_code

WrittenCode WriteChainCode(std::span<const simd::ChainStep> steps,
                           std::span<const TileChainOperand> operands, size_t lane_bytes) {
  // Highway's targets with AVX2 and more.
  if (!kHasNativeCode || !simd::TargetName().starts_with("AVX")) return {};
  chain_code::ChainCodeWriter writer(steps, operands, lane_bytes);
  if (!writer.Write()) return {};
  return {ExecutableMemory::Make(writer.code()), writer.has_rest()};
}

}  // namespace paddock

#endif
