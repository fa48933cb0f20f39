#include "core/exec/native/native_booleans.h"

#include <algorithm>
#include <bit>

namespace paddock {

void BooleansWriter::Select() {
  assembler_.LoadRax(1, registers_.ReadAt(at_.operands[2], 1));
  assembler_.TestByte(registers_.ReadAt(at_.operands[0], 1));
  assembler_.ChooseByte(registers_.ReadAt(at_.operands[1], 1));
  registers_.StoreRax(at_.result, 1);
}

void BooleansWriter::Write(size_t count) {
  for (size_t done = 0; done < count;) {
    registers_.StartInstruction();
    const size_t rest = count - done;
    const auto shape = FindMasks(done, rest);
    const size_t lanes = shape ? shape->lanes : std::bit_floor(std::min<size_t>(rest, 4));
    if (shape) {
      CombineMasks(done, *shape);
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
    const bool has_second = operation_.kind == Kind::kByte;
    if (has_second && registers_.HasMask(OperandAt(1, done), of_operand)) return shape;
  }
  return std::nullopt;
}

void BooleansWriter::CombineMasks(size_t done, const MaskShape& shape) {
  if (IsSpread()) return SpreadMask(done, shape);
  const Xmm left = registers_.LoadMask(OperandAt(0, done), shape);
  Xmm right = 0;
  VexOp op = native::kXor;
  if (operation_.kind == Kind::kNotByte) {
    right = registers_.Take();
    assembler_.Compute(native::kSetOnes, right, right, right);
  } else {
    right = registers_.LoadMask(OperandAt(1, done), shape);
    const auto byte_op = static_cast<Assembler::ByteOp>(operation_.constant);
    if (byte_op == Assembler::ByteOp::kAnd) op = native::kAnd;
    if (byte_op == Assembler::ByteOp::kOr) op = native::kOr;
  }
  const Xmm result = registers_.Take();
  assembler_.Compute(op, result, left, right);
  registers_.StoreMask(result, ResultAt(done), shape);
}

void BooleansWriter::SpreadMask(size_t done, const MaskShape& shape) {
  const Xmm one = registers_.LoadMask(at_.operands[0], {1, shape.lane_bytes});
  const Xmm all = registers_.Take();
  assembler_.Compute(native::Spread(shape.lane_bytes), all, 0, one);
  registers_.StoreMask(all, ResultAt(done), shape);
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
  const size_t lane_bytes = is_float ? 4 : bytes;
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
