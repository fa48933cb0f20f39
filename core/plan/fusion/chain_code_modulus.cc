#ifndef __wasm__

#include "core/plan/fusion/chain_code_modulus.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "core/plan/fusion/chain_code_table.h"

namespace paddock::chain_code {
namespace {

// On four f64.
constexpr VexOp kAddDoubles = In0F(0x58), kMultiplyDoubles = In0F(0x59), kRootDoubles = In0F(0x51),
                kGreaterDouble = In0F(0x5F), kCompareDoubles = In0F(0xC2),
                kSubtractBits = In0F(0xFB);
// Between f32 and f64.
constexpr VexOp kToDoubles = On256(Prefix::kNone, Map::k0F, 0x5A), kToSingles = In0F(0x5A);
constexpr VexOp kPutUpperSingles = In0F3A(0x18), kPutLongUpperHalf = In0F3A(0x1A, true),
                kLongUpperHalf = In0F3A(0x1B, true);
// Predicates of comparisons, in the manual's numbers.
constexpr uint8_t kModulusEqual = 0x00, kModulusUnordered = 0x03, kIsBelow = 0x11,
                  kIsNotBelow = 0x1D, kIsAbove = 0x1E;

// A comparison of a modulus with a number, as one of the squares' sum.
struct Limit {
  // The comparison is whether the sum is below (else: not below) this number.
  bool is_below = true;
  double sum = 0;
};

// Returns the least sum whose root, rounded to T, is greater than `number`, or (`or_equal`) is not
// less. Rounding does not change the order, so all greater sums have such roots.
template <class T>
double LeastSum(T number, bool or_equal) {
  const auto is_above = [&](uint64_t bits) {
    const auto root = static_cast<T>(std::sqrt(std::bit_cast<double>(bits)));
    return or_equal ? root >= number : root > number;
  };
  uint64_t below = 0, above = std::bit_cast<uint64_t>(std::numeric_limits<double>::infinity());
  while (above - below > 1) {
    const uint64_t middle = below + (above - below) / 2;
    (is_above(middle) ? above : below) = middle;
  }
  return std::bit_cast<double>(above);
}

// Returns nothing for other comparisons than those of order, and for numbers with which a sum in
// f64 could be too large or too small.
template <class T>
std::optional<Limit> LimitOf(ChainOp op, T number) {
  if (!(number > T{0x1p-100}) || !(number < T{0x1p100})) return std::nullopt;
  switch (op) {
    case ChainOp::kLessFloat:
      return Limit{true, LeastSum(number, true)};
    case ChainOp::kLessOrEqualFloat:
      return Limit{true, LeastSum(number, false)};
    case ChainOp::kLessFloatReversed:
      return Limit{false, LeastSum(number, false)};
    case ChainOp::kLessOrEqualFloatReversed:
      return Limit{false, LeastSum(number, true)};
    default:
      return std::nullopt;
  }
}

std::optional<Limit> LimitOf(const LaneCode& lanes, const ChainStep& comparison) {
  const auto number = lanes.ConstantOf(comparison.operands[0]);
  if (!number) return std::nullopt;
  return lanes.is_narrow()
             ? LimitOf(comparison.op, std::bit_cast<float>(static_cast<uint32_t>(number->bits)))
             : LimitOf(comparison.op, std::bit_cast<double>(number->bits));
}

// The form of simd/elementwise/modulus-inl.h.
class ModulusWriter {
 public:
  explicit ModulusWriter(LaneCode& lanes)
      : lanes_(lanes), assembler_(lanes.assembler()), real_(lanes.accumulator()) {}

  void Write(uint16_t k) {
    if (lanes_.is_narrow()) {
      WriteSingles(lanes_.Load(k));
    } else {
      WriteDoubles(lanes_.Load(k));
    }
    // The parts again: WriteDoubles needs their register.
    Settle(lanes_.Load(k));
  }

