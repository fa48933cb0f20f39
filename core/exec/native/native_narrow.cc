#include "core/exec/native/native_narrow.h"

#include <algorithm>
#include <utility>

namespace paddock {

void NarrowWriter::Write() {
  using Kind = NativeOperation::Kind;
  if (operation_.kind == Kind::kShiftNarrow) return Shift();
  if (operation_.kind == Kind::kSelectNarrow) return Select();
  CountBits();
}

void NarrowWriter::CountBits() {
  const size_t bytes = operation_.operand_bytes;
  registers_.LoadRax(at_.operands[0], bytes, false);
  if (operation_.kind == NativeOperation::Kind::kCountOnes) {
    assembler_.CountOnesOfRax();
  } else {
    assembler_.CountLeadingZerosOfRax(bytes);
  }
  registers_.StoreRax(at_.result, bytes);
}

Xmm NarrowWriter::Extend(const void* operand, size_t to, bool is_signed) {
  const size_t from = operation_.operand_bytes;
  const Xmm narrow = registers_.Load(operand, from), wide = registers_.Take();
  assembler_.Convert(native::Extend(from, to, is_signed), wide, narrow);
  return wide;
}

// Greater amounts than the element has bits shift out all of it, as kernels do.
void NarrowWriter::Shift() {
  const Xmm left = Extend(at_.operands[0], 4, operation_.constant != 0);
  const Xmm amount = Extend(at_.operands[1], 4, false);
  assembler_.Compute(operation_.op, left, left, amount);
  registers_.Store(left, at_.result, operation_.result_bytes);
}

void NarrowWriter::Select() {
  const size_t bytes = operation_.operand_bytes;
  const NativeRegisters::Mask mask = registers_.LoadAnyMask(at_.operands[0], {1, 4});
  Xmm if_true = registers_.Load(at_.operands[1], bytes);
  Xmm if_false = registers_.Load(at_.operands[2], bytes);
  if (mask.is_inverted) std::swap(if_true, if_false);
  const Xmm result = registers_.Take();
  assembler_.Compute(native::Blend(4), result, if_false, if_true,
                     static_cast<uint8_t>(mask.vector << 4));
  registers_.Store(result, at_.result, bytes);
}

bool NarrowWriter::HasConversion() const {
  const bool is_float = operation_.kind == NativeOperation::Kind::kConvertToFloat;
  if (is_float && operation_.operand_bytes > 2) return false;
  return registers_.HasElement(at_.operands[0], operation_.operand_bytes);
}

void NarrowWriter::Convert() {
  using enum VexOp::Prefix;
  const size_t from = operation_.operand_bytes, to = operation_.result_bytes;
  const bool is_float = operation_.kind == NativeOperation::Kind::kConvertToFloat;
  if (!is_float && to <= from) {
    return registers_.Store(registers_.Load(at_.operands[0], from), at_.result, to);
  }
  const size_t extended = is_float ? 4 : std::max<size_t>(to, 4);
  const Xmm result = Extend(at_.operands[0], extended, operation_.constant != 0);
  // vcvtdq2ps, vcvtdq2pd
  if (is_float && to == 4) assembler_.Convert({kNone, VexOp::Map::k0F, 0x5B}, result, result);
  if (is_float && to == 8) assembler_.Convert({kF3, VexOp::Map::k0F, 0xE6}, result, result);
  registers_.Store(result, at_.result, to);
}

}  // namespace paddock
