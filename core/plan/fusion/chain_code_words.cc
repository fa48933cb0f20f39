#ifndef __wasm__

#include "core/plan/fusion/chain_code_words.h"

#include <cstdint>
#include <optional>

#include "core/plan/fusion/lane_code.h"

namespace paddock::chain_code {
namespace {

// The comparisons of integers, and the predicates of the manual.
constexpr VexOp kCompareUnsigned = In0F3A(0x3E, true), kCompareSigned = In0F3A(0x3F, true);
constexpr uint8_t kWordsEqual = 0, kWordsLess = 1, kWordsLessOrEqual = 2, kWordsGreater = 6;
constexpr uint16_t kSignOfHalf = 0x8000, kMagnitudeOfHalf = 0x7FFF;
constexpr VexOp kSubtractWords = In0F(0xF9), kMaximumOfWords = In0F38(0x3E);

// Codes from `first` to `last`; none if it is less.
struct CodeRange {
  int first = 0, last = -1;
  bool is_empty() const { return last < first; }
};
// Positive numbers and +0, negative ones and -0.
struct CodeRanges {
  CodeRange positive, negative;
};

class WordStepWriter {
 public:
  explicit WordStepWriter(LaneCode& lanes)
      : lanes_(lanes), assembler_(lanes.assembler()), infinity_(lanes.infinity_of_words()) {}

  bool Write(const ChainStep& step) {
    const auto [first, second] = step.operands;
    switch (step.op) {
      case ChainOp::kNegateFloat:
        return Combine(kXor, kSignOfHalf);
      case ChainOp::kAbsFloat:
        return Combine(kAnd, kMagnitudeOfHalf);
      case ChainOp::kSignFloat:
        return Sign();
      case ChainOp::kIsFinite:
        return IsFinite();
      case ChainOp::kMaximumFloat:
        return Extreme(first, true, false);
      case ChainOp::kMaximumFloatReversed:
        return Extreme(first, true, true);
      case ChainOp::kMinimumFloat:
        return Extreme(first, false, false);
      case ChainOp::kMinimumFloatReversed:
        return Extreme(first, false, true);
      case ChainOp::kClampFloat:
        Choose(first, true, false);
        assembler_.Convert(kCopy, lanes_.TakeAccumulator(), kOne);
        return Extreme(second, false, false);
      case ChainOp::kEqualFloat:
      case ChainOp::kEqualFloatReversed:
        return Equal(first, false);
      case ChainOp::kNotEqualFloat:
      case ChainOp::kNotEqualFloatReversed:
        return Equal(first, true);
      case ChainOp::kLessFloat:
        return Less(first, false, false);
      case ChainOp::kLessFloatReversed:
        return Less(first, false, true);
      case ChainOp::kLessOrEqualFloat:
        return Less(first, true, false);
      case ChainOp::kLessOrEqualFloatReversed:
        return Less(first, true, true);
      default:
        return false;
    }
  }

 private:
  bool Combine(const VexOp& op, uint16_t bits) {
    const Xmm accumulator = lanes_.accumulator();
    assembler_.Compute(op, lanes_.TakeResult(), accumulator, lanes_.Lanes(bits));
    lanes_.set_is_boolean(false);
    return true;
  }

  void TakeMagnitude(Xmm to, Xmm from) {
    assembler_.Compute(kAnd, to, from, lanes_.Lanes(kMagnitudeOfHalf));
  }
  void Compare(MaskRegister to, Xmm left, uint16_t right, uint8_t predicate) {
    assembler_.Compute(kCompareUnsigned, to, left, lanes_.Lanes(right), predicate);
  }

  // Preserves NaN and zeros.
  bool Sign() {
    // (result & left) | right.
    constexpr uint8_t kAndOr = 0xEA;
    const Xmm accumulator = lanes_.accumulator();
    TakeMagnitude(kOne, accumulator);
    assembler_.Compute(kSubtractWords, kOne, kOne, lanes_.Lanes(1));
    Compare(kStepMask, kOne, infinity_, kWordsLess);
    assembler_.Compute(kLoadVector, kOne, 0, lanes_.Lanes(kSignOfHalf));
    assembler_.ChooseBits(kOne, accumulator, lanes_.Lanes(lanes_.float_bits().one), kAndOr);
    lanes_.ChooseByMask(lanes_.TakeResult(), accumulator, kOne, kStepMask);
    lanes_.set_is_boolean(false);
    return true;
  }

