// Operations of segments that take several instructions, on lanes in registers.
#ifndef PADDOCK_CORE_EXEC_NATIVE_NATIVE_LANES_H_
#define PADDOCK_CORE_EXEC_NATIVE_NATIVE_LANES_H_

#include <array>
#include <cstddef>

#include "core/exec/native/native_operations.h"
#include "core/exec/native/native_segment.h"
#include "core/native/assembler.h"

namespace paddock {

// Whether vectors have the comparison, whose mask a selection can then read from its register.
bool ComparesLanes(const NativeOperation& comparison);

class LanesWriter {
 public:
  using Kind = NativeOperation::Kind;
  using Operands = std::array<Xmm, 3>;

  LanesWriter(Assembler& assembler, NativeRegisters& registers, const NativeOperation& operation)
      : assembler_(assembler), registers_(registers), operation_(operation) {}

  static size_t ArityOf(Kind kind);

  // Returns the register of the result. That of a comparison, and the first operand of a selection,
  // are masks.
  Xmm Write(const Operands& operands);
  // Whether the mask of a comparison is the complement of its result.
  bool is_inverted() const { return is_inverted_; }

 private:
  VexOp Floats(uint8_t opcode) const;
  void Choose(Xmm result, Xmm if_false, Xmm if_true, Xmm mask);
  Xmm ChangeSign(Xmm operand);
  Xmm SignOfFloat(Xmm operand);
  Xmm ExtremeOfFloats(bool is_maximum, Xmm left, Xmm right);
  Xmm SignedInteger(Xmm operand);
  Xmm ExtremeOfIntegers(bool is_maximum, Xmm left, Xmm right);
  Xmm CompareFloats(Xmm left, Xmm right);
  Xmm CompareIntegers(Xmm left, Xmm right);
  Xmm CompareUnsigned(Xmm left, Xmm right);
  Xmm ShiftWide(Xmm operand, Xmm amount);
  Xmm ToInteger(Xmm operand);
  void SpreadSign(Xmm sign, Xmm operand);
  Xmm IsFinite(Xmm operand);
  void WidenMask(Xmm mask);

  Assembler& assembler_;
  NativeRegisters& registers_;
  const NativeOperation& operation_;
  bool is_inverted_ = false;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_NATIVE_NATIVE_LANES_H_
