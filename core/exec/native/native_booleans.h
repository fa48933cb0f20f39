// Operations on booleans of a segment, which registers have as masks where comparisons made them.
#ifndef PADDOCK_CORE_EXEC_NATIVE_NATIVE_BOOLEANS_H_
#define PADDOCK_CORE_EXEC_NATIVE_NATIVE_BOOLEANS_H_

#include <cstddef>
#include <optional>

#include "core/exec/native/native_operations.h"
#include "core/exec/native/native_segment.h"
#include "core/native/assembler.h"
#include "simd/elementwise/tape.h"

namespace paddock {

class BooleansWriter {
 public:
  using Kind = NativeOperation::Kind;

  BooleansWriter(Assembler& assembler, NativeRegisters& registers, const NativeOperation& operation,
                 const simd::TapeInstruction& at)
      : assembler_(assembler), registers_(registers), operation_(operation), at_(at) {}

  // Logic on bytes, or one that is repeated. Booleans that registers have as masks stay masks.
  // Others are computed in rax, up to four at once.
  void Write(size_t count);
  // Selects one byte.
  void Select();
  // Converts a mask in a register to a number.
  void Convert();
  // Whether a register has an operand as a mask: it is a boolean, and so is the other one.
  bool HasMasks() const;
  // Compares two booleans, without signs.
  void Compare();

 private:
  using MaskShape = NativeRegisters::MaskShape;
  using Mask = NativeRegisters::Mask;

  std::optional<MaskShape> FindMasks(size_t done, size_t most) const;
  void CombineMasks(size_t done, const MaskShape& shape);
  Mask And(const Mask& left, const Mask& right);
  Mask Xor(const Mask& left, const Mask& right);
  void SpreadMask(size_t done, const MaskShape& shape);
  void CombineBytes(size_t done, size_t bytes);
  VexOp VectorOp() const;
  // Whether a register has an operand, which is no mask.
  bool HasElements(size_t done) const;
  void CombineElements(size_t done);

  bool IsSpread() const { return operation_.kind == Kind::kSpread; }
  const std::byte* OperandAt(size_t k, size_t done) const {
    return static_cast<const std::byte*>(at_.operands[k]) + (IsSpread() ? 0 : done);
  }
  std::byte* ResultAt(size_t done) const { return static_cast<std::byte*>(at_.result) + done; }

  Assembler& assembler_;
  NativeRegisters& registers_;
  const NativeOperation& operation_;
  const simd::TapeInstruction& at_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_NATIVE_NATIVE_BOOLEANS_H_
