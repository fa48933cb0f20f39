// Operations on complex numbers of a segment, whose parts are neighbouring lanes.
#ifndef PADDOCK_CORE_EXEC_NATIVE_NATIVE_COMPLEX_H_
#define PADDOCK_CORE_EXEC_NATIVE_NATIVE_COMPLEX_H_

#include <cstddef>

#include "core/exec/native/native_operations.h"
#include "core/exec/native/native_segment.h"
#include "core/native/assembler.h"
#include "simd/elementwise/tape.h"

namespace paddock {

class ComplexWriter {
 public:
  using Kind = NativeOperation::Kind;

  ComplexWriter(Assembler& assembler, NativeRegisters& registers, const NativeOperation& operation,
                const simd::TapeInstruction& at)
      : assembler_(assembler),
        registers_(registers),
        operation_(operation),
        at_(at),
        part_bytes_(operation.operand_bytes) {}

  // Writes a call of a kernel on complex numbers, or on their parts.
  void Write(size_t count);

 private:
  // Products, conjugates and moduli, of as many numbers as 16 bytes have.
  void WriteNumbers(size_t count);
  Xmm Multiply(Xmm left, Xmm right);
  Xmm Conjugate(Xmm number);
  Xmm Modulus(Xmm number);
  void TakePart(size_t number);
  void JoinParts(size_t number);
  void Select(size_t number);

  const std::byte* OperandAt(size_t k, size_t offset) const {
    return static_cast<const std::byte*>(at_.operands[k]) + offset;
  }
  std::byte* ResultAt(size_t offset) const { return static_cast<std::byte*>(at_.result) + offset; }
  bool IsWide() const { return part_bytes_ == 8; }
  // A vector of equal lanes: all ones, shifted left and then right.
  Xmm ShiftedOnes(size_t lane_bytes, uint8_t left, uint8_t right);
  Xmm Combine(const VexOp& op, Xmm left, Xmm right);
  void Replace(Xmm result, Xmm if_true, Xmm mask);

  Assembler& assembler_;
  NativeRegisters& registers_;
  const NativeOperation& operation_;
  const simd::TapeInstruction& at_;
  const size_t part_bytes_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_NATIVE_NATIVE_COMPLEX_H_
