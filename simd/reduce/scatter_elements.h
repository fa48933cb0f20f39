// The places of a scatter whose windows are single elements, or rows that are inside or outside as
// a whole.
#ifndef PADDOCK_SIMD_REDUCE_SCATTER_ELEMENTS_H_
#define PADDOCK_SIMD_REDUCE_SCATTER_ELEMENTS_H_

#include <cstdint>

#include "simd/reduce/scatter.h"

namespace paddock::simd {

// Returns whether windows are one row each, in which no component moves.
bool HasFixedWindows(const ScatterPlan& plan);
bool HasSingleElements(const ScatterPlan& plan);

// First elements of the windows of consecutive steps inside the operand, in order. Both are in
// elements.
struct ScatterElements {
  static constexpr int64_t kCapacity = 256;
  int64_t count = 0;
  int64_t targets[kCapacity];
  int64_t sources[kCapacity];
};

// Finds those of at most kCapacity steps of fixed windows, and advances `step` behind them. `left`
// > 0: steps until the end.
void FindScatterElements(const ScatterPlan& plan, const void* scatter_indices, IndexCursor& step,
                         int64_t left, ScatterElements& elements);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_REDUCE_SCATTER_ELEMENTS_H_
