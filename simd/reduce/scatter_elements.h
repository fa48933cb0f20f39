// The elements of a scatter whose windows are single elements.
#ifndef PADDOCK_SIMD_REDUCE_SCATTER_ELEMENTS_H_
#define PADDOCK_SIMD_REDUCE_SCATTER_ELEMENTS_H_

#include <cstdint>

#include "simd/reduce/scatter.h"

namespace paddock::simd {

bool HasSingleElements(const ScatterPlan& plan);

// Elements of consecutive steps inside the operand, in order. Both are in elements.
struct ScatterElements {
  static constexpr int64_t kCapacity = 256;
  int64_t count = 0;
  int64_t targets[kCapacity];
  int64_t sources[kCapacity];
};

// Finds those of at most kCapacity steps, and advances `step` behind them. `left` > 0: steps until
// the end.
void FindScatterElements(const ScatterPlan& plan, const void* scatter_indices, IndexCursor& step,
                         int64_t left, ScatterElements& elements);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_REDUCE_SCATTER_ELEMENTS_H_
