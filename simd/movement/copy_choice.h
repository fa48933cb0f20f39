// The choice of a kernel for nested loops that move elements, and of the loops that it runs.
#ifndef PADDOCK_SIMD_MOVEMENT_COPY_CHOICE_H_
#define PADDOCK_SIMD_MOVEMENT_COPY_CHOICE_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "simd/movement/copy_kernels.h"
#include "simd/movement/strided_copy.h"

namespace paddock::simd {

// Loops are named by their place among the dimensions.
struct CopyChoice {
  static constexpr size_t kNone = ~size_t{0};

  CopyKernel kernel;
  size_t rows;           // which loop is the block's rows, or kNone
  size_t columns;        // ... columns
  size_t inner = kNone;  // ... elements of a group of a tuple or of columns
  size_t outer = kNone;  // ... several groups of a tuple
};

// Sizes are more than 1 and strides are bytes, positive and descending in the result. `width` is
// the bytes of an element.
CopyChoice ChooseCopy(std::span<const CopyDimension> dimensions, int64_t width);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MOVEMENT_COPY_CHOICE_H_
