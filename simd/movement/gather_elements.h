// Gathers of single elements: offsets of a block, then the copies. Both loops are free of branches.
#ifndef PADDOCK_SIMD_MOVEMENT_GATHER_ELEMENTS_H_
#define PADDOCK_SIMD_MOVEMENT_GATHER_ELEMENTS_H_

#include <cstdint>

#include "core/types/element_type.h"
#include "simd/kernel.h"
#include "simd/movement/index_value.h"

namespace paddock::simd {

// Most elements of a block.
inline constexpr int64_t kElementBlock = 512;

// One component of the index vectors of neighbouring positions.
struct ComponentRun {
  const uint8_t* indices;
  int64_t index_stride;  // in indices
  int64_t greatest_start;
  int64_t start_bytes;  // distance of neighbouring starts in the operand
};

// Adds start * start_bytes to `count` <= kElementBlock byte offsets, where `start` is the index
// clamped to 0 .. greatest_start. The operand has at most kMostOffset bytes.
inline constexpr int64_t kMostOffset = int64_t{1} << 32;
void AddStartOffsets(ElementType index_type, ReadIndicesFunction read_indices,
                     const ComponentRun& run, int64_t count, uint32_t* offsets);

// Copies `count` elements of 1, 2, 4, 8 or 16 bytes from operand + offsets[i] to result + i *
// result_step.
void CopyElementsAt(int64_t element_bytes, const uint8_t* operand, const uint32_t* offsets,
                    uint8_t* result, int64_t result_step, int64_t count);

// Returns the kernel result[i] = operands[0][operands[1][i]] for elements of 1, 2, 4, 8 or 16 bytes
// and indices of 4 or 8, which are all inside. Operand 0 is whole. The result may be operand 1 if
// their elements are equally wide.
ElementwiseFunction FindTakeElements(size_t element_bytes, size_t index_bytes);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MOVEMENT_GATHER_ELEMENTS_H_
