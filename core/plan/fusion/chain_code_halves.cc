#ifndef __wasm__

#include "core/plan/fusion/chain_code_halves.h"

#include <cstdint>

#include "core/plan/fusion/chain_code_access.h"
#include "core/plan/fusion/lane_code.h"

namespace paddock::chain_code {
namespace {

constexpr VexOp kFromHalves = In0F38(0x13), kToHalves = In0F3A(0x1D), kFromWords = In0F38(0x33),
                kAndNot = On256(Prefix::kNone, Map::k0F, 0x55),
                kCompareSingles = On256(Prefix::kNone, Map::k0F, 0xC2);
constexpr uint8_t kNearestEven = 0, kUnordered = 0x03;
constexpr uint32_t kQuietBit = 0x00400000;
constexpr uint8_t kHalfOfLane = 16;
// Bits of f32's mantissa that f16 has not.
constexpr uint8_t kLostBits = 13;

class HalvesWriter {
 public:
  explicit HalvesWriter(LaneCode& lanes) : lanes_(lanes), assembler_(lanes.assembler()) {}

  bool Write(const ChainStep& step) {
    const uint16_t k = step.operands[0];
    switch (step.op) {
      case ChainOp::kLoadF16:
        return LoadF16(k);
      case ChainOp::kLoadBF16:
        return LoadBF16(k);
      case ChainOp::kStoreF16:
        return StoreF16(k);
      case ChainOp::kStoreBF16:
        return StoreBF16(k);
      case ChainOp::kRoundF16:
        return RoundF16();
      case ChainOp::kToF16:
        return lanes_.keeps_signals() ? ToF16() : RoundF16();
      case ChainOp::kRoundBF16:
        return RoundBF16();
      case ChainOp::kToBF16:
        return ToBF16();
      default:
        return false;
    }
  }

 private:
  bool LoadF16(uint16_t k) {
    if (!lanes_.keeps_signals()) {
      lanes_.Compute(kFromHalves, lanes_.TakeResult(), 0, k);
      return true;
    }
    const Xmm value = lanes_.is_long() ? lanes_.TakeResult() : kOne;
    lanes_.Compute(kFromHalves, value, 0, k);
    lanes_.Compute(kFromWords, kTwo, 0, k);
    // The bit of a NaN that was set may not have been.
    assembler_.ShiftLeft(kTwo, 4, kLostBits, true);
    if (lanes_.is_long()) return TakeBitOfNaN(value, value, kQuietBit);
    assembler_.Compute(kXor, kTwo, kTwo, kOne);
    assembler_.Compute(kAnd, kTwo, kTwo, lanes_.Lanes(kQuietBit));
    FindNaN(kThree, kOne);
    assembler_.Compute(kAnd, kTwo, kTwo, kThree);
    assembler_.Compute(kXor, lanes_.TakeResult(), kOne, kTwo);
    return true;
  }

  // Where `value` is NaN, the result's bit becomes that of kTwo. In long vectors.
  bool TakeBitOfNaN(Xmm result, Xmm value, uint32_t bit) {
    // Takes the bit of kTwo where that of the constant is 1, else keeps the result's.
    constexpr uint8_t kSecondByThird = 0xD8;
    assembler_.Compute(kCompareSingles, kStepMask, value, value, kUnordered);
    assembler_.Under({kStepMask}).ChooseBits(result, kTwo, lanes_.Lanes(bit), kSecondByThird);
    return true;
  }

  bool LoadBF16(uint16_t k) {
    const Xmm result = lanes_.TakeResult();
    lanes_.Compute(kFromWords, result, 0, k);
    assembler_.ShiftLeft(result, 4, kHalfOfLane, true);
    return true;
  }

  bool StoreF16(uint16_t k) {
    const Xmm value = lanes_.accumulator();
    if (!lanes_.keeps_signals()) {
      const ArrayOperand at = lanes_.At(k);
      if (lanes_.IsMasked(k)) assembler_.Under({kRestMask});
      assembler_.Compute(kToHalves, value, 0, at, kNearestEven);
      return true;
    }
    assembler_.Compute(kToHalves, value, 0, kOne, kNearestEven);
    if (lanes_.is_long()) {
      assembler_.Convert(kFromWords, kOne, kOne);
      lanes_.Copy(kTwo, value);
      assembler_.ShiftRight(kTwo, 4, kLostBits, true);
      TakeBitOfNaN(kOne, value, kQuietBit >> kLostBits);
      lanes_.StoreTruncated(kIntsToWords, kOne, k);
      return true;
    }
    FindSignals(kTwo, value, kThree);
    assembler_.ShiftRight(kTwo, 4, kLostBits, true);
    PackWords(lanes_, kTwo, kThree);
    assembler_.Compute(kXor, kOne, kOne, kThree);
    assembler_.Compute(kStore16, kOne, 0, lanes_.At(k));
    return true;
  }

