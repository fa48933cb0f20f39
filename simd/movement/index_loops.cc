#include "simd/movement/index_loops.h"

#include <algorithm>

#include "simd/movement/row_major.h"

namespace paddock::simd {
namespace {

// Returns the dimension of start_indices of the `batch`-th batch dimension.
size_t IndexDimension(const GatherDimensionNumbers& numbers, size_t batch) {
  return batch + (static_cast<int64_t>(batch) >= numbers.index_vector_dim ? 1 : 0);
}

}  // namespace

void AppendLoop(const IndexLoop& loop, std::vector<IndexLoop>& loops) {
  if (!loops.empty()) {
    IndexLoop& outer = loops.back();
    if (outer.index_stride == loop.index_stride * loop.size &&
        outer.operand_stride == loop.operand_stride * loop.size &&
        outer.result_stride == loop.result_stride * loop.size) {
      outer = {outer.size * loop.size, loop.index_stride, loop.operand_stride, loop.result_stride};
      return;
    }
  }
  loops.push_back(loop);
}

bool Contains(std::span<const int64_t> values, int64_t value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

std::vector<size_t> OffsetOperandDimensions(const GatherDimensionNumbers& numbers,
                                            size_t operand_rank) {
  std::vector<size_t> dimensions;
  for (size_t d = 0; d < operand_rank; ++d) {
    const auto dimension = static_cast<int64_t>(d);
    if (Contains(numbers.collapsed_slice_dims, dimension)) continue;
    if (Contains(numbers.operand_batching_dims, dimension)) continue;
    dimensions.push_back(d);
  }
  return dimensions;
}

std::vector<int64_t> GatherResultShape(const GatherDimensionNumbers& numbers,
                                       std::span<const int64_t> start_indices_shape,
                                       std::span<const int64_t> slice_sizes) {
  const auto offset_dimensions = OffsetOperandDimensions(numbers, slice_sizes.size());
  const auto index_rank = static_cast<int64_t>(start_indices_shape.size());
  const int64_t batch_rank = index_rank - (numbers.index_vector_dim < index_rank ? 1 : 0);
  const size_t rank = static_cast<size_t>(batch_rank) + offset_dimensions.size();
  std::vector<int64_t> shape;
  size_t offset = 0;
  size_t batch = 0;
  for (size_t d = 0; d < rank; ++d) {
    if (Contains(numbers.offset_dims, static_cast<int64_t>(d))) {
      shape.push_back(slice_sizes[offset_dimensions[offset++]]);
    } else {
      shape.push_back(start_indices_shape[IndexDimension(numbers, batch++)]);
    }
  }
  return shape;
}

std::vector<IndexLoop> LoopsOfResult(const GatherDimensionNumbers& numbers,
                                     std::span<const int64_t> operand_shape,
                                     std::span<const int64_t> start_indices_shape,
                                     std::span<const int64_t> result_shape) {
  const auto operand_strides = RowMajorStrides(operand_shape);
  const auto index_strides = RowMajorStrides(start_indices_shape);
  const auto result_strides = RowMajorStrides(result_shape);
  const auto offset_dimensions = OffsetOperandDimensions(numbers, operand_shape.size());
  std::vector<IndexLoop> loops;
  size_t offset = 0;
  size_t batch = 0;
  for (size_t d = 0; d < result_shape.size(); ++d) {
    IndexLoop loop{result_shape[d], 0, 0, result_strides[d]};
    if (Contains(numbers.offset_dims, static_cast<int64_t>(d))) {
      loop.operand_stride = operand_strides[offset_dimensions[offset++]];
    } else {
      const size_t dimension = IndexDimension(numbers, batch++);
      loop.index_stride = index_strides[dimension];
      for (size_t i = 0; i < numbers.start_indices_batching_dims.size(); ++i) {
        if (numbers.start_indices_batching_dims[i] != static_cast<int64_t>(dimension)) continue;
        const auto operand_dimension = static_cast<size_t>(numbers.operand_batching_dims[i]);
        loop.operand_stride = operand_strides[operand_dimension];
      }
    }
    loops.push_back(loop);
  }
  return loops;
}

int64_t IndexVectorStride(const GatherDimensionNumbers& numbers,
                          std::span<const int64_t> start_indices_shape) {
  const auto dimension = static_cast<size_t>(numbers.index_vector_dim);
  if (dimension >= start_indices_shape.size()) return 0;
  return RowMajorStrides(start_indices_shape)[dimension];
}

}  // namespace paddock::simd
