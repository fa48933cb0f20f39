#ifndef __wasm__

#include "core/plan/fusion/chain_code_integers.h"

#include <bit>
#include <cstdint>

#include "core/plan/fusion/chain_code_bits.h"
#include "core/plan/fusion/chain_code_bytes.h"
#include "core/plan/fusion/lane_code.h"

namespace paddock::chain_code {
namespace {

constexpr VexOp kMultiplyLow32 = In0F(0xF4);

class IntegerStepWriter {
 public:
  explicit IntegerStepWriter(LaneCode& lanes) : lanes_(lanes), assembler_(lanes.assembler()) {}

  bool Write(const ChainStep& step) {
    const uint16_t first = step.operands[0], second = step.operands[1];
    switch (step.op) {
      case ChainOp::kNotInteger:
        assembler_.Compute(kXor, kAccumulator, kAccumulator, lanes_.all_ones());
        return true;
      case ChainOp::kNegateInteger:
        lanes_.SetZero(kOne);
        assembler_.Compute(lanes_.subtract(), kAccumulator, kOne, kAccumulator);
        return true;
      case ChainOp::kSignInteger:
        return Sign();
      case ChainOp::kClampSigned:
        return Extreme(true, true, first) && Extreme(false, true, second);
      case ChainOp::kClampUnsigned:
        return Extreme(true, false, first) && Extreme(false, false, second);
      case ChainOp::kWrapI8:
        return WrapSigned(8);
      case ChainOp::kWrapU8:
        return WrapUnsigned(8);
      case ChainOp::kWrapI16:
        return WrapSigned(16);
      case ChainOp::kWrapU16:
        return WrapUnsigned(16);
      default:
        break;
    }
    if (WriteBitCount(lanes_, step.op)) return true;
    if (lanes_.is_byte()) return WriteByteStep(lanes_, step);
    return lanes_.is_word() ? ShiftWords(step) : lanes_.is_wide() && WriteLong(step);
  }

 private:
  // AVX-512 has instructions for 8 bytes.
  bool WriteLong(const ChainStep& step) {
    const uint16_t k = step.operands[0];
    switch (step.op) {
      case ChainOp::kAbsInteger:
        if (lanes_.is_long()) {
          assembler_.Convert(In0F38(0x1F, true), kAccumulator, kAccumulator);
          return true;
        }
        lanes_.SetZero(kOne);
        lanes_.FindGreater(kOne, kOne, kAccumulator);
        assembler_.Compute(kXor, kAccumulator, kAccumulator, kOne);
        assembler_.Compute(lanes_.subtract(), kAccumulator, kAccumulator, kOne);
        return true;
      case ChainOp::kMultiplyInteger:
        return MultiplyLongs(lanes_.Load(k));
      case ChainOp::kMultiplyIntegerDoubled:
        return MultiplyLongs(kAccumulator);
      case ChainOp::kMaximumSigned:
        return Extreme(true, true, k);
      case ChainOp::kMaximumUnsigned:
        return Extreme(true, false, k);
      case ChainOp::kMinimumSigned:
        return Extreme(false, true, k);
      case ChainOp::kMinimumUnsigned:
        return Extreme(false, false, k);
      case ChainOp::kShiftRightArithmetic:
        return ShiftLongs(kAccumulator, lanes_.Load(k));
      case ChainOp::kShiftRightArithmeticReversed:
        return ShiftLongs(lanes_.Load(k), kAccumulator);
      default:
        return false;
    }
  }

  // Zeros enter the complement of a negative integer.
  bool ShiftLongs(Xmm value, Xmm amount) {
    constexpr VexOp kShiftRight = In0F38(0x45, true), kShiftArithmetic = In0F38(0x46, true);
    if (lanes_.is_long()) {
      assembler_.Compute(kShiftArithmetic, kAccumulator, value, amount);
      return true;
    }
    lanes_.SetZero(kOne);
    lanes_.FindGreater(kOne, kOne, value);
    assembler_.Compute(kXor, kTwo, value, kOne);
    assembler_.Compute(kShiftRight, kTwo, kTwo, amount);
    assembler_.Compute(kXor, kAccumulator, kTwo, kOne);
    return true;
  }