  bool StoreBF16(uint16_t k) {
    lanes_.Copy(kTwo, lanes_.accumulator());
    assembler_.ShiftRight(kTwo, 4, kHalfOfLane, true);
    if (lanes_.has_avx512()) {
      lanes_.StoreTruncated(kIntsToWords, kTwo, k);
      return true;
    }
    PackWords(lanes_, kTwo, kOne);
    assembler_.Compute(kStore16, kOne, 0, lanes_.At(k));
    return true;
  }

  bool RoundF16() {
    assembler_.Compute(kToHalves, lanes_.accumulator(), 0, kOne, kNearestEven);
    assembler_.Convert(kFromHalves, lanes_.TakeResult(), kOne);
    return true;
  }

  // A signaling NaN stays one if the payload that is kept is not 0.
  bool ToF16() {
    constexpr uint32_t kKeptPayload = 0x003FE000;
    const Xmm value = lanes_.accumulator();
    assembler_.Compute(kToHalves, value, 0, kOne, kNearestEven);
    assembler_.Convert(kFromHalves, kOne, kOne);
    FindSignals(kTwo, value, kThree);
    FindZeros(kThree, value, kKeptPayload);
    assembler_.Compute(kAndNot, kTwo, kThree, kTwo);
    assembler_.Compute(kXor, lanes_.TakeResult(), kOne, kTwo);
    return true;
  }

  // The low bits of a NaN are zeros, so rounding does not reach its others.
  bool RoundBF16() {
    AddHalf();
    KeepHighBits(kOne);
    return true;
  }

  bool ToBF16() {
    constexpr uint32_t kPayload = 0x007F0000;
    const Xmm value = lanes_.accumulator();
    AddHalf();
    FindZeros(kThree, value, kPayload);
    assembler_.Compute(kAnd, kThree, kThree, lanes_.Lanes(kQuietBit));
    assembler_.Compute(kOr, kThree, kThree, value);
    FindNaN(kTwo, value);
    lanes_.Choose(kOne, kOne, kThree, kTwo);
    KeepHighBits(kOne);
    return true;
  }

  // kOne becomes the accumulator plus just under half of the last kept bit, or half where that bit
  // is 1.
  void AddHalf() {
    const Xmm value = lanes_.accumulator();
    lanes_.Copy(kOne, value);
    assembler_.ShiftRight(kOne, 4, kHalfOfLane, true);
    assembler_.Compute(kAnd, kOne, kOne, lanes_.Lanes(1));
    assembler_.Compute(lanes_.add(), kOne, kOne, value);
    assembler_.Compute(lanes_.add(), kOne, kOne, lanes_.Lanes(0x7FFF));
  }
  void KeepHighBits(Xmm value) {
    assembler_.Compute(kAnd, lanes_.TakeResult(), value, lanes_.Lanes(0xFFFF0000));
  }

  void FindNaN(Xmm to, Xmm value) { lanes_.CompareFloats(to, value, value, kUnordered); }
  // The quiet bit in lanes that are signaling NaNs, else 0.
  void FindSignals(Xmm to, Xmm value, Xmm other) {
    FindNaN(to, value);
    assembler_.Compute(kAndNot, other, value, lanes_.Lanes(kQuietBit));
    assembler_.Compute(kAnd, to, to, other);
  }
  // All ones in lanes whose `bits` are 0. Clobbers kOperand.
  void FindZeros(Xmm to, Xmm value, uint32_t bits) {
    assembler_.Compute(kAnd, to, value, lanes_.Lanes(bits));
    lanes_.SetZero(kOperand);
    lanes_.FindEqual(to, to, kOperand);
  }

  LaneCode& lanes_;
  Assembler& assembler_;
};

}  // namespace

bool WriteHalvesStep(LaneCode& lanes, const ChainStep& step) {
  return lanes.is_narrow() && HalvesWriter(lanes).Write(step);
}

}  // namespace paddock::chain_code

#endif
