#ifndef __wasm__

#include "core/plan/fusion/chain_code_bits.h"

#include <cstdint>

#include "core/plan/fusion/lane_code.h"

namespace paddock::chain_code {
namespace {

class BitCountWriter {
 public:
  explicit BitCountWriter(LaneCode& lanes) : lanes_(lanes), assembler_(lanes.assembler()) {}

  // Count bits of the accumulator, in place.
  void CountOnes() {
    if (lanes_.is_long() && lanes_.has_bit_counts()) {
      const bool is_short = lanes_.lane_bytes() <= 2;
      return assembler_.Convert(
          In0F38(is_short ? 0x54 : 0x55, lanes_.is_word() || lanes_.is_wide()), kAccumulator,
          kAccumulator);
    }
    CountOnesOfBytes();
    AddBytes();
  }

  void CountLeadingZeros() {
    if (lanes_.is_long() && lanes_.lane_bytes() >= 4) {
      return assembler_.Convert(In0F38(0x44, lanes_.is_wide()), kAccumulator, kAccumulator);
    }
    // Ones from the highest one on; the others are the leading zeros.
    for (uint8_t bits = 1; bits <= lanes_.sign_bit(); bits *= 2) {
      lanes_.Copy(kOne, kAccumulator);
      ShiftRight(kOne, bits);
      assembler_.Compute(kOr, kAccumulator, kAccumulator, kOne);
    }
    assembler_.Compute(kXor, kAccumulator, kAccumulator, lanes_.all_ones());
    CountOnes();
  }

 private:
  static constexpr VexOp kAddBytes = In0F(0xFC), kSubtractBytes = In0F(0xF8);

  void ShiftRight(Xmm vector, uint8_t bits) {
    if (!lanes_.is_byte()) return assembler_.ShiftRight(vector, lanes_.lane_bytes(), bits, true);
    assembler_.ShiftRight(vector, 2, bits, true);
    assembler_.Compute(kAnd, vector, vector, lanes_.Lanes(uint64_t{0xFF} >> bits));
  }

  // Sums of pairs of bits, of pairs of those, and of halves of a byte.
  void CountOnesOfBytes() {
    constexpr LaneConstant kEveryOther{0x55, 1}, kEveryOtherPair{0x33, 1}, kLowHalf{0x0F, 1};
    lanes_.Copy(kOne, kAccumulator);
    assembler_.ShiftRight(kOne, 2, 1, true);
    assembler_.Compute(kAnd, kOne, kOne, kEveryOther);
    assembler_.Compute(kSubtractBytes, kAccumulator, kAccumulator, kOne);
    lanes_.Copy(kOne, kAccumulator);
    assembler_.ShiftRight(kOne, 2, 2, true);
    assembler_.Compute(kAnd, kOne, kOne, kEveryOtherPair);
    assembler_.Compute(kAnd, kAccumulator, kAccumulator, kEveryOtherPair);
    assembler_.Compute(kAddBytes, kAccumulator, kAccumulator, kOne);
    lanes_.Copy(kOne, kAccumulator);
    assembler_.ShiftRight(kOne, 2, 4, true);
    assembler_.Compute(kAddBytes, kAccumulator, kAccumulator, kOne);
    assembler_.Compute(kAnd, kAccumulator, kAccumulator, kLowHalf);
  }

  // Adds the bytes of each lane.
  void AddBytes() {
    constexpr VexOp kAddPairsOfBytes = In0F38(0x04), kAddPairsOfWords = In0F(0xF5),
                    kAddEight = In0F(0xF6);
    if (lanes_.is_byte()) return;
    if (lanes_.is_wide()) {
      lanes_.SetZero(kOne);
      return assembler_.Compute(kAddEight, kAccumulator, kAccumulator, kOne);
    }
    assembler_.Compute(kAddPairsOfBytes, kAccumulator, kAccumulator, LaneConstant{1, 1});
    if (lanes_.is_word()) return;
    assembler_.Compute(kAddPairsOfWords, kAccumulator, kAccumulator, LaneConstant{1, 2});
  }

  LaneCode& lanes_;
  Assembler& assembler_;
};

}  // namespace

bool WriteBitCount(LaneCode& lanes, ChainOp op) {
  if (op != ChainOp::kCountOnes && op != ChainOp::kCountLeadingZeros) return false;
  BitCountWriter writer(lanes);
  if (op == ChainOp::kCountOnes) {
    writer.CountOnes();
  } else {
    writer.CountLeadingZeros();
  }
  return true;
}

}  // namespace paddock::chain_code

#endif
