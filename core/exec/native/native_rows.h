// Rows: neighbouring instructions of a segment that do one operation on neighbouring elements, such
// as the multiply-adds of a small product. Machine code does several of them at once.
#ifndef PADDOCK_CORE_EXEC_NATIVE_NATIVE_ROWS_H_
#define PADDOCK_CORE_EXEC_NATIVE_NATIVE_ROWS_H_

#include <cstddef>
#include <span>

#include "core/exec/native/native_operations.h"
#include "simd/elementwise/tape.h"

namespace paddock {

struct NativeRow {
  // The number of instructions; at most 1: no row begins here.
  size_t count = 0;
  // By operand: whether all instructions read the same element.
  bool is_spread[3] = {};
};

// Returns the row with which `instructions` begin. The first one is `operation`.
NativeRow FindRow(std::span<const simd::TapeInstruction* const> instructions,
                  const NativeOperation& operation);

}  // namespace paddock

#endif  // PADDOCK_CORE_EXEC_NATIVE_NATIVE_ROWS_H_