  // Writes the comparison of the modulus, without a root.
  void WriteComparison(uint16_t k, const Limit& limit) {
    const Xmm imag = lanes_.Load(k);
    const LaneConstant sum{std::bit_cast<uint64_t>(limit.sum), 8};
    const uint8_t predicate = limit.is_below ? kIsBelow : kIsNotBelow;
    if (lanes_.is_narrow()) {
      WriteSums(imag);
      CompareSums(sum, predicate);
    } else {
      assembler_.Compute(kMultiplyDoubles, kOne, real_, real_);
      assembler_.Compute(kMultiplyDoubles, kTwo, imag, imag);
      assembler_.Compute(kAddDoubles, kOne, kOne, kTwo);
      lanes_.CompareFloats(kOne, kOne, sum, predicate);
    }
    if (limit.is_below) {
      lanes_.Copy(lanes_.TakeResult(), kOne);
    } else {
      // Above, even if the other part is NaN.
      FindInfinities(imag);
      assembler_.Compute(kOr, lanes_.TakeResult(), kOne, kTwo);
    }
    lanes_.set_is_boolean(true);
  }

 private:
  // kOne becomes the mask of the sums in kOne and kTwo.
  void CompareSums(const LaneConstant& sum, uint8_t predicate) {
    if (lanes_.is_long()) {
      assembler_.Compute(kCompareDoubles, kStepMask, kOne, sum, predicate);
      assembler_.Compute(kCompareDoubles, kSecondStepMask, kTwo, sum, predicate);
      assembler_.JoinMasks(kLaneMask, kStepMask, kSecondStepMask);
      return assembler_.FillByMask(kOne, lanes_.lane_bytes(), kLaneMask);
    }
    assembler_.Compute(kCompareDoubles, kOne, kOne, sum, predicate);
    assembler_.Compute(kCompareDoubles, kTwo, kTwo, sum, predicate);
    // The low halves of the masks, in order.
    constexpr uint8_t kEvenLanes = 0x88, kInOrder = 0xD8;
    assembler_.Compute(kShuffleLanes, kOne, kOne, kTwo, kEvenLanes);
    assembler_.Compute(kPermuteQuarters, kOne, 0, kOne, kInOrder);
  }

  // vector = vector^2 + other^2.
  void AddSquares(Xmm vector, Xmm other) {
    assembler_.Compute(kMultiplyDoubles, vector, vector, vector);
    assembler_.Compute(kMultiplyDoubles, other, other, other);
    assembler_.Compute(kAddDoubles, vector, vector, other);
  }

  // kOne and kTwo become the lower and upper sums of the squares, of f32 in f64.
  void WriteSums(Xmm imag) {
    assembler_.Convert(kToDoubles, kOne, real_);
    assembler_.Convert(kToDoubles, kTwo, imag);
    AddSquares(kOne, kTwo);
    TakeUpperHalf(kTwo, real_);
    assembler_.Convert(kToDoubles, kTwo, kTwo);
    TakeUpperHalf(kThree, imag);
    assembler_.Convert(kToDoubles, kThree, kThree);
    AddSquares(kTwo, kThree);
  }

  void TakeUpperHalf(Xmm to, Xmm from) {
    assembler_.Compute(lanes_.is_long() ? kLongUpperHalf : kUpperHalf, from, 0, to, 1);
  }

  // kOne becomes the root.
  void WriteSingles(Xmm imag) {
    WriteSums(imag);
    for (const Xmm sums : {kOne, kTwo}) {
      assembler_.Convert(kRootDoubles, sums, sums);
      assembler_.Convert(kToSingles, sums, sums);
    }
    assembler_.Compute(lanes_.is_long() ? kPutLongUpperHalf : kPutUpperSingles, kOne, kOne, kTwo,
                       1);
  }