  bool Sign() {
    if (!lanes_.is_wide() || lanes_.is_long()) {
      const uint64_t ones = ~uint64_t{0} >> (63 - lanes_.sign_bit());
      assembler_.Compute(ExtremeOf(true, true), kAccumulator, kAccumulator, lanes_.Lanes(ones));
      assembler_.Compute(ExtremeOf(false, true), kAccumulator, kAccumulator, lanes_.Lanes(1));
      return true;
    }
    lanes_.SetZero(kOne);
    lanes_.FindGreater(kTwo, kAccumulator, kOne);
    lanes_.FindGreater(kOne, kOne, kAccumulator);
    assembler_.Compute(lanes_.subtract(), kAccumulator, kOne, kTwo);
    return true;
  }

  // The instruction; for integers of 8 bytes only that of AVX-512.
  VexOp ExtremeOf(bool is_maximum, bool is_signed) const {
    const auto choose = [&](uint8_t maximum, uint8_t minimum) {
      return is_maximum ? maximum : minimum;
    };
    if (lanes_.is_byte()) {
      return is_signed ? In0F38(choose(0x3C, 0x38)) : In0F(choose(0xDE, 0xDA));
    }
    if (lanes_.is_word()) {
      return is_signed ? In0F(choose(0xEE, 0xEA)) : In0F38(choose(0x3E, 0x3A));
    }
    return In0F38(is_signed ? choose(0x3D, 0x39) : choose(0x3F, 0x3B), lanes_.is_wide());
  }

  bool Extreme(bool is_maximum, bool is_signed, uint16_t k) {
    if (lanes_.is_wide() && !lanes_.is_long()) return ExtremeOfLongs(is_maximum, is_signed, k);
    lanes_.Compute(ExtremeOf(is_maximum, is_signed), kAccumulator, kAccumulator, k);
    return true;
  }

  bool ExtremeOfLongs(bool is_maximum, bool is_signed, uint16_t k) {
    const Xmm operand = lanes_.Load(k);
    Xmm left = kAccumulator, right = operand;
    if (!is_signed) {
      assembler_.Compute(kXor, kOne, left, lanes_.sign_bits());
      assembler_.Compute(kXor, kTwo, right, lanes_.sign_bits());
      left = kOne;
      right = kTwo;
    }
    lanes_.FindGreater(kThree, left, right);
    lanes_.Choose(kAccumulator, is_maximum ? operand : kAccumulator,
                  is_maximum ? kAccumulator : operand, kThree);
    return true;
  }

  // The high halves' products fill the high half.
  bool MultiplyLongs(Xmm operand) {
    constexpr uint8_t kHalf = 32;
    constexpr VexOp kMultiply64 = In0F38(0x40, true);
    if (lanes_.is_long()) {
      assembler_.Compute(kMultiply64, kAccumulator, kAccumulator, operand);
      return true;
    }
    lanes_.Copy(kOne, kAccumulator);
    assembler_.ShiftRight(kOne, 8, kHalf, true);
    assembler_.Compute(kMultiplyLow32, kOne, kOne, operand);
    lanes_.Copy(kTwo, operand);
    assembler_.ShiftRight(kTwo, 8, kHalf, true);
    assembler_.Compute(kMultiplyLow32, kTwo, kTwo, kAccumulator);
    assembler_.Compute(lanes_.add(), kOne, kOne, kTwo);
    assembler_.ShiftLeft(kOne, 8, kHalf, true);
    assembler_.Compute(kMultiplyLow32, kAccumulator, kAccumulator, operand);
    assembler_.Compute(lanes_.add(), kAccumulator, kAccumulator, kOne);
    return true;
  }

  // By one amount, from its lowest 64 bits, or by many.
  bool ShiftWords(const ChainStep& step) {
    constexpr VexOp kWordToLong{Prefix::k66, Map::k0F38, 0x34};
    const uint16_t k = step.operands[0];
    switch (step.op) {
      case ChainOp::kShiftLeftReversed:
      case ChainOp::kShiftRightLogicalReversed:
      case ChainOp::kShiftRightArithmeticReversed:
        return ShiftWordsByEach(step.op, lanes_.Load(k), kAccumulator);
      case ChainOp::kShiftLeft:
      case ChainOp::kShiftRightLogical:
      case ChainOp::kShiftRightArithmetic:
        break;
      default:
        return false;
    }
    if (!lanes_.IsSame(k)) return ShiftWordsByEach(step.op, kAccumulator, lanes_.Load(k));
    const uint8_t opcode = step.op == ChainOp::kShiftLeft           ? 0xF1
                           : step.op == ChainOp::kShiftRightLogical ? 0xD1
                                                                    : 0xE1;
    lanes_.Compute(kWordToLong, kOne, 0, k);
    assembler_.Compute(In0F(opcode), kAccumulator, kAccumulator, kOne);
    return true;
  }

