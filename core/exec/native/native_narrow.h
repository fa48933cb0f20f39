// Operations of a segment on integers of 1 and 2 bytes, in lanes of 4 bytes, and conversions of
// integers that registers have. Also counts of bits.
#ifndef PADDOCK_CORE_EXEC_NATIVE_NATIVE_NARROW_H_
#define PADDOCK_CORE_EXEC_NATIVE_NATIVE_NARROW_H_

#include <cstddef>

#include "core/exec/native/native_operations.h"
#include "core/exec/native/native_segment.h"
#include "core/native/assembler.h"
#include "simd/elementwise/tape.h"

namespace paddock {

class NarrowWriter {
 public:
  NarrowWriter(Assembler& assembler, NativeRegisters& registers, const NativeOperation& operation,
               const simd::TapeInstruction& at)
      : assembler_(assembler), registers_(registers), operation_(operation), at_(at) {}

  void Write();
  void Select();
  // Whether a register has the integer, and lanes have its conversion.
  bool HasConversion() const;
  void Convert();

 private:
  void Shift();
  void CountBits();
  Xmm Extend(const void* operand, size_t to, bool is_signed);

  Assembler& assembler_;
  NativeRegisters& registers_;
  const NativeOperation& operation_;
  const simd::TapeInstruction& at_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_NATIVE_NATIVE_NARROW_H_
