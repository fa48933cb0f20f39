#include "core/exec/native/native_lanes.h"

#include "core/native/float_extreme.h"

namespace paddock {

using native::kAnd, native::kOr, native::kXor, native::kSetOnes;

bool ComparesLanes(const NativeOperation& comparison) {
  using Condition = Assembler::Condition;
  const auto condition = static_cast<Condition>(comparison.constant);
  const bool is_unsigned = condition == Condition::kBelow || condition == Condition::kBelowOrEqual;
  return comparison.operand_bytes < 8 || !is_unsigned;
}

size_t LanesWriter::ArityOf(Kind kind) {
  switch (kind) {
    case Kind::kMaximumFloat:
    case Kind::kMinimumFloat:
    case Kind::kMaximumInteger:
    case Kind::kMinimumInteger:
    case Kind::kCompareFloats:
    case Kind::kCompareIntegers:
    case Kind::kShiftWide:
      return 2;
    case Kind::kSelect:
    case Kind::kClampFloat:
    case Kind::kClampInteger:
      return 3;
    default:
      return 1;
  }
}

Xmm LanesWriter::Write(const Operands& operands) {
  const auto& [left, right, third] = operands;
  switch (operation_.kind) {
    case Kind::kMaximumFloat:
    case Kind::kMinimumFloat:
      return ExtremeOfFloats(operation_.kind == Kind::kMaximumFloat, left, right);
    case Kind::kClampFloat:
      return ExtremeOfFloats(false, ExtremeOfFloats(true, right, left), third);
    case Kind::kMaximumInteger:
    case Kind::kMinimumInteger:
      return ExtremeOfIntegers(operation_.kind == Kind::kMaximumInteger, left, right);
    case Kind::kClampInteger:
      return ExtremeOfIntegers(false, ExtremeOfIntegers(true, right, left), third);
    case Kind::kSignFloat:
      return SignOfFloat(left);
    case Kind::kCompareFloats:
      return CompareFloats(left, right);
    case Kind::kCompareIntegers:
      return CompareIntegers(left, right);
    case Kind::kSelect: {
      const Xmm result = registers_.Take();
      Choose(result, third, right, left);
      return result;
    }
    case Kind::kShiftWide:
      return ShiftWide(left, right);
    case Kind::kFloatToInteger:
      return ToInteger(left);
    case Kind::kIsFinite:
      return IsFinite(left);
    case Kind::kNegateFloat:
    case Kind::kAbsFloat:
      return ChangeSign(left);
    default:
      return SignedInteger(left);
  }
}

// An instruction on floats of the operation's width.
VexOp LanesWriter::Floats(uint8_t opcode) const {
  const VexOp op = native::OfFloats(operation_.operand_bytes, opcode);
  return operation_.is_vector ? native::OfVector(op) : op;
}

void LanesWriter::Choose(Xmm result, Xmm if_false, Xmm if_true, Xmm mask) {
  assembler_.Compute(native::Blend(operation_.operand_bytes), result, if_false, if_true,
                     static_cast<uint8_t>(mask << 4));
}

Xmm LanesWriter::ChangeSign(Xmm operand) {
  const size_t width = operation_.operand_bytes;
  const Xmm result = registers_.Take();
  assembler_.Compute(kSetOnes, result, result, result);
  if (operation_.kind == Kind::kNegateFloat) {
    assembler_.ShiftLeft(result, width, static_cast<uint8_t>(width * 8 - 1));
    assembler_.Compute(kXor, result, result, operand);
  } else {
    assembler_.ShiftRight(result, width, 1);
    assembler_.Compute(kAnd, result, result, operand);
  }
  return result;
}

// A zero and a NaN are their own signs; any other operand has that of 1.
Xmm LanesWriter::SignOfFloat(Xmm operand) {
  constexpr uint8_t kIsOtherAndOrdered = 0x0C;
  const size_t width = operation_.operand_bytes;
  const Xmm one = registers_.Take(), result = registers_.Take();
  assembler_.Compute(kSetOnes, one, one, one);
  assembler_.ShiftLeft(one, width, static_cast<uint8_t>(width * 8 - 1));
  assembler_.Compute(kAnd, result, one, operand);
  // 1 has the ones of its exponent alone.
  assembler_.Compute(kSetOnes, one, one, one);
  assembler_.ShiftLeft(one, width, width == 4 ? 25 : 54);
  assembler_.ShiftRight(one, width, 2);
  assembler_.Compute(kOr, result, result, one);
  assembler_.Compute(kXor, one, one, one);
  assembler_.Compute(Floats(native::kCompare), one, operand, one, kIsOtherAndOrdered);
  Choose(result, operand, result, one);
  return result;
}

Xmm LanesWriter::ExtremeOfFloats(bool is_maximum, Xmm left, Xmm right) {
  const Xmm result = registers_.Take(), both = registers_.Take(), mask = registers_.Take();
  const uint8_t opcode = is_maximum ? native::kMaximum : native::kMinimum;
  const FloatExtreme extreme{is_maximum, Floats(opcode), Floats(native::kCompare),
                             native::Blend(operation_.operand_bytes)};
  WriteFloatExtreme(assembler_, extreme, result, left, right, both, mask);
  return result;
}

Xmm LanesWriter::SignedInteger(Xmm operand) {
  const size_t width = operation_.operand_bytes;
  const VexOp greater = native::GreaterIntegers(width), subtract = native::SubtractIntegers(width);
  const Xmm result = registers_.Take();
  assembler_.Compute(kXor, result, result, result);
  if (operation_.kind == Kind::kNegateInteger) {
    assembler_.Compute(subtract, result, result, operand);
    return result;
  }
  if (operation_.kind == Kind::kNotInteger) {
    assembler_.Compute(kSetOnes, result, result, result);
    assembler_.Compute(kXor, result, result, operand);
    return result;
  }
  // -1 if it is negative.
  const Xmm negative = registers_.Take();
  assembler_.Compute(greater, negative, result, operand);
  if (operation_.kind == Kind::kSignInteger) {
    assembler_.Compute(greater, result, operand, result);
    assembler_.Compute(subtract, result, negative, result);
  } else {
    assembler_.Compute(kXor, result, operand, negative);
    assembler_.Compute(subtract, result, result, negative);
  }
  return result;
}

// There is no instruction for 8 bytes.
Xmm LanesWriter::ExtremeOfIntegers(bool is_maximum, Xmm left, Xmm right) {
  const size_t width = operation_.operand_bytes;
  const Xmm result = registers_.Take();
  if (width < 8) {
    const bool is_signed = operation_.constant != 0;
    assembler_.Compute(native::ExtremeOfIntegers(width, is_maximum, is_signed), result, left,
                       right);
    return result;
  }
  assembler_.Compute(native::GreaterIntegers(width), result, left, right);
  Choose(result, is_maximum ? right : left, is_maximum ? left : right, result);
  return result;
}

Xmm LanesWriter::CompareFloats(Xmm left, Xmm right) {
  const Xmm mask = registers_.Take();
  assembler_.Compute(Floats(native::kCompare), mask, left, right, operation_.constant);
  return mask;
}

Xmm LanesWriter::CompareIntegers(Xmm left, Xmm right) {
  using enum Assembler::Condition;
  const auto condition = static_cast<Assembler::Condition>(operation_.constant);
  if (condition == kBelow || condition == kBelowOrEqual) return CompareUnsigned(left, right);
  const bool is_equality = condition == kEqual || condition == kNotEqual;
  const size_t width = operation_.operand_bytes;
  const Xmm mask = registers_.Take();
  const VexOp op = is_equality ? native::EqualIntegers(width) : native::GreaterIntegers(width);
  // left < right is right > left, and left <= right the negation of left > right.
  const bool is_swapped = condition == kLess;
  assembler_.Compute(op, mask, is_swapped ? right : left, is_swapped ? left : right);
  WidenMask(mask);
  is_inverted_ = condition == kNotEqual || condition == kLessOrEqual;
  return mask;
}

// left <= right if the lesser one is left, and left < right unless the greater one is.
Xmm LanesWriter::CompareUnsigned(Xmm left, Xmm right) {
  using enum Assembler::Condition;
  const bool is_strict = static_cast<Assembler::Condition>(operation_.constant) == kBelow;
  const size_t width = operation_.operand_bytes;
  const Xmm mask = registers_.Take();
  assembler_.Compute(native::ExtremeOfIntegers(width, is_strict, false), mask, left, right);
  assembler_.Compute(native::EqualIntegers(width), mask, mask, left);
  WidenMask(mask);
  is_inverted_ = is_strict;
  return mask;
}

// Zeros enter the complement of a negative integer.
Xmm LanesWriter::ShiftWide(Xmm operand, Xmm amount) {
  const Xmm result = registers_.Take(), sign = registers_.Take();
  assembler_.Compute(kXor, sign, sign, sign);
  assembler_.Compute(native::GreaterIntegers(8), sign, sign, operand);
  assembler_.Compute(kXor, result, operand, sign);
  // vpsrlvq
  assembler_.Compute({VexOp::Prefix::k66, VexOp::Map::k0F38, 0x45, true}, result, result, amount);
  assembler_.Compute(kXor, result, result, sign);
  return result;
}

// The instructions give the least integer for a NaN and what is out of range.
Xmm LanesWriter::ToInteger(Xmm operand) {
  using enum VexOp::Prefix;
  constexpr VexOp kAndNot{kNone, VexOp::Map::k0F, 0x55};
  constexpr uint8_t kIsOrdered = 0x07;
  const size_t from = operation_.operand_bytes, to = operation_.result_bytes;
  const Xmm result = registers_.Take(), excess = registers_.Take(), other = registers_.Take();
  if (to == 4) {
    // vcvttps2dq, vcvttpd2dq
    assembler_.Convert(
        {from == 4 ? kF3 : k66, VexOp::Map::k0F, from == 4 ? uint8_t{0x5B} : uint8_t{0xE6}}, result,
        operand);
  } else {
    // vcvttss2si rax, or vcvttsd2si
    assembler_.Compute({from == 4 ? kF3 : kF2, VexOp::Map::k0F, 0x2C, true}, 0, 0, operand);
    assembler_.MoveFromRax(result);
  }
  assembler_.Compute(kSetOnes, excess, excess, excess);
  assembler_.ShiftLeft(excess, to, static_cast<uint8_t>(to * 8 - 1));
  assembler_.Compute(native::EqualIntegers(to), excess, excess, result);
  // The least integer is exceeded only by numbers without a sign.
  SpreadSign(other, operand);
  assembler_.Compute(kAndNot, excess, other, excess);
  assembler_.Compute(kXor, result, result, excess);
  const VexOp compare{from == 4 ? kNone : k66, VexOp::Map::k0F, native::kCompare};
  assembler_.Compute(compare, other, operand, operand, kIsOrdered);
  if (from < to) assembler_.Convert(native::Extend(from, to, true), other, other);
  assembler_.Compute(kAnd, result, result, other);
  return result;
}

// Fills lanes as wide as the result's with the sign of a float.
void LanesWriter::SpreadSign(Xmm sign, Xmm operand) {
  const size_t from = operation_.operand_bytes, to = operation_.result_bytes;
  Xmm top = operand;
  if (from == 8) {
    // vpshufd: the upper half of each.
    assembler_.Compute({VexOp::Prefix::k66, VexOp::Map::k0F, 0x70}, sign, 0, operand, 0xF5);
    top = sign;
  }
  // vpsrad
  assembler_.Compute({VexOp::Prefix::k66, VexOp::Map::k0F, 0x72}, 4, sign, top, 31);
  if (from < to) assembler_.Convert(native::Extend(from, to, true), sign, sign);
}

// All bits of the exponent are ones unless it is finite.
Xmm LanesWriter::IsFinite(Xmm operand) {
  const size_t width = operation_.operand_bytes;
  const Xmm exponent = registers_.Take(), mask = registers_.Take();
  assembler_.Compute(kSetOnes, exponent, exponent, exponent);
  assembler_.ShiftLeft(exponent, width, width == 4 ? 24 : 53);
  assembler_.ShiftRight(exponent, width, 1);
  assembler_.Compute(kAnd, mask, operand, exponent);
  assembler_.Compute(native::EqualIntegers(width), mask, mask, exponent);
  is_inverted_ = true;
  return mask;
}

// Masks have 4 bytes at least.
void LanesWriter::WidenMask(Xmm mask) {
  const size_t width = operation_.operand_bytes;
  if (width < 4) assembler_.Convert(native::Extend(width, 4, true), mask, mask);
}

}  // namespace paddock
