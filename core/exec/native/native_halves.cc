#include "core/exec/native/native_halves.h"

#include <utility>

#include "core/native/float_extreme.h"

namespace paddock {
namespace {

using Prefix = VexOp::Prefix;
using Map = VexOp::Map;
using native::kAnd, native::kOr, native::kXor;

// vcvtph2ps, vcvtps2ph
constexpr VexOp kFromHalves{Prefix::k66, Map::k0F38, 0x13},
    kToHalves{Prefix::k66, Map::k0F3A, 0x1D}, kAndNot{Prefix::kNone, Map::k0F, 0x55},
    kComparison{Prefix::kNone, Map::k0F, native::kCompare};
constexpr uint8_t kNearestEven = 0, kUnordered = 0x03;
// Bits of f32's mantissa that f16 has not.
constexpr uint8_t kLostBits = 13;

}  // namespace

void HalvesWriter::Write() {
  const auto binary = [&] { return Binary(operation_.op, Load(0).value, Load(1).value); };
  switch (operation_.kind) {
    case Kind::kBinaryHalf:
      return StoreRounded(binary());
    case Kind::kSqrtHalf: {
      const Xmm value = Load(0).value;
      return StoreRounded(Binary(operation_.op, value, value));
    }
    case Kind::kMaximumHalf:
    case Kind::kMinimumHalf: {
      const Half left = Load(0), right = Load(1);
      return Store(Extreme(operation_.kind == Kind::kMaximumHalf, left, right));
    }
    case Kind::kClampHalf: {
      const Half least = Load(0), operand = Load(1), greatest = Load(2);
      return Store(Extreme(false, Extreme(true, operand, least), greatest));
    }
    case Kind::kCompareHalf:
      return Compare();
    case Kind::kHalfToSingle:
      return ToSingle();
    case Kind::kSingleToHalf:
      return FromSingle();
    default:
      return ChangeSign();
  }
}

HalvesWriter::Half HalvesWriter::Load(size_t operand) {
  const void* const address = at_.operands[operand];
  const Xmm code = registers_.Load(address, 2);
  if (const auto held = registers_.FindForm(address, Form())) return {code, *held};
  Xmm value = 0;
  if (operation_.is_bf16) {
    value = Shifted(true, code, 16);
  } else {
    value = registers_.Take();
    assembler_.Convert(kFromHalves, value, code);
  }
  registers_.HoldForm(value, address, Form());
  return {code, value};
}

Xmm HalvesWriter::Binary(const VexOp& op, Xmm left, Xmm right) {
  const Xmm result = registers_.Take();
  assembler_.Compute(op, result, left, right);
  return result;
}

Xmm HalvesWriter::IsNaN(Xmm value) {
  const Xmm mask = registers_.Take();
  assembler_.Compute(kComparison, mask, value, value, kUnordered);
  return mask;
}

// vpslld, vpsrld
Xmm HalvesWriter::Shifted(bool is_left, Xmm vector, uint8_t bits) {
  const Xmm result = registers_.Take();
  assembler_.Compute({Prefix::k66, Map::k0F, 0x72}, is_left ? 6 : 2, result, vector, bits);
  return result;
}

Xmm HalvesWriter::Ones(uint8_t left, uint8_t right) {
  if (const auto held = registers_.FindConstant(left, right)) return *held;
  const Xmm vector = registers_.Take();
  assembler_.Compute(native::kSetOnes, vector, vector, vector);
  if (left != 0) assembler_.ShiftLeft(vector, 4, left);
  if (right != 0) assembler_.ShiftRight(vector, 4, right);
  registers_.HoldConstant(vector, left, right);
  return vector;
}

void HalvesWriter::Replace(Xmm result, Xmm if_true, Xmm mask) {
  assembler_.Compute(native::Blend(4), result, result, if_true, static_cast<uint8_t>(mask << 4));
}

// The value plus just under half of the last kept bit, or half where that bit is 1.
Xmm HalvesWriter::RoundBF16(Xmm value) {
  const VexOp add = native::AddIntegers(4);
  const Xmm odd = Shifted(true, value, 15);
  assembler_.ShiftRight(odd, 4, 31);
  const Xmm sum = Binary(add, value, Ones(0, 17));
  assembler_.Compute(add, sum, sum, odd);
  return sum;
}

void HalvesWriter::StoreRounded(Xmm value) {
  if (!operation_.is_bf16) {
    const Xmm code = registers_.Take();
    assembler_.Compute(kToHalves, value, 0, code, kNearestEven);
    return registers_.Store(code, at_.result, 2);
  }
  const Xmm sum = RoundBF16(value);
  Store({Shifted(false, sum, 16), Binary(kAnd, sum, Ones(16, 0))});
}

void HalvesWriter::Store(const Half& half) {
  registers_.Store(half.code, at_.result, 2);
  registers_.HoldForm(half.value, at_.result, Form());
}

// The result is one of the operands, or a zero.
HalvesWriter::Half HalvesWriter::Extreme(bool is_maximum, const Half& left, const Half& right) {
  const uint8_t opcode = is_maximum ? native::kMaximum : native::kMinimum;
  const FloatExtreme extreme{
      is_maximum, {Prefix::kNone, Map::k0F, opcode}, kComparison, native::Blend(4)};
  const Xmm value = registers_.Take(), both = registers_.Take(), mask = registers_.Take();
  WriteFloatExtreme(assembler_, extreme, value, left.value, right.value, both, mask);
  if (operation_.is_bf16) return {Shifted(false, value, 16), value};
  const Xmm code = both;
  assembler_.Compute(kToHalves, value, 0, code, kNearestEven);
  // A NaN on the left comes first.
  for (const Half& half : {right, left}) {
    assembler_.Compute(kComparison, mask, half.value, half.value, kUnordered);
    Replace(code, half.code, mask);
  }
  return {code, value};
}

void HalvesWriter::ChangeSign() {
  const Xmm code = registers_.Load(at_.operands[0], 2);
  const bool negates = operation_.kind == Kind::kNegateHalf;
  const Xmm bits = negates ? Ones(31, 16) : Ones(0, 17);
  registers_.Store(Binary(negates ? kXor : kAnd, code, bits), at_.result, 2);
}

void HalvesWriter::Compare() {
  Xmm left = Load(0).value, right = Load(1).value;
  if (operation_.is_mirrored) std::swap(left, right);
  const Xmm mask = registers_.Take();
  assembler_.Compute(kComparison, mask, left, right, operation_.constant);
  registers_.StoreMask({mask}, at_.result, {1, 4});
}

Xmm HalvesWriter::SignalOf(Xmm value, Xmm bits) {
  const Xmm signal = Binary(kAndNot, bits, Ones(31, 9)), is_nan = IsNaN(value);
  assembler_.Compute(kAnd, signal, signal, is_nan);
  return signal;
}

// The instruction sets the quiet bit of a NaN.
void HalvesWriter::ToSingle() {
  const Half half = Load(0);
  if (operation_.is_bf16) return registers_.Store(half.value, at_.result, 4);
  const Xmm signal = SignalOf(half.value, Shifted(true, half.code, kLostBits));
  registers_.Store(Binary(kXor, half.value, signal), at_.result, 4);
}

// A signaling NaN stays one if the payload that is kept is not 0.
void HalvesWriter::FromSingle() {
  const Xmm value = registers_.Load(at_.operands[0], 4);
  const Xmm zero = Binary(kXor, value, value);
  // The payload that is kept, with and without the quiet bit.
  const Xmm payload = Binary(kAnd, value, operation_.is_bf16 ? Ones(25, 9) : Ones(23, 10));
  assembler_.Compute(native::EqualIntegers(4), payload, payload, zero);
  if (operation_.is_bf16) {
    const Xmm rounded = RoundBF16(value), is_nan = IsNaN(value);
    assembler_.Compute(kAnd, payload, payload, Ones(31, 9));
    assembler_.Compute(kOr, payload, payload, value);
    Replace(rounded, payload, is_nan);
    return registers_.Store(Shifted(false, rounded, 16), at_.result, 2);
  }
  const Xmm code = registers_.Take(), signal = SignalOf(value, value);
  assembler_.Compute(kToHalves, value, 0, code, kNearestEven);
  assembler_.Compute(kAndNot, signal, payload, signal);
  assembler_.ShiftRight(signal, 4, kLostBits);
  assembler_.Compute(kXor, code, code, signal);
  registers_.Store(code, at_.result, 2);
}

}  // namespace paddock
