// Slices and updates of few bytes, at indices that are known when a segment runs.
#ifndef PADDOCK_CORE_EXEC_NATIVE_NATIVE_SLICES_H_
#define PADDOCK_CORE_EXEC_NATIVE_NATIVE_SLICES_H_

#include "core/exec/native/native_segment.h"
#include "core/native/assembler.h"
#include "simd/elementwise/tape.h"

namespace paddock {

// The instruction's `extra` is a TapeSlice.
void WriteSlice(const simd::TapeInstruction& at, Assembler& assembler, NativeRegisters& registers);

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_NATIVE_NATIVE_SLICES_H_