  // kOne becomes the root. Clobbers kOperand.
  void WriteDoubles(Xmm imag) {
    constexpr uint64_t kBitsOfOne = uint64_t{1023} << 52;
    const auto power = [](int exponent) {
      return LaneConstant{static_cast<uint64_t>(1023 + exponent) << 52, 8};
    };
    const auto from_one = [&](int exponent) {
      return LaneConstant{power(exponent).bits ^ kBitsOfOne, 8};
    };
    assembler_.Compute(kAnd, kOne, real_, magnitude_bits());
    assembler_.Compute(kAnd, kTwo, imag, magnitude_bits());
    assembler_.Compute(kGreaterDouble, kThree, kOne, kTwo);
    lanes_.CompareFloats(kOperand, kThree, power(400), kIsAbove);
    lanes_.CompareFloats(kThree, kThree, power(-400), kIsBelow);
    // The bits of the factor: 1, changed to another power of two.
    assembler_.Compute(kAnd, kOperand, kOperand, from_one(-600));
    assembler_.Compute(kAnd, kThree, kThree, from_one(600));
    assembler_.Compute(kXor, kOperand, kOperand, kThree);
    assembler_.Compute(kXor, kOperand, kOperand, power(0));
    assembler_.Compute(kMultiplyDoubles, kOne, kOne, kOperand);
    assembler_.Compute(kMultiplyDoubles, kTwo, kTwo, kOperand);
    AddSquares(kOne, kTwo);
    assembler_.Convert(kRootDoubles, kOne, kOne);
    assembler_.Compute(kLoadVector, kTwo, 0, LaneConstant{2 * kBitsOfOne, 8});
    assembler_.Compute(kSubtractBits, kTwo, kTwo, kOperand);
    assembler_.Compute(kMultiplyDoubles, kOne, kOne, kTwo);
  }

  // Infinite parts have an infinite modulus, even beside NaN. Any other NaN becomes the usual one.
  void Settle(Xmm imag) {
    const LaneConstant infinity = lanes_.Lanes(lanes_.float_bits().infinity);
    const int quiet_bit = lanes_.is_narrow() ? 22 : 51;
    const LaneConstant nan = lanes_.Lanes(infinity.bits | uint64_t{1} << quiet_bit);
    lanes_.CompareFloats(kTwo, kOne, kOne, kModulusUnordered);
    assembler_.Compute(kLoadVector, kThree, 0, nan);
    lanes_.Choose(kOne, kOne, kThree, kTwo);
    FindInfinities(imag);
    assembler_.Compute(kLoadVector, kThree, 0, infinity);
    lanes_.Choose(lanes_.TakeResult(), kOne, kThree, kTwo);
  }

  // kTwo becomes the mask of infinite parts.
  void FindInfinities(Xmm imag) {
    const LaneConstant infinity = lanes_.Lanes(lanes_.float_bits().infinity);
    assembler_.Compute(kAnd, kTwo, real_, magnitude_bits());
    lanes_.CompareFloats(kTwo, kTwo, infinity, kModulusEqual);
    assembler_.Compute(kAnd, kThree, imag, magnitude_bits());
    lanes_.CompareFloats(kThree, kThree, infinity, kModulusEqual);
    assembler_.Compute(kOr, kTwo, kTwo, kThree);
  }

  LaneConstant magnitude_bits() const {
    return lanes_.Lanes((uint64_t{1} << lanes_.sign_bit()) - 1);
  }

  LaneCode& lanes_;
  Assembler& assembler_;
  const Xmm real_;
};

}  // namespace

bool WriteModulus(LaneCode& lanes, const simd::ChainStep& step) {
  if (step.op != simd::ChainOp::kHypotFloat || lanes.lane_bytes() < 4) return false;
  ModulusWriter(lanes).Write(step.operands[0]);
  return true;
}

bool WriteComparedModulus(LaneCode& lanes, const simd::ChainStep& step,
                          const simd::ChainStep& comparison) {
  if (step.op != simd::ChainOp::kHypotFloat || lanes.lane_bytes() < 4) return false;
  const std::optional<Limit> limit = LimitOf(lanes, comparison);
  if (!limit) return false;
  ModulusWriter(lanes).WriteComparison(step.operands[0], *limit);
  return true;
}

}  // namespace paddock::chain_code

#endif
