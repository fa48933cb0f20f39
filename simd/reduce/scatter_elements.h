// The places of windows of a scatter that are inside the operand as a whole.
#ifndef PADDOCK_SIMD_REDUCE_SCATTER_ELEMENTS_H_
#define PADDOCK_SIMD_REDUCE_SCATTER_ELEMENTS_H_

#include <cstdint>

#include "simd/reduce/scatter.h"

namespace paddock::simd {

// Returns whether windows are one row each, in which no component moves.
bool HasFixedWindows(const ScatterPlan& plan);
bool HasSingleElements(const ScatterPlan& plan);

// First elements of the windows of consecutive steps, or of the rows of such windows, in order.
// Both are in elements.
struct ScatterElements {
  static constexpr int64_t kCapacity = 256;
  int64_t count = 0;
  int64_t targets[kCapacity];
  int64_t sources[kCapacity];
};

// Finds the windows inside the operand of at most kCapacity steps, and advances `step` behind
// these. `left` > 0: steps until the end. Returns whether the windows of all of them are inside.
// Only components that place rows or their elements may move.
bool FindScatterElements(const ScatterPlan& plan, const void* scatter_indices, IndexCursor& step,
                         int64_t left, ScatterElements& elements);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_REDUCE_SCATTER_ELEMENTS_H_
