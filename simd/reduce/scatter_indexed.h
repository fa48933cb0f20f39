// Runs of a scatter of single elements whose indices are the numbers of their targets.
#ifndef PADDOCK_SIMD_REDUCE_SCATTER_INDEXED_H_
#define PADDOCK_SIMD_REDUCE_SCATTER_INDEXED_H_

#include <cstdint>

#include "simd/reduce/monoid.h"
#include "simd/reduce/scatter.h"

namespace paddock::simd {

// Returns whether the indices along the innermost loop are consecutive in memory, and number
// consecutive elements of the operand. In WebAssembly, whether numbers of the targets can be made
// from the indices, and there is a kernel for these. Requires HasSingleElements. `kernels` as in
// RunScatter.
bool HasIndexedElements(const ScatterPlan& plan, const MonoidKernels* kernels);

// Combines the next elements, at most `left`, and advances `step` behind them. Does nothing and
// returns false if one of them is outside, or if most are combined with the target of the one
// before, which other loops do faster. Requires HasIndexedElements.
bool RunIndexedElements(const ScatterPlan& plan, const MonoidKernels* kernels, void* result,
                        const void* scatter_indices, const void* updates, IndexCursor& step,
                        int64_t left);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_REDUCE_SCATTER_INDEXED_H_
