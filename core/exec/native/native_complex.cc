#include "core/exec/native/native_complex.h"

#include <algorithm>

namespace paddock {
namespace {

using Prefix = VexOp::Prefix;
using Map = VexOp::Map;

// vunpcklps, vunpcklpd
VexOp JoinLowest(size_t part_bytes) {
  return {part_bytes == 8 ? Prefix::k66 : Prefix::kNone, Map::k0F, 0x14};
}

// vunpckhpd
constexpr VexOp kJoinHighest{Prefix::k66, Map::k0F, 0x15};

}  // namespace

void ComplexWriter::Write(size_t count) {
  switch (operation_.kind) {
    case Kind::kTakePart:
      for (size_t i = 0; i < count; ++i) TakePart(i);
      return;
    case Kind::kJoinParts:
      for (size_t i = 0; i < count; ++i) JoinParts(i);
      return;
    case Kind::kSelectWide:
      for (size_t i = 0; i < count; ++i) Select(i);
      return;
    default:
      return WriteNumbers(count);
  }
}

void ComplexWriter::WriteNumbers(size_t count) {
  const size_t most = operation_.kind == Kind::kModulus ? 2 * part_bytes_ : 16;
  const size_t end = count * 2 * part_bytes_;
  for (size_t done = 0; done < end;) {
    registers_.StartInstruction();
    const size_t bytes = std::min(most, end - done);
    const Xmm left = registers_.LoadElements(OperandAt(0, done), bytes, part_bytes_);
    if (operation_.kind == Kind::kModulus) {
      registers_.Store(Modulus(left), ResultAt(done / 2), part_bytes_);
    } else if (operation_.kind == Kind::kConjugate) {
      registers_.Store(Conjugate(left), ResultAt(done), bytes);
    } else {
      const Xmm right = registers_.LoadElements(OperandAt(1, done), bytes, part_bytes_);
      registers_.Store(Multiply(left, right), ResultAt(done), bytes);
    }
    done += bytes;
  }
}

Xmm ComplexWriter::Combine(const VexOp& op, Xmm left, Xmm right) {
  const Xmm result = registers_.Take();
  assembler_.Compute(op, result, left, right);
  return result;
}

// The real part is a difference and the imaginary part a sum of products, each rounded.
Xmm ComplexWriter::Multiply(Xmm left, Xmm right) {
  const Prefix prefix = IsWide() ? Prefix::k66 : Prefix::kNone;
  const VexOp multiply{prefix, Map::k0F, native::kMultiply};
  const Xmm exchanged = registers_.Take(), real = registers_.Take(), imag = registers_.Take();
  if (IsWide()) {
    // vmovddup, vunpckhpd, vshufpd
    assembler_.Convert(native::Spread(8), real, left);
    assembler_.Compute(kJoinHighest, imag, left, left);
    assembler_.Compute({Prefix::k66, Map::k0F, 0xC6}, exchanged, right, right, 1);
  } else {
    // vmovsldup, vmovshdup, vpermilps
    assembler_.Convert({Prefix::kF3, Map::k0F, 0x12}, real, left);
    assembler_.Convert({Prefix::kF3, Map::k0F, 0x16}, imag, left);
    assembler_.Compute({Prefix::k66, Map::k0F3A, 0x04}, exchanged, 0, right, 0xB1);
  }
  assembler_.Compute(multiply, real, real, right);
  assembler_.Compute(multiply, imag, imag, exchanged);
  // vaddsubps, vaddsubpd
  assembler_.Compute({IsWide() ? Prefix::k66 : Prefix::kF2, Map::k0F, 0xD0}, real, real, imag);
  return real;
}

Xmm ComplexWriter::ShiftedOnes(size_t lane_bytes, uint8_t left, uint8_t right) {
  const Xmm vector = registers_.Take();
  assembler_.Compute(native::kSetOnes, vector, vector, vector);
  assembler_.ShiftLeft(vector, lane_bytes, left);
  if (right != 0) assembler_.ShiftRight(vector, lane_bytes, right);
  return vector;
}

Xmm ComplexWriter::Conjugate(Xmm number) {
  // The sign of the second one of two lanes of f32.
  const Xmm sign = ShiftedOnes(8, 63, 0);
  if (IsWide()) {
    const Xmm zero = registers_.Take();
    assembler_.Compute(native::kXor, zero, zero, zero);
    assembler_.Compute(JoinLowest(8), sign, zero, sign);
  }
  assembler_.Compute(native::kXor, sign, sign, number);
  return sign;
}

void ComplexWriter::Replace(Xmm result, Xmm if_true, Xmm mask) {
  assembler_.Compute(native::Blend(4), result, result, if_true, static_cast<uint8_t>(mask << 4));
}

// The squares of parts of f32 are exact and in range in f64. An infinite part has an infinite
// modulus, even beside a NaN. Any other NaN becomes the usual one.
Xmm ComplexWriter::Modulus(Xmm number) {
  constexpr uint8_t kIsEqual = 0x00, kIsUnordered = 0x03;
  const VexOp compare{Prefix::kNone, Map::k0F, native::kCompare};
  const auto floats = [](uint8_t opcode) { return native::OfFloats(8, opcode); };
  const Xmm result = registers_.Take(), other = registers_.Take();
  // vcvtps2pd
  assembler_.Convert({Prefix::kNone, Map::k0F, 0x5A}, result, number);
  assembler_.Compute({Prefix::k66, Map::k0F, native::kMultiply}, result, result, result);
  assembler_.Compute(kJoinHighest, other, result, result);
  assembler_.Compute(floats(native::kAdd), result, result, other);
  assembler_.Compute(floats(native::kSqrt), result, result, result);
  // vcvtsd2ss
  assembler_.Compute({Prefix::kF2, Map::k0F, 0x5A}, result, result, result);
  assembler_.Compute(compare, other, result, result, kIsUnordered);
  Replace(result, ShiftedOnes(4, 23, 1), other);
  const Xmm infinity = ShiftedOnes(4, 24, 1), magnitude = ShiftedOnes(4, 1, 1);
  assembler_.Compute(native::kAnd, magnitude, magnitude, number);
  assembler_.Compute(compare, magnitude, magnitude, infinity, kIsEqual);
  // vmovshdup
  assembler_.Convert({Prefix::kF3, Map::k0F, 0x16}, other, magnitude);
  assembler_.Compute(native::kOr, other, other, magnitude);
  Replace(result, infinity, other);
  return result;
}

void ComplexWriter::TakePart(size_t number) {
  registers_.StartInstruction();
  const Xmm part =
      registers_.Load(OperandAt(0, (2 * number + operation_.constant) * part_bytes_), part_bytes_);
  registers_.Store(part, ResultAt(number * part_bytes_), part_bytes_);
}

void ComplexWriter::JoinParts(size_t number) {
  registers_.StartInstruction();
  const size_t offset = number * part_bytes_;
  const Xmm real = registers_.Load(OperandAt(0, offset), part_bytes_);
  const Xmm imag = registers_.Load(OperandAt(1, offset), part_bytes_);
  registers_.Store(Combine(JoinLowest(part_bytes_), real, imag), ResultAt(2 * offset),
                   2 * part_bytes_);
}

// A selection of 16 bytes.
void ComplexWriter::Select(size_t number) {
  registers_.StartInstruction();
  const size_t offset = number * 16;
  const Xmm one = registers_.LoadMask(OperandAt(0, number), {1, 8});
  const Xmm if_true = registers_.LoadElements(OperandAt(1, offset), 16, 8);
  const Xmm result = registers_.Take();
  assembler_.Convert(native::Spread(8), result, one);
  const Xmm if_false = registers_.LoadElements(OperandAt(2, offset), 16, 8);
  assembler_.Compute(native::Blend(8), result, if_false, if_true,
                     static_cast<uint8_t>(result << 4));
  registers_.Store(result, ResultAt(offset), 16);
}

}  // namespace paddock
