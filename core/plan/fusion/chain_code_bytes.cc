#ifndef __wasm__

#include "core/plan/fusion/chain_code_bytes.h"

#include <algorithm>
#include <cstdint>

#include "core/plan/fusion/lane_code.h"

namespace paddock::chain_code {
namespace {

constexpr VexOp kMultiplyWords = In0F(0xD5), kLookUp = In0F38(0x00), kAddSaturated = In0F(0xDC);
constexpr LaneConstant kLowBytes{0x00FF, 2}, kHighBytes{0xFF00, 2};

// Instructions on words compute even and odd bytes.
class ByteStepWriter {
 public:
  explicit ByteStepWriter(LaneCode& lanes) : lanes_(lanes), assembler_(lanes.assembler()) {}

  bool Write(const ChainStep& step) {
    const uint16_t k = step.operands[0];
    switch (step.op) {
      case ChainOp::kMultiplyInteger:
        return Multiply(lanes_.Load(k));
      case ChainOp::kMultiplyIntegerDoubled:
        return Multiply(kAccumulator);
      case ChainOp::kShiftLeft:
      case ChainOp::kShiftRightLogical:
      case ChainOp::kShiftRightArithmetic:
        if (const auto amount = lanes_.ConstantOf(k)) return ShiftBy(step.op, amount->bits);
        return Shift(step.op, kAccumulator, lanes_.Load(k));
      case ChainOp::kShiftLeftReversed:
        return Shift(ChainOp::kShiftLeft, lanes_.Load(k), kAccumulator);
      case ChainOp::kShiftRightLogicalReversed:
        return Shift(ChainOp::kShiftRightLogical, lanes_.Load(k), kAccumulator);
      case ChainOp::kShiftRightArithmeticReversed:
        return Shift(ChainOp::kShiftRightArithmetic, lanes_.Load(k), kAccumulator);
      default:
        return false;
    }
  }

 private:
  static constexpr uint8_t kByte = 8;

  // Clobbers kOne and kTwo.
  bool Multiply(Xmm operand) {
    lanes_.Copy(kOne, kAccumulator);
    assembler_.ShiftRight(kOne, 2, kByte, true);
    assembler_.Compute(kAnd, kTwo, operand, kHighBytes);
    assembler_.Compute(kMultiplyWords, kOne, kOne, kTwo);
    assembler_.Compute(kMultiplyWords, kAccumulator, kAccumulator, operand);
    assembler_.Compute(kAnd, kAccumulator, kAccumulator, kLowBytes);
    assembler_.Compute(kOr, kAccumulator, kAccumulator, kOne);
    return true;
  }

  bool ShiftBy(ChainOp op, uint64_t amount) {
    constexpr uint64_t kBits = 0xFF, kSign = 0x80;
    const bool is_arithmetic = op == ChainOp::kShiftRightArithmetic;
    if (amount > 7 && !is_arithmetic) {
      lanes_.SetZero(kAccumulator);
      return true;
    }
    const auto bits = static_cast<uint8_t>(std::min<uint64_t>(amount, 7));
    if (op == ChainOp::kShiftLeft) {
      assembler_.ShiftLeft(kAccumulator, 2, bits, true);
    } else {
      assembler_.ShiftRight(kAccumulator, 2, bits, true);
    }
    const uint64_t kept = op == ChainOp::kShiftLeft ? kBits << bits & kBits : kBits >> bits;
    assembler_.Compute(kAnd, kAccumulator, kAccumulator, lanes_.Lanes(kept));
    if (!is_arithmetic) return true;
    const LaneConstant sign = lanes_.Lanes(kSign >> bits);
    assembler_.Compute(kXor, kAccumulator, kAccumulator, sign);
    assembler_.Compute(lanes_.subtract(), kAccumulator, kAccumulator, sign);
    return true;
  }

  // A product with a power of 2, of which a table has those of amounts below 8.
  bool Shift(ChainOp op, Xmm value, Xmm amount) {
    constexpr LaneConstant kPowers{0x8040201008040201, 8}, kReversedPowers{0x0102040810204080, 8};
    // The table gives 0 for indices with a sign.
    constexpr LaneConstant kSignFrom8{0x78, 1};
    assembler_.Compute(kAddSaturated, kThree, amount, kSignFrom8);
    const bool is_left = op == ChainOp::kShiftLeft;
    assembler_.Compute(kLoadVector, kOne, 0, is_left ? kPowers : kReversedPowers);
    assembler_.Compute(kLookUp, kThree, kOne, kThree);
    lanes_.Copy(kAccumulator, value);
    if (is_left) return Multiply(kThree);
    if (op != ChainOp::kShiftRightArithmetic) return ShiftRight();
    // Zeros enter the complement of a negative integer.
    lanes_.SetZero(kOne);
    lanes_.FindGreater(kOperand, kOne, kAccumulator);
    assembler_.Compute(kXor, kAccumulator, kAccumulator, kOperand);
    ShiftRight();
    assembler_.Compute(kXor, kAccumulator, kAccumulator, kOperand);
    return true;
  }

  // Multiplies the accumulator by kThree, which is 128 shifted to the right, and drops 7 bits.
  bool ShiftRight() {
    constexpr uint8_t kDropped = 7;
    lanes_.Copy(kOne, kAccumulator);
    lanes_.Copy(kTwo, kThree);
    assembler_.ShiftRight(kOne, 2, kByte, true);
    assembler_.ShiftRight(kTwo, 2, kByte, true);
    assembler_.Compute(kMultiplyWords, kOne, kOne, kTwo);
    assembler_.ShiftLeft(kOne, 2, kByte - kDropped, true);
    assembler_.Compute(kAnd, kOne, kOne, kHighBytes);
    assembler_.Compute(kAnd, kAccumulator, kAccumulator, kLowBytes);
    assembler_.Compute(kAnd, kTwo, kThree, kLowBytes);
    assembler_.Compute(kMultiplyWords, kAccumulator, kAccumulator, kTwo);
    assembler_.ShiftRight(kAccumulator, 2, kDropped, true);
    assembler_.Compute(kOr, kAccumulator, kAccumulator, kOne);
    return true;
  }

  LaneCode& lanes_;
  Assembler& assembler_;
};

}  // namespace

bool WriteByteStep(LaneCode& lanes, const ChainStep& step) {
  return ByteStepWriter(lanes).Write(step);
}

}  // namespace paddock::chain_code

#endif