  bool IsFinite() {
    TakeMagnitude(kOne, lanes_.accumulator());
    Compare(lanes_.TakeMask(), kOne, infinity_, kWordsLess);
    lanes_.set_is_boolean(true);
    return true;
  }

  // --- Comparisons

  bool IsNaN(uint64_t code) const { return (code & kMagnitudeOfHalf) > infinity_; }

  // Returns the codes of numbers less than `code`, which is none of NaN. `counts_zeros`: -0 is less
  // than +0.
  CodeRanges LessThan(uint64_t code, bool or_equal, bool counts_zeros) const {
    const int magnitude = static_cast<int>(code & kMagnitudeOfHalf), more = or_equal ? 0 : 1;
    const int least = kSignOfHalf + infinity_;
    const bool is_negative = (code & kSignOfHalf) != 0;
    if (is_negative && (counts_zeros || magnitude != 0)) {
      return {{}, {kSignOfHalf + magnitude + more, least}};
    }
    const bool has_zero = counts_zeros || or_equal || magnitude != 0;
    return {{0, magnitude - more}, {kSignOfHalf + (has_zero ? 0 : 1), least}};
  }
  // The codes of the numbers with the other sign.
  static CodeRanges Negated(const CodeRanges& ranges) {
    const auto& [positive, negative] = ranges;
    return {{negative.first - kSignOfHalf, negative.last - kSignOfHalf},
            {positive.first + kSignOfHalf, positive.last + kSignOfHalf}};
  }
  CodeRanges GreaterThan(uint64_t code, bool or_equal, bool counts_zeros) const {
    return Negated(LessThan(code ^ kSignOfHalf, or_equal, counts_zeros));
  }

  // Sets the mask where codes are in the range. Clobbers kOne.
  void Find(MaskRegister mask, Xmm codes, const CodeRange& range) {
    const auto first = static_cast<uint16_t>(range.first);
    const auto size = static_cast<uint16_t>(range.last - range.first);
    if (size == 0) return Compare(mask, codes, first, kWordsEqual);
    if (first == 0) return Compare(mask, codes, size, kWordsLessOrEqual);
    assembler_.Compute(kSubtractWords, kOne, codes, lanes_.Lanes(first));
    Compare(mask, kOne, size, kWordsLessOrEqual);
  }
  // Clobbers kSecondStepMask, too.
  void Find(MaskRegister mask, Xmm codes, const CodeRanges& ranges) {
    using MaskOp = Assembler::MaskOp;
    const auto& [positive, negative] = ranges;
    if (positive.is_empty() && negative.is_empty()) {
      return assembler_.ComputeMask(MaskOp::kXor, mask, mask, mask);
    }
    if (positive.is_empty()) return Find(mask, codes, negative);
    Find(mask, codes, positive);
    if (negative.is_empty()) return;
    Find(kSecondStepMask, codes, negative);
    assembler_.ComputeMask(MaskOp::kOr, mask, mask, kSecondStepMask);
  }

  std::optional<uint64_t> NumberOf(uint16_t k) const {
    const auto constant = lanes_.ConstantOf(k);
    return constant && !IsNaN(constant->bits) ? std::optional(constant->bits) : std::nullopt;
  }

  // is_reversed: the left operand is in memory.
  bool Less(uint16_t k, bool or_equal, bool is_reversed) {
    if (const auto number = NumberOf(k)) {
      const Xmm accumulator = lanes_.accumulator();
      Find(
          lanes_.TakeMask(), accumulator,
          is_reversed ? GreaterThan(*number, or_equal, false) : LessThan(*number, or_equal, false));
    } else {
      const Xmm operand = lanes_.Load(k), accumulator = lanes_.accumulator();
      Rank(kThree, operand);
      Rank(kOne, accumulator);
      TakeMagnitude(kTwo, accumulator);
      TakeMagnitude(kOperand, operand);
      assembler_.Compute(kMaximumOfWords, kTwo, kTwo, kOperand);
      Compare(kStepMask, kTwo, infinity_, kWordsLessOrEqual);
      const Xmm left = is_reversed ? kThree : kOne, right = is_reversed ? kOne : kThree;
      const MaskRegister mask = lanes_.TakeMask();
      assembler_.Under({kStepMask})
          .Compute(kCompareSigned, mask, left, right, or_equal ? kWordsLessOrEqual : kWordsLess);
    }
    lanes_.set_is_boolean(true);
    return true;
  }

