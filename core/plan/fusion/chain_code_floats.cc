#ifndef __wasm__

#include "core/plan/fusion/chain_code_floats.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>

#include "core/native/float_extreme.h"
#include "core/plan/fusion/lane_code.h"

namespace paddock::chain_code {
namespace {

// Predicates of comparisons, in the manual's numbers.
constexpr uint8_t kIsEqual = 0x00, kIsUnordered = 0x03, kIsOrdered = 0x07,
                  kIsEqualOrUnordered = 0x08, kIsLess = 0x11, kIsGreaterOrEqual = 0x1D;
constexpr uint8_t kCompare = 0xC2;
// How to round.
constexpr uint8_t kToEven = 0x08, kDown = 0x09, kUp = 0x0A, kToZero = 0x0B;

// The bits of 1 / x for a power of 2 whose inverse is a normal number, too; or of -x.
std::optional<uint64_t> InverseOfPower(uint64_t x, const LaneCode::FloatBits& bits) {
  const uint64_t sign = x & ~(bits.infinity | (bits.infinity - 1));
  const uint64_t magnitude = x ^ sign;
  // A power of 2 has the bits of its exponent alone. That of 1 is half of the sum of inverse ones.
  const bool is_power = (magnitude & ~bits.infinity) == 0;
  if (!is_power || magnitude == 0 || magnitude >= 2 * bits.one) return std::nullopt;
  return sign | (2 * bits.one - magnitude);
}

// Returns whether the rest of a quotient of integers of 32 bits by the constant is a normal number.
// The rounded inverse of a number whose bits are all ones is too far from the exact one.
bool HasExactRest(uint32_t divisor) {
  constexpr uint32_t kMantissa = 0x7FFFFF, kLeast = 0x22000000, kGreatest = 0x5D000000;
  return divisor >= kLeast && divisor <= kGreatest && (divisor & kMantissa) != kMantissa;
}

// The sum of both is near the inverse of a number.
struct Inverse {
  float high, low;
};

Inverse InverseOf(float divisor) {
  const float high = 1.0F / divisor;
  return {high, static_cast<float>(1.0 / divisor - high)};
}

// Returns whether the product of each integer of a byte with the inverse, in two steps, is the
// rounded quotient.
bool DividesBytes(const Inverse& inverse, float divisor) {
  for (int i = INT8_MIN; i <= UINT8_MAX; ++i) {
    const auto integer = static_cast<float>(i);
    const float product = std::fma(integer, inverse.high, integer * inverse.low);
    const float quotient = integer / divisor;
    if (std::bit_cast<uint32_t>(product) != std::bit_cast<uint32_t>(quotient)) return false;
  }
  return true;
}

class FloatStepWriter {
 public:
  explicit FloatStepWriter(LaneCode& lanes) : lanes_(lanes), assembler_(lanes.assembler()) {}

  bool Write(const ChainStep& step) {
    const uint16_t first = step.operands[0], second = step.operands[1];
    switch (step.op) {
      case ChainOp::kNegateFloat:
        return Combine(kXor, lanes_.sign_bits());
      case ChainOp::kAbsFloat:
        return Combine(kAnd, magnitude_bits());
      case ChainOp::kSignFloat:
        return Sign();
      case ChainOp::kFloorFloat:
        return Round(kDown);
      case ChainOp::kCeilFloat:
        return Round(kUp);
      case ChainOp::kRoundFloatToEven:
        return Round(kToEven);
      case ChainOp::kRoundFloatAway:
        return RoundAway();
      case ChainOp::kIsFinite:
        return IsFinite();
      case ChainOp::kMaximumFloat:
        return Extreme(true, false, first);
      case ChainOp::kMaximumFloatReversed:
        return Extreme(true, true, first);
      case ChainOp::kMinimumFloat:
        return Extreme(false, false, first);
      case ChainOp::kMinimumFloatReversed:
        return Extreme(false, true, first);
      case ChainOp::kClampFloat:
        return Clamp(first, second);
      default:
        return false;
    }
  }

 private:
  LaneConstant magnitude_bits() const {
    return lanes_.Lanes((uint64_t{1} << lanes_.sign_bit()) - 1);
  }
  LaneConstant one() const { return lanes_.Lanes(lanes_.float_bits().one); }

  bool Combine(const VexOp& op, const LaneConstant& bits) {
    const Xmm accumulator = lanes_.accumulator();
    assembler_.Compute(op, lanes_.TakeResult(), accumulator, bits);
    return true;
  }

  // Preserves NaN and zeros.
  bool Sign() {
    const Xmm accumulator = lanes_.accumulator();
    assembler_.Compute(kAnd, kOne, accumulator, lanes_.sign_bits());
    assembler_.Compute(kOr, kOne, kOne, one());
    lanes_.SetZero(kTwo);
    lanes_.CompareFloats(kTwo, accumulator, kTwo, kIsEqualOrUnordered);
    lanes_.Choose(lanes_.TakeResult(), kOne, accumulator, kTwo);
    return true;
  }

