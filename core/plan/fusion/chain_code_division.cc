#include "core/plan/fusion/chain_code_division.h"

#ifndef __wasm__

#include "core/plan/fusion/lane_code.h"

namespace paddock::chain_code {
namespace {

// Integers of 32 bits in the lowest bits of the double 2^52.
constexpr LaneConstant kTwoTo52{0x4330000000000000, 8};
constexpr LaneConstant kOneSingle{0x3F800000, 4}, kOneDouble{0x3FF0000000000000, 8};
constexpr LaneConstant kLowWords{0xFFFF, 4}, kMinusOne{~uint64_t{0}, 8};

constexpr VexOp kWordsToInts = In0F38(0x23), kUnsignedWordsToInts = In0F38(0x33),
                kIntsToSingles = On256(Prefix::kNone, Map::k0F, 0x5B),
                kSinglesToInts = On256(Prefix::kF3, Map::k0F, 0x5B),
                kMultiplySingles = On256(Prefix::kNone, Map::k0F, 0x59),
                kDivideSingles = On256(Prefix::kNone, Map::k0F, 0x5E), kPackWords = In0F38(0x2B),
                kSubtractInts = In0F(0xFA);
constexpr VexOp kIntsToDoubles = On256(Prefix::kF3, Map::k0F, 0xE6), kDoublesToInts = In0F(0xE6),
                kUnsignedToLongs = In0F38(0x35), kAddDoubles = In0F(0x58),
                kMultiplyDoubles = In0F(0x59), kSubtractDoubles = In0F(0x5C),
                kDivideDoubles = In0F(0x5E), kRoundDoubles = In0F3A(0x09),
                kShuffleSingles = On256(Prefix::kNone, Map::k0F, 0xC6), kSubtractLongs = In0F(0xFB);
constexpr uint8_t kTruncated = 0x0B, kEvenElements = 0x88, kSwapMiddle = 0xD8;

VexOp WordsToInts(bool is_signed) { return is_signed ? kWordsToInts : kUnsignedWordsToInts; }

// kOne becomes the quotients of the accumulator.
class QuotientWriter {
 public:
  QuotientWriter(LaneCode& lanes, ArrayOperand inverse)
      : assembler_(lanes.assembler()), inverse_(inverse) {}

  void WriteWords(bool is_signed) {
    TakeHalves(WordsToInts(is_signed));
    for (const Xmm half : {kOne, kTwo}) {
      assembler_.Convert(kIntsToSingles, half, half);
      assembler_.Compute(kMultiplySingles, half, half, inverse_);
      assembler_.Convert(kSinglesToInts, half, half);
      // Packing saturates.
      if (is_signed) assembler_.Compute(kAnd, half, half, kLowWords);
    }
    assembler_.Compute(kPackWords, kOne, kOne, kTwo);
    assembler_.Compute(kPermuteQuarters, kOne, 0, kOne, kSwapMiddle);
  }

  void WriteSigned() {
    TakeHalves(kIntsToDoubles);
    for (const Xmm half : {kOne, kTwo}) {
      assembler_.Compute(kMultiplyDoubles, half, half, inverse_);
      assembler_.Convert(kDoublesToInts, half, half);
    }
    assembler_.Compute(kPutUpperHalf, kOne, kOne, kTwo, 1);
  }

  void WriteUnsigned() {
    TakeHalves(kUnsignedToLongs);
    for (const Xmm half : {kOne, kTwo}) {
      assembler_.Compute(kOr, half, half, kTwoTo52);
      assembler_.Compute(kSubtractDoubles, half, half, kTwoTo52);
      assembler_.Compute(kMultiplyDoubles, half, half, inverse_);
      assembler_.Compute(kRoundDoubles, half, 0, half, kTruncated);
      assembler_.Compute(kAddDoubles, half, half, kTwoTo52);
    }
    assembler_.Compute(kShuffleSingles, kOne, kOne, kTwo, kEvenElements);
    assembler_.Compute(kPermuteQuarters, kOne, 0, kOne, kSwapMiddle);
  }

 private:
  void TakeHalves(const VexOp& widen) {
    assembler_.Compute(kUpperHalf, kAccumulator, 0, kTwo, 1);
    assembler_.Convert(widen, kOne, kAccumulator);
    assembler_.Convert(widen, kTwo, kTwo);
  }

  Assembler& assembler_;
  ArrayOperand inverse_;
};

}  // namespace

void WriteInverse(LaneCode& lanes, uint16_t k, bool is_signed) {
  Assembler& assembler = lanes.assembler();
  if (lanes.is_word()) {
    assembler.Compute(WordsToInts(is_signed), kOne, 0, lanes.At(k));
    assembler.Convert(kIntsToSingles, kOne, kOne);
    assembler.Compute(kLoadVector, kTwo, 0, kOneSingle);
    assembler.Compute(kDivideSingles, kOne, kTwo, kOne);
    // The next greater magnitude.
    return assembler.Compute(kSubtractInts, kOne, kOne, kMinusOne);
  }
  if (is_signed) {
    assembler.Compute(kIntsToDoubles, kOne, 0, lanes.At(k));
  } else {
    assembler.Compute(kUnsignedToLongs, kOne, 0, lanes.At(k));
    assembler.Compute(kOr, kOne, kOne, kTwoTo52);
    assembler.Compute(kSubtractDoubles, kOne, kOne, kTwoTo52);
  }
  assembler.Compute(kLoadVector, kTwo, 0, kOneDouble);
  assembler.Compute(kDivideDoubles, kOne, kTwo, kOne);
  assembler.Compute(kSubtractLongs, kOne, kOne, kMinusOne);
}

bool WriteDivision(LaneCode& lanes, const simd::ChainStep& step) {
  if (!simd::NeedsSameOperand(step.op) || lanes.is_wide()) return false;
  const uint16_t k = step.operands[0];
  const bool is_signed = IsSignedDivision(step.op);
  Assembler& assembler = lanes.assembler();
  QuotientWriter writer(lanes, lanes.InverseOf(k, is_signed));
  if (lanes.is_word()) {
    writer.WriteWords(is_signed);
  } else if (is_signed) {
    writer.WriteSigned();
  } else {
    writer.WriteUnsigned();
  }
  if (step.op == ChainOp::kDivideSigned || step.op == ChainOp::kDivideUnsigned) {
    lanes.Copy(kAccumulator, kOne);
    return true;
  }
  lanes.Compute(lanes.is_word() ? In0F(0xD5) : In0F38(0x40), kOne, kOne, k);
  assembler.Compute(lanes.subtract(), kAccumulator, kAccumulator, kOne);
  return true;
}

}  // namespace paddock::chain_code

#endif
