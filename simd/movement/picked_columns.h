// Rows of every few elements: columns of tuples, and slices with strides.
#ifndef PADDOCK_SIMD_MOVEMENT_PICKED_COLUMNS_H_
#define PADDOCK_SIMD_MOVEMENT_PICKED_COLUMNS_H_

#include <cstddef>
#include <cstdint>

#include "simd/movement/copy_kernels.h"

namespace paddock::simd {

// Returns a kernel for blocks of `columns` elements a row, which are `stride` elements apart in the
// source and neighbours in the result. Returns null if there is none, or if rows are too short.
// Only x86 has them: blends and one permutation are faster there than loads that interleave, or
// permutations of several vectors.
CopyBlockKernel FindPickKernel(size_t element_bytes, int64_t stride, int64_t columns);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MOVEMENT_PICKED_COLUMNS_H_