  void Round(Xmm result, Xmm operand, uint8_t how) {
    assembler_.Compute(In0F3A(lanes_.ByWidth(0x08)), result, 0, operand, how);
  }
  bool Round(uint8_t how) {
    const Xmm accumulator = lanes_.accumulator();
    Round(lanes_.TakeResult(), accumulator, how);
    return true;
  }

  // The form of RoundAwayFromZero in simd/elementwise/rounding-inl.h.
  bool RoundAway() {
    assembler_.Compute(kAnd, kOne, lanes_.accumulator(), magnitude_bits());
    Round(kTwo, kOne, kToZero);
    assembler_.Compute(lanes_.OnFloats(0x5C), kOne, kOne, kTwo);
    lanes_.CompareFloats(kOne, kOne, lanes_.Lanes(lanes_.float_bits().half), kIsGreaterOrEqual);
    assembler_.Compute(kAnd, kOne, kOne, one());
    assembler_.Compute(lanes_.OnFloats(0x58), kTwo, kTwo, kOne);
    assembler_.Compute(kAnd, kOne, lanes_.accumulator(), lanes_.sign_bits());
    assembler_.Compute(kOr, lanes_.TakeResult(), kOne, kTwo);
    return true;
  }

  bool IsFinite() {
    assembler_.Compute(kAnd, kOne, lanes_.accumulator(), magnitude_bits());
    const Xmm to = lanes_.is_long() ? lanes_.TakeMask() : lanes_.TakeResult();
    assembler_.Compute(lanes_.OnFloats(kCompare), to, kOne,
                       lanes_.Lanes(lanes_.float_bits().infinity), kIsLess);
    lanes_.set_is_boolean(true);
    return true;
  }

  bool Extreme(bool is_maximum, bool is_reversed, uint16_t k, bool is_last = true) {
    const FloatExtreme extreme{is_maximum, lanes_.OnFloats(is_maximum ? 0x5F : 0x5D),
                               lanes_.OnFloats(kCompare), lanes_.blend()};
    const Xmm operand = lanes_.Load(k), accumulator = lanes_.accumulator();
    if (lanes_.IsSame(k) && (!is_maximum || IsKnownNotZero(k))) {
      // The instruction takes its second operand if one is a NaN, or if both are zeros: a lesser
      // -0.
      const Xmm result = is_last ? lanes_.TakeResult() : lanes_.TakeAccumulator();
      assembler_.Compute(extreme.extreme, result, operand, accumulator);
      return true;
    }
    if (lanes_.is_long()) {
      const bool is_swapped = is_reversed && !lanes_.IsSame(k);
      ExtremeByMasks(extreme, is_swapped ? operand : accumulator,
                     is_swapped ? accumulator : operand, lanes_.IsSame(k));
    } else if (lanes_.IsSame(k)) {
      WriteBoundedFloat(assembler_, extreme, kOne, accumulator, operand, kTwo);
    } else {
      WriteFloatExtreme(assembler_, extreme, kOne, is_reversed ? operand : accumulator,
                        is_reversed ? accumulator : operand, kTwo, kThree);
    }
    lanes_.Copy(is_last ? lanes_.TakeResult() : lanes_.TakeAccumulator(), kOne);
    return true;
  }

  // A bound is not -0.
  bool IsKnownNotZero(uint16_t k) const {
    const auto constant = lanes_.ConstantOf(k);
    return constant && constant->bits != 0;
  }

  // kOne becomes that of WriteFloatExtreme, or of WriteBoundedFloat.
  void ExtremeByMasks(const FloatExtreme& extreme, Xmm left, Xmm right, bool is_bounded) {
    assembler_.Compute(extreme.extreme, kOne, left, right);
    if (!is_bounded) {
      const VexOp combine = lanes_.OnFloats(extreme.is_maximum ? 0x54 : 0x56);
      assembler_.Compute(extreme.compare, kStepMask, left, right, kIsEqual);
      assembler_.Under({kStepMask}).Compute(combine, kOne, left, right);
    }
    assembler_.Compute(extreme.compare, kStepMask, left, left, kIsUnordered);
    assembler_.Under({kStepMask}).Compute(lanes_.OnFloats(0x28), kOne, 0, left);
  }

  bool Clamp(uint16_t least, uint16_t greatest) {
    return Extreme(true, false, least, false) && Extreme(false, false, greatest);
  }

