// Calls of functions of four elements in machine code: the operands are brought together in a
// register, and the results stay in registers, where a kernel takes and leaves them in memory.
#ifndef PADDOCK_CORE_EXEC_NATIVE_NATIVE_CALLS_H_
#define PADDOCK_CORE_EXEC_NATIVE_NATIVE_CALLS_H_

#include "core/exec/native/native_segment.h"
#include "core/native/assembler.h"
#include "simd/elementwise/tape.h"

namespace paddock {

// Writes the call of a TapeKernel, whose operands and result are the instruction's.
void WriteCall(const simd::TapeInstruction& at, Assembler& assembler, NativeRegisters& registers);
// Writes the call of a TapeJoinedKernel.
void WriteJoinedCall(const simd::TapeInstruction& at, Assembler& assembler,
                     NativeRegisters& registers);

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_NATIVE_NATIVE_CALLS_H_