  // Only double words have such instructions. kOne gets the low words, kTwo the high ones.
  bool ShiftWordsByEach(ChainOp op, Xmm value, Xmm amount) {
    constexpr LaneConstant kLow{0x0000FFFF, 4}, kHigh{0xFFFF0000, 4};
    constexpr uint8_t kWord = 16;
    assembler_.Compute(kAnd, kOne, amount, kLow);
    lanes_.Copy(kTwo, amount);
    assembler_.ShiftRight(kTwo, 4, kWord, true);
    if (op == ChainOp::kShiftLeft || op == ChainOp::kShiftLeftReversed) {
      assembler_.Compute(In0F38(0x47), kOne, value, kOne);
      assembler_.Compute(kAnd, kOne, kOne, kLow);
      assembler_.Compute(kAnd, kThree, value, kHigh);
      assembler_.Compute(In0F38(0x47), kTwo, kThree, kTwo);
    } else if (op == ChainOp::kShiftRightLogical || op == ChainOp::kShiftRightLogicalReversed) {
      assembler_.Compute(kAnd, kThree, value, kLow);
      assembler_.Compute(In0F38(0x45), kOne, kThree, kOne);
      assembler_.Compute(In0F38(0x45), kTwo, value, kTwo);
      assembler_.Compute(kAnd, kTwo, kTwo, kHigh);
    } else {
      lanes_.Copy(kThree, value);
      assembler_.ShiftLeft(kThree, 4, kWord, true);
      assembler_.Compute(In0F38(0x46), kOne, kThree, kOne);
      assembler_.ShiftRight(kOne, 4, kWord, true);
      assembler_.Compute(In0F38(0x46), kTwo, value, kTwo);
      assembler_.Compute(kAnd, kTwo, kTwo, kHigh);
    }
    assembler_.Compute(kOr, kAccumulator, kOne, kTwo);
    return true;
  }

  bool CanWrap(size_t bits) const { return !lanes_.is_wide() && bits < 8 * lanes_.lane_bytes(); }

  bool WrapSigned(size_t bits) {
    if (!CanWrap(bits)) return false;
    const auto spare = static_cast<uint8_t>(8 * lanes_.lane_bytes() - bits);
    assembler_.ShiftLeft(kAccumulator, lanes_.lane_bytes(), spare, true);
    assembler_.ShiftRightArithmetic(kAccumulator, lanes_.lane_bytes(), spare, true);
    return true;
  }

  bool WrapUnsigned(size_t bits) {
    if (!CanWrap(bits)) return false;
    assembler_.Compute(kAnd, kAccumulator, kAccumulator, lanes_.Lanes((uint64_t{1} << bits) - 1));
    return true;
  }

  LaneCode& lanes_;
  Assembler& assembler_;
};

}  // namespace

bool WriteProductWithPower(LaneCode& lanes, const ChainStep& step) {
  if (step.op != ChainOp::kMultiplyInteger) return false;
  const auto factor = lanes.ConstantOf(step.operands[0]);
  if (!factor || factor->lane_bytes != lanes.lane_bytes() || !std::has_single_bit(factor->bits)) {
    return false;
  }
  const auto log2 = static_cast<uint8_t>(std::countr_zero(factor->bits));
  const Xmm from = lanes.accumulator(), to = lanes.TakeResult();
  if (to != from) lanes.Copy(to, from);
  lanes.assembler().ShiftLeft(to, lanes.is_byte() ? 2 : lanes.lane_bytes(), log2, true);
  if (lanes.is_byte()) {
    lanes.assembler().Compute(kAnd, to, to, lanes.Lanes(uint64_t{0xFF} << log2 & 0xFF));
  }
  return true;
}

bool WriteIntegerStep(LaneCode& lanes, const ChainStep& step) {
  return IntegerStepWriter(lanes).Write(step);
}

}  // namespace paddock::chain_code

#endif