  LaneCode& lanes_;
  Assembler& assembler_;
};

constexpr VexOp kTruncate = On256(Prefix::kF3, Map::k0F, 0x5B);

// kOne becomes 0 in lanes whose float in the accumulator is NaN, and then the accumulator.
void ClearNaN(LaneCode& lanes) {
  Assembler& assembler = lanes.assembler();
  if (lanes.is_long()) {
    assembler.Compute(lanes.OnFloats(kCompare), kStepMask, kAccumulator, kAccumulator, kIsOrdered);
    return assembler.Under({kStepMask, true}).Compute(kCopy, kAccumulator, 0, kOne);
  }
  lanes.CompareFloats(kTwo, kAccumulator, kAccumulator, kIsOrdered);
  assembler.Compute(kAnd, kAccumulator, kOne, kTwo);
}

// Saturates; NaN becomes 0.
void FloatToInteger(LaneCode& lanes) {
  constexpr LaneConstant kTwoTo31{0x4F000000, 4};
  Assembler& assembler = lanes.assembler();
  assembler.Convert(kTruncate, kOne, kAccumulator);
  // Elements that do not fit became MIN.
  lanes.CompareFloats(kTwo, kAccumulator, kTwoTo31, kIsGreaterOrEqual);
  assembler.Compute(kXor, kOne, kOne, kTwo);
  ClearNaN(lanes);
}

// As above, to fewer bits. The instructions return a NaN that is their second operand, which is
// truncated to MIN. Its low bits are those of 0.
bool Saturate(LaneCode& lanes, float least, float greatest, bool is_truncated) {
  Assembler& assembler = lanes.assembler();
  const Xmm above = lanes.Load(lanes.Lanes(std::bit_cast<uint32_t>(greatest)), kOne);
  assembler.Compute(lanes.OnFloats(0x5D), kOne, above, kAccumulator);
  const Xmm below = lanes.Load(lanes.Lanes(std::bit_cast<uint32_t>(least)), kTwo);
  assembler.Compute(lanes.OnFloats(0x5F), kOne, below, kOne);
  assembler.Convert(kTruncate, is_truncated ? kAccumulator : kOne, kOne);
  if (!is_truncated) ClearNaN(lanes);
  return true;
}

}  // namespace

bool WriteDivisionByPower(LaneCode& lanes, const ChainStep& step) {
  if (step.op != ChainOp::kDivideFloat || lanes.lane_bytes() < 4) return false;
  const auto divisor = lanes.ConstantOf(step.operands[0]);
  if (!divisor || divisor->lane_bytes != lanes.lane_bytes()) return false;
  const auto inverse = InverseOfPower(divisor->bits, lanes.float_bits());
  if (!inverse) return false;
  const Xmm from = lanes.accumulator();
  lanes.assembler().Compute(lanes.OnFloats(0x59), lanes.TakeResult(), from, lanes.Lanes(*inverse));
  return true;
}

bool WriteQuotientOfInteger(LaneCode& lanes, const ChainStep& step, bool is_of_byte) {
  if (step.op != ChainOp::kDivideFloat || !lanes.is_narrow()) return false;
  const auto divisor = lanes.ConstantOf(step.operands[0]);
  if (!divisor || divisor->lane_bytes != sizeof(float)) return false;
  const auto bits = static_cast<uint32_t>(divisor->bits);
  if (!HasExactRest(bits)) return false;
  Assembler& assembler = lanes.assembler();
  const Xmm dividend = lanes.accumulator();
  const Inverse parts = InverseOf(std::bit_cast<float>(bits));
  const LaneConstant inverse = lanes.Lanes(std::bit_cast<uint32_t>(parts.high));
  if (is_of_byte && DividesBytes(parts, std::bit_cast<float>(bits))) {
    const LaneConstant low = lanes.Lanes(std::bit_cast<uint32_t>(parts.low));
    assembler.Compute(lanes.OnFloats(0x59), kOne, dividend, low);
    assembler.Compute(kAddProduct, kOne, dividend, inverse);
    lanes.Copy(lanes.TakeResult(), kOne);
    return true;
  }
  assembler.Compute(lanes.OnFloats(0x59), kOne, dividend, inverse);
  for (int correction = 0; correction < 2; ++correction) {
    lanes.Copy(kTwo, dividend);
    assembler.Compute(kSubtractProduct, kTwo, kOne, *divisor);
    assembler.Compute(kAddProduct, kOne, kTwo, inverse);
  }
  lanes.Copy(lanes.TakeResult(), kOne);
  return true;
}

bool WriteFloatStep(LaneCode& lanes, const ChainStep& step) {
  return lanes.lane_bytes() >= 4 && FloatStepWriter(lanes).Write(step);
}

bool WriteConversion(LaneCode& lanes, ChainOp op, bool is_truncated) {
  if (!lanes.is_narrow()) return false;
  switch (op) {
    case ChainOp::kIntegerToFloat:
      lanes.assembler().Convert(On256(Prefix::kNone, Map::k0F, 0x5B), kAccumulator, kAccumulator);
      return true;
    case ChainOp::kFloatToInteger:
      FloatToInteger(lanes);
      return true;
    case ChainOp::kFloatToI8:
      return Saturate(lanes, INT8_MIN, INT8_MAX, is_truncated);
    case ChainOp::kFloatToU8:
      return Saturate(lanes, 0, UINT8_MAX, is_truncated);
    case ChainOp::kFloatToI16:
      return Saturate(lanes, INT16_MIN, INT16_MAX, is_truncated);
    case ChainOp::kFloatToU16:
      return Saturate(lanes, 0, UINT16_MAX, is_truncated);
    default:
      return false;
  }
}

}  // namespace paddock::chain_code

#endif
