// gather: copies a slice of the operand for every index vector.
#ifndef PADDOCK_SIMD_MOVEMENT_GATHER_H_
#define PADDOCK_SIMD_MOVEMENT_GATHER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/types/element_type.h"
#include "simd/movement/index_loops.h"
#include "simd/movement/index_value.h"
#include "simd/movement/strided_copy.h"

namespace paddock::simd {

struct GatherPlan {
  // One element of an index vector, and its upper limit.
  struct Component {
    int64_t index_offset;
    int64_t operand_stride;
    int64_t greatest_start;
  };

  ElementType index_type = ElementType::kI64;
  ReadIndicesFunction read_indices = nullptr;
  // Byte offsets in the operand have 32 bits.
  bool has_short_offsets = false;
  // Slices are elements, at such offsets.
  bool has_single_elements = false;
  int64_t index_bytes = 0;
  int64_t element_bytes = 0;
  std::vector<IndexLoop> positions;
  std::vector<Component> components;
  // The copy of a slice, from its first element to the result's.
  StridedCopyPlan slice;
  // The slice as loops around contiguous rows.
  std::vector<CopyDimension> rows;
  int64_t row_count = 1;
  int64_t row_bytes = 0;
  // Neighbours in the result have neighbouring positions, so the loop over rows is outside.
  bool positions_go_inside = false;
  int64_t position_count = 0;
  // A chunk is some positions or, for a large slice, one chunk of the slice. If many positions go
  // inside, it has some rows of some positions.
  int64_t positions_per_chunk = 1;
  int64_t chunks_per_position = 1;
  int64_t rows_per_chunk = 0;
};

// Plans for dense row-major tensors. Indices are read by their type (unsigned ones zero-extended)
// and clamped so that every slice is inside.
GatherPlan PlanGather(size_t element_bytes, std::span<const int64_t> operand_shape,
                      ElementType index_type, std::span<const int64_t> start_indices_shape,
                      const GatherDimensionNumbers& numbers, std::span<const int64_t> slice_sizes);

int64_t ChunkCount(const GatherPlan& plan);
// Chunks are independent of each other.
void RunChunk(const GatherPlan& plan, const void* operand, const void* start_indices, void* result,
              int64_t chunk);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MOVEMENT_GATHER_H_
