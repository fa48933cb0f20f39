// The instructions of a tape that machine code replaces.
#ifndef PADDOCK_CORE_EXEC_TAPE_NATIVE_SLOTS_H_
#define PADDOCK_CORE_EXEC_TAPE_NATIVE_SLOTS_H_

#include <span>

#include "core/exec/native/native_operations.h"
#include "core/exec/tape/tape_codes.h"
#include "simd/elementwise/tape.h"

namespace paddock {

const NativeOperations& NativeCodes();

// Returns the slot's instruction; of a comparison that branches, the comparison alone.
simd::TapeInstruction WithoutBranch(const TapeSlot& slot);

// Returns whether WithoutBranch is one of NativeCodes.
bool IsNative(const TapeSlot& slot);

// Returns whether machine code of the slot, which is native, takes so long that it pays alone.
bool TakesLong(const TapeSlot& slot);

// Returns whether an element is written at an index of an array that others read. Iteration after
// iteration, a load waits for another store, which processors predict worse for more instructions.
bool ReadsWhatItUpdates(std::span<const TapeSlot> slots);

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_TAPE_NATIVE_SLOTS_H_