  bool Equal(uint16_t k, bool is_inverse) {
    using MaskOp = Assembler::MaskOp;
    const auto number = NumberOf(k);
    const Xmm accumulator = lanes_.accumulator();
    if (number && (*number & kMagnitudeOfHalf) != 0) {
      Compare(lanes_.TakeMask(), accumulator, static_cast<uint16_t>(*number), kWordsEqual);
    } else if (number) {
      TakeMagnitude(kOne, accumulator);
      Compare(lanes_.TakeMask(), kOne, 0, kWordsEqual);
    } else {
      const Xmm operand = lanes_.Load(k);
      TakeMagnitude(kOne, accumulator);
      const MaskRegister mask = lanes_.TakeMask();
      if (operand == accumulator) {
        Compare(mask, kOne, infinity_, kWordsLessOrEqual);
      } else {
        Compare(kStepMask, kOne, infinity_, kWordsLessOrEqual);
        assembler_.Under({kStepMask})
            .Compute(kCompareUnsigned, mask, accumulator, operand, kWordsEqual);
        assembler_.Compute(kOr, kOne, accumulator, operand);
        TakeMagnitude(kOne, kOne);
        Compare(kStepMask, kOne, 0, kWordsEqual);
        assembler_.ComputeMask(MaskOp::kOr, mask, mask, kStepMask);
      }
    }
    if (is_inverse) assembler_.ComplementMask(*lanes_.mask(), *lanes_.mask());
    lanes_.set_is_boolean(true);
    return true;
  }

  // `to` becomes integers in the order of the numbers, with one for both zeros. Clobbers kTwo.
  void Rank(Xmm to, Xmm codes) {
    SpreadSign(kTwo, codes);
    lanes_.Copy(to, kTwo);
    // (left & right) ^ result.
    assembler_.ChooseBits(to, codes, lanes_.Lanes(kMagnitudeOfHalf), kAndXor);
    assembler_.Compute(kSubtractWords, to, to, kTwo);
  }
  // The same, with -0 below +0.
  void RankZeros(Xmm to, Xmm codes) {
    SpreadSign(kTwo, codes);
    lanes_.Copy(to, codes);
    assembler_.ChooseBits(to, kTwo, lanes_.Lanes(kMagnitudeOfHalf), kAndXor);
  }
  static constexpr uint8_t kAndXor = 0x78;

  void SpreadSign(Xmm to, Xmm codes) {
    lanes_.Copy(to, codes);
    assembler_.ShiftRightArithmetic(to, 2, lanes_.sign_bit(), true);
  }

  // --- Extremes

  bool Extreme(uint16_t k, bool is_maximum, bool is_reversed) {
    Choose(k, is_maximum, is_reversed);
    lanes_.Copy(lanes_.TakeResult(), kOne);
    lanes_.set_is_boolean(false);
    return true;
  }

  // kOne becomes the extreme: the left operand if it is NaN, else the right one if that is.
  void Choose(uint16_t k, bool is_maximum, bool is_reversed) {
    const auto number = NumberOf(k);
    const Xmm accumulator = lanes_.accumulator();
    if (number) {
      Find(kStepMask, accumulator,
           is_maximum ? LessThan(*number, false, true) : GreaterThan(*number, false, true));
      return lanes_.ChooseByMask(kOne, accumulator, lanes_.Load(k), kStepMask);
    }
    const Xmm operand = lanes_.Load(k);
    const Xmm left = is_reversed ? operand : accumulator,
              right = is_reversed ? accumulator : operand;
    RankZeros(kOne, left);
    RankZeros(kThree, right);
    assembler_.Compute(kCompareSigned, kStepMask, is_maximum ? kOne : kThree,
                       is_maximum ? kThree : kOne, kWordsLess);
    TakeMagnitude(kTwo, right);
    Compare(kSecondStepMask, kTwo, infinity_, kWordsGreater);
    assembler_.ComputeMask(Assembler::MaskOp::kOr, kStepMask, kStepMask, kSecondStepMask);
    TakeMagnitude(kTwo, left);
    assembler_.Under({kStepMask})
        .Compute(kCompareUnsigned, kStepMask, kTwo, lanes_.Lanes(infinity_), kWordsLessOrEqual);
    lanes_.ChooseByMask(kOne, left, right, kStepMask);
  }

  LaneCode& lanes_;
  Assembler& assembler_;
  uint16_t infinity_;
};

}  // namespace

bool WriteWordStep(LaneCode& lanes, const ChainStep& step) {
  return lanes.infinity_of_words() != 0 && WordStepWriter(lanes).Write(step);
}

}  // namespace paddock::chain_code

#endif
