// Index loops of gather and scatter: over the result of gather, or the updates of scatter. They
// locate index vectors and elements of the operand.
#ifndef PADDOCK_SIMD_MOVEMENT_INDEX_LOOPS_H_
#define PADDOCK_SIMD_MOVEMENT_INDEX_LOOPS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "simd/movement/offset_cursor.h"

namespace paddock::simd {

// The attributes of gather. scatter's attributes have other names: update_window_dims,
// inserted_window_dims, input_batching_dims, scatter_indices_batching_dims,
// scatter_dims_to_operand_dims.
struct GatherDimensionNumbers {
  std::span<const int64_t> offset_dims;
  std::span<const int64_t> collapsed_slice_dims;
  std::span<const int64_t> operand_batching_dims;
  std::span<const int64_t> start_indices_batching_dims;
  std::span<const int64_t> start_index_map;
  int64_t index_vector_dim = 0;
};

// Strides in elements.
struct IndexLoop {
  int64_t size;
  int64_t index_stride;    // 0 in offset dimensions
  int64_t operand_stride;  // 0 in batch dimensions, unless they are batching ones
  int64_t result_stride;
};

// Appends a loop, or continues the last one if all its strides do.
void AppendLoop(const IndexLoop& loop, std::vector<IndexLoop>& loops);

using IndexCursor = LoopCursor<IndexLoop, &IndexLoop::index_stride, &IndexLoop::operand_stride,
                               &IndexLoop::result_stride>;

// The operand's dimension of each offset dimension.
std::vector<size_t> OffsetOperandDimensions(const GatherDimensionNumbers& numbers,
                                            size_t operand_rank);

// Sizes of batch dimensions and, from `slice_sizes`, of offset dimensions.
std::vector<int64_t> GatherResultShape(const GatherDimensionNumbers& numbers,
                                       std::span<const int64_t> start_indices_shape,
                                       std::span<const int64_t> slice_sizes);

// One loop a dimension of the result.
std::vector<IndexLoop> LoopsOfResult(const GatherDimensionNumbers& numbers,
                                     std::span<const int64_t> operand_shape,
                                     std::span<const int64_t> start_indices_shape,
                                     std::span<const int64_t> result_shape);

// Elements between neighbours in an index vector.
int64_t IndexVectorStride(const GatherDimensionNumbers& numbers,
                          std::span<const int64_t> start_indices_shape);

bool Contains(std::span<const int64_t> values, int64_t value);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MOVEMENT_INDEX_LOOPS_H_
