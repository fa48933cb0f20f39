#include "core/exec/native/native_booleans.h"

#include <algorithm>
#include <bit>

#include "core/exec/native/native_narrow.h"

namespace paddock {

// Bytes of a selection are booleans if a register has one as a mask.
void BooleansWriter::Select() {
  const MaskShape one{1, 4};
  const auto has_mask = [&](size_t k) { return registers_.FindShape(at_.operands[k]).has_value(); };
  if (has_mask(1) || has_mask(2)) {
    const Xmm mask = registers_.LoadMask(at_.operands[0], one);
    const Xmm if_true = registers_.LoadMask(at_.operands[1], one);
    const Xmm if_false = registers_.LoadMask(at_.operands[2], one);
    const Xmm result = registers_.Take();
    assembler_.Compute(native::Blend(4), result, if_false, if_true,
                       static_cast<uint8_t>(mask << 4));
    return registers_.StoreMask({result}, at_.result, one);
  }
  const auto has_element = [&](size_t k) { return registers_.HasElement(at_.operands[k], 1); };
  if (has_mask(0) || has_element(1) || has_element(2)) {
    return NarrowWriter(assembler_, registers_, operation_, at_).Select();
  }
  assembler_.LoadRax(1, registers_.ReadAt(at_.operands[2], 1));
  assembler_.TestByte(registers_.ReadAt(at_.operands[0], 1));
  assembler_.ChooseByte(registers_.ReadAt(at_.operands[1], 1));
  registers_.StoreRax(at_.result, 1);
}

bool BooleansWriter::HasMasks() const {
  using enum Assembler::Condition;
  const auto condition = static_cast<Assembler::Condition>(operation_.constant);
  const bool is_signed = condition == kLess || condition == kLessOrEqual;
  return !is_signed && FindMasks(0, 1).has_value();
}

void BooleansWriter::Compare() {
  using enum Assembler::Condition;
  const auto condition = static_cast<Assembler::Condition>(operation_.constant);
  const MaskShape shape = *FindMasks(0, 1);
  Mask left = registers_.LoadAnyMask(at_.operands[0], shape);
  Mask right = registers_.LoadAnyMask(at_.operands[1], shape);
  Mask result;
  if (condition == kBelow || condition == kBelowOrEqual) {
    // left < right if it is 0 and the other is 1.
    (condition == kBelow ? left : right).is_inverted ^= true;
    result = And(left, right);
    result.is_inverted ^= condition == kBelowOrEqual;
  } else {
    result = Xor(left, right);
    result.is_inverted ^= condition == kEqual;
  }
  registers_.StoreMask(result, at_.result, shape);
}

BooleansWriter::Mask BooleansWriter::And(const Mask& left, const Mask& right) {
  // vandnps complements its first operand.
  constexpr VexOp kAndNot{VexOp::Prefix::kNone, VexOp::Map::k0F, 0x55};
  const Xmm result = registers_.Take();
  if (left.is_inverted && right.is_inverted) {
    assembler_.Compute(native::kOr, result, left.vector, right.vector);
    return {result, true};
  }
  if (right.is_inverted) {
    assembler_.Compute(kAndNot, result, right.vector, left.vector);
  } else {
    assembler_.Compute(left.is_inverted ? kAndNot : native::kAnd, result, left.vector,
                       right.vector);
  }
  return {result, false};
}

BooleansWriter::Mask BooleansWriter::Xor(const Mask& left, const Mask& right) {
  const Xmm result = registers_.Take();
  assembler_.Compute(native::kXor, result, left.vector, right.vector);
  return {result, left.is_inverted != right.is_inverted};
}

void BooleansWriter::Write(size_t count) {
  for (size_t done = 0; done < count;) {
    registers_.StartInstruction();
    const size_t rest = count - done;
    const auto shape = FindMasks(done, rest);
    const size_t lanes = shape ? shape->lanes : std::bit_floor(std::min<size_t>(rest, 4));
    if (shape) {
      CombineMasks(done, *shape);
    } else if (lanes == 1 && HasElements(done)) {
      CombineElements(done);
    } else {
      CombineBytes(done, lanes);
    }
    done += lanes;
  }
}

std::optional<NativeRegisters::MaskShape> BooleansWriter::FindMasks(size_t done,
                                                                    size_t most) const {
  constexpr MaskShape kShapes[] = {{4, 4}, {2, 4}, {2, 8}, {1, 4}, {1, 8}};
  for (const MaskShape& shape : kShapes) {
    if (shape.lanes > most) continue;
    const MaskShape of_operand{IsSpread() ? 1 : shape.lanes, shape.lane_bytes};
    if (registers_.HasMask(OperandAt(0, done), of_operand)) return shape;
    const bool has_second =
        operation_.kind == Kind::kByte || operation_.kind == Kind::kCompareIntegers;
    if (has_second && registers_.HasMask(OperandAt(1, done), of_operand)) return shape;
  }
  return std::nullopt;
}

VexOp BooleansWriter::VectorOp() const {
  if (operation_.kind == Kind::kNotByte) return native::kXor;
  const auto byte_op = static_cast<Assembler::ByteOp>(operation_.constant);
  if (byte_op == Assembler::ByteOp::kAnd) return native::kAnd;
  return byte_op == Assembler::ByteOp::kOr ? native::kOr : native::kXor;
}

bool BooleansWriter::HasElements(size_t done) const {
  return operation_.kind == Kind::kByte && (registers_.HasElement(OperandAt(0, done), 1) ||
                                            registers_.HasElement(OperandAt(1, done), 1));
}

void BooleansWriter::CombineElements(size_t done) {
  const Xmm left = registers_.Load(OperandAt(0, done), 1);
  const Xmm right = registers_.Load(OperandAt(1, done), 1);
  const Xmm result = registers_.Take();
  assembler_.Compute(VectorOp(), result, left, right);
  registers_.Store(result, ResultAt(done), 1);
}

void BooleansWriter::CombineMasks(size_t done, const MaskShape& shape) {
  if (IsSpread()) return SpreadMask(done, shape);
  Mask left = registers_.LoadAnyMask(OperandAt(0, done), shape);
  if (operation_.kind == Kind::kNotByte) {
    left.is_inverted ^= true;
    return registers_.StoreMask(left, ResultAt(done), shape);
  }
  Mask right = registers_.LoadAnyMask(OperandAt(1, done), shape);
  Mask result;
  switch (static_cast<Assembler::ByteOp>(operation_.constant)) {
    case Assembler::ByteOp::kAnd:
      result = And(left, right);
      break;
    case Assembler::ByteOp::kOr:
      left.is_inverted ^= true;
      right.is_inverted ^= true;
      result = And(left, right);
      result.is_inverted ^= true;
      break;
    case Assembler::ByteOp::kXor:
      result = Xor(left, right);
      break;
  }
  registers_.StoreMask(result, ResultAt(done), shape);
}

void BooleansWriter::SpreadMask(size_t done, const MaskShape& shape) {
  const Mask one = registers_.LoadAnyMask(at_.operands[0], {1, shape.lane_bytes});
  const Xmm all = registers_.Take();
  assembler_.Compute(native::Spread(shape.lane_bytes), all, 0, one.vector);
  registers_.StoreMask({all, one.is_inverted}, ResultAt(done), shape);
}

void BooleansWriter::CombineBytes(size_t done, size_t bytes) {
  const size_t of_operand = IsSpread() ? 1 : bytes;
  assembler_.LoadRax(of_operand, registers_.ReadAt(OperandAt(0, done), of_operand));
  if (IsSpread()) {
    assembler_.RepeatByte();
  } else if (operation_.kind == Kind::kNotByte) {
    assembler_.FlipBooleans();
  } else {
    assembler_.ComputeBytes(static_cast<Assembler::ByteOp>(operation_.constant), bytes,
                            registers_.ReadAt(OperandAt(1, done), bytes));
  }
  registers_.StoreRax(ResultAt(done), bytes);
}

// The highest bit of the mask is 0 or 1.
void BooleansWriter::Convert() {
  using enum VexOp::Prefix;
  const size_t bytes = operation_.result_bytes;
  const bool is_float = operation_.kind == Kind::kConvertToFloat;
  const size_t lane_bytes = is_float ? 4 : std::max<size_t>(bytes, 4);
  const Xmm mask = registers_.LoadMask(at_.operands[0], {1, lane_bytes});
  const Xmm result = registers_.Take();
  assembler_.Convert(native::kCopyVector, result, mask);
  assembler_.ShiftRight(result, lane_bytes, static_cast<uint8_t>(lane_bytes * 8 - 1));
  // vcvtdq2ps, vcvtdq2pd
  if (is_float && bytes == 4) assembler_.Convert({kNone, VexOp::Map::k0F, 0x5B}, result, result);
  if (is_float && bytes == 8) assembler_.Convert({kF3, VexOp::Map::k0F, 0xE6}, result, result);
  registers_.Store(result, at_.result, bytes);
}

}  // namespace paddock
