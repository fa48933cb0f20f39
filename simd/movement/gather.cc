#include "simd/movement/gather.h"

#include <algorithm>
#include <cstring>

#include "core/base/check.h"
#include "simd/chunks.h"
#include "simd/movement/index_value.h"
#include "simd/movement/offset_cursor.h"
#include "simd/movement/row_major.h"

namespace paddock::simd {
namespace {

// Positions whose offsets are computed at once, on the stack.
constexpr int64_t kBlock = 512;
// Cost of finding and reading an index vector, in bytes moved.
constexpr int64_t kPositionBytes = 16;

struct SliceOffsets {
  int64_t operand[kBlock];
  int64_t result[kBlock];
};

// Byte offsets of the slices of `count` <= kBlock positions.
template <class Index>
void FindSlices(const GatherPlan& plan, const Index* start_indices, IndexCursor& cursor,
                int64_t count, SliceOffsets& offsets) {
  for (int64_t i = 0; i < count; ++i) {
    const Index* vector = start_indices + cursor.offset(0);
    int64_t operand = cursor.offset(1);
    for (const GatherPlan::Component& component : plan.components) {
      const Index index = LoadUnaligned<Index>(vector + component.index_offset);
      int64_t start = 0;
      if constexpr (std::is_signed_v<Index>) {
        start = std::clamp<int64_t>(index, 0, component.greatest_start);
      } else {
        const auto greatest = static_cast<uint64_t>(component.greatest_start);
        start = static_cast<int64_t>(std::min<uint64_t>(index, greatest));
      }
      operand += start * component.operand_stride;
    }
    offsets.operand[i] = operand * plan.element_bytes;
    offsets.result[i] = cursor.offset(2) * plan.element_bytes;
    cursor.Advance();
  }
}

// kBytes = 0: the width is `row_bytes`.
template <size_t kBytes>
void CopyRows(const uint8_t* operand, uint8_t* result, const SliceOffsets& offsets, int64_t count,
              int64_t row_bytes) {
  const size_t bytes = kBytes != 0 ? kBytes : static_cast<size_t>(row_bytes);
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(result + offsets.result[i], operand + offsets.operand[i], bytes);
  }
}

void CopyRowOfEach(const GatherPlan& plan, const uint8_t* operand, uint8_t* result,
                   const SliceOffsets& offsets, int64_t count) {
  switch (plan.row_bytes) {
    case 1:
      return CopyRows<1>(operand, result, offsets, count, 1);
    case 2:
      return CopyRows<2>(operand, result, offsets, count, 2);
    case 4:
      return CopyRows<4>(operand, result, offsets, count, 4);
    case 8:
      return CopyRows<8>(operand, result, offsets, count, 8);
    case 16:
      return CopyRows<16>(operand, result, offsets, count, 16);
    default:
      return CopyRows<0>(operand, result, offsets, count, plan.row_bytes);
  }
}

void CopySlices(const GatherPlan& plan, const uint8_t* operand, uint8_t* result,
                const SliceOffsets& offsets, int64_t count) {
  if (plan.row_count == 1 || plan.positions_go_inside) {
    OffsetCursor row(plan.rows, 0);
    for (int64_t i = 0; i < plan.row_count; ++i, row.Advance()) {
      CopyRowOfEach(plan, operand + row.source_offset(), result + row.result_offset(), offsets,
                    count);
    }
    return;
  }
  for (int64_t i = 0; i < count; ++i) {
    RunStridedCopy(plan.slice, operand + offsets.operand[i], result + offsets.result[i]);
  }
}

template <class Index>
void RunPositions(const GatherPlan& plan, const void* operand, const void* start_indices,
                  void* result, int64_t first, int64_t count) {
  const auto* indices = static_cast<const Index*>(start_indices);
  const auto* from = static_cast<const uint8_t*>(operand);
  auto* to = static_cast<uint8_t*>(result);
  IndexCursor cursor(plan.positions, first);
  SliceOffsets offsets;
  for (int64_t done = 0; done < count; done += kBlock) {
    const int64_t block = std::min(kBlock, count - done);
    FindSlices(plan, indices, cursor, block, offsets);
    CopySlices(plan, from, to, offsets, block);
  }
}

// `first` counts chunks of slices.
template <class Index>
void RunPartOfSlice(const GatherPlan& plan, const void* operand, const void* start_indices,
                    void* result, int64_t first, int64_t /*count*/) {
  IndexCursor cursor(plan.positions, first / plan.chunks_per_position);
  SliceOffsets offsets;
  FindSlices(plan, static_cast<const Index*>(start_indices), cursor, 1, offsets);
  RunChunk(plan.slice, static_cast<const uint8_t*>(operand) + offsets.operand[0],
           static_cast<uint8_t*>(result) + offsets.result[0], first % plan.chunks_per_position);
}

template <class Index>
GatherPlan::ChunkKernel KernelOf(bool is_part) {
  return is_part ? &RunPartOfSlice<Index> : &RunPositions<Index>;
}

GatherPlan::ChunkKernel FindKernel(ElementType index_type, bool is_part) {
  const size_t bytes = ByteSize(index_type);
  if (IsSigned(index_type)) {
    if (bytes == 1) return KernelOf<int8_t>(is_part);
    if (bytes == 2) return KernelOf<int16_t>(is_part);
    return bytes == 4 ? KernelOf<int32_t>(is_part) : KernelOf<int64_t>(is_part);
  }
  if (bytes == 1) return KernelOf<uint8_t>(is_part);
  if (bytes == 2) return KernelOf<uint16_t>(is_part);
  return bytes == 4 ? KernelOf<uint32_t>(is_part) : KernelOf<uint64_t>(is_part);
}

void PlanComponents(const GatherDimensionNumbers& numbers, std::span<const int64_t> operand_shape,
                    std::span<const int64_t> start_indices_shape,
                    std::span<const int64_t> slice_sizes, GatherPlan& plan) {
  const auto operand_strides = RowMajorStrides(operand_shape);
  const int64_t stride = IndexVectorStride(numbers, start_indices_shape);
  for (size_t k = 0; k < numbers.start_index_map.size(); ++k) {
    const auto d = static_cast<size_t>(numbers.start_index_map[k]);
    PADDOCK_CHECK(slice_sizes[d] <= operand_shape[d]);
    // A collapsed slice of size 0 is clamped as if its size were 1.
    const int64_t slice_size = std::max<int64_t>(slice_sizes[d], 1);
    plan.components.push_back(
        {static_cast<int64_t>(k) * stride, operand_strides[d], operand_shape[d] - slice_size});
  }
}

void PlanSlice(const std::vector<CopyDimension>& loops, GatherPlan& plan) {
  plan.slice = PlanStridedCopy(static_cast<size_t>(plan.element_bytes), loops);
  int64_t row_elements = 1;
  for (size_t i = loops.size(); i-- > 0;) {
    const CopyDimension& loop = loops[i];
    const bool touches = loop.source_stride == row_elements && loop.result_stride == row_elements;
    if (loop.size == 1) continue;
    if (touches && plan.rows.empty()) {
      row_elements *= loop.size;
    } else {
      plan.rows.insert(plan.rows.begin(), {loop.size, loop.source_stride * plan.element_bytes,
                                           loop.result_stride * plan.element_bytes});
      plan.row_count *= loop.size;
    }
  }
  plan.row_bytes = row_elements * plan.element_bytes;
  if (plan.rows.empty() || plan.positions.empty()) return;
  const int64_t inner = plan.positions.back().result_stride * plan.element_bytes;
  plan.positions_go_inside = inner < plan.rows.back().result_stride;
}

void PlanLoops(const GatherDimensionNumbers& numbers, std::span<const IndexLoop> result_loops,
               GatherPlan& plan) {
  std::vector<CopyDimension> slice;
  plan.position_count = 1;
  for (size_t d = 0; d < result_loops.size(); ++d) {
    const IndexLoop& loop = result_loops[d];
    if (Contains(numbers.offset_dims, static_cast<int64_t>(d))) {
      slice.push_back({loop.size, loop.operand_stride, loop.result_stride});
    } else if (loop.size != 1) {
      plan.positions.push_back(loop);
      plan.position_count *= loop.size;
    }
  }
  PlanSlice(slice, plan);
}

}  // namespace

GatherPlan PlanGather(size_t element_bytes, std::span<const int64_t> operand_shape,
                      ElementType index_type, std::span<const int64_t> start_indices_shape,
                      const GatherDimensionNumbers& numbers, std::span<const int64_t> slice_sizes) {
  GatherPlan plan;
  plan.element_bytes = static_cast<int64_t>(element_bytes);
  const auto result_shape = GatherResultShape(numbers, start_indices_shape, slice_sizes);
  if (Contains(result_shape, 0) || Contains(operand_shape, 0)) return plan;
  PlanComponents(numbers, operand_shape, start_indices_shape, slice_sizes, plan);
  PlanLoops(numbers, LoopsOfResult(numbers, operand_shape, start_indices_shape, result_shape),
            plan);

  const int64_t slice_bytes = plan.slice.byte_count;
  plan.chunks_per_position = slice_bytes > kChunkBytes ? ChunkCount(plan.slice) : 1;
  const bool is_part = plan.chunks_per_position > 1;
  const int64_t position_bytes = slice_bytes + kPositionBytes;
  if (!is_part) plan.positions_per_chunk = std::max<int64_t>(kChunkBytes / position_bytes, 1);
  plan.kernel = FindKernel(index_type, is_part);
  return plan;
}

int64_t ChunkCount(const GatherPlan& plan) {
  if (plan.chunks_per_position > 1) return plan.position_count * plan.chunks_per_position;
  return (plan.position_count + plan.positions_per_chunk - 1) / plan.positions_per_chunk;
}

void RunChunk(const GatherPlan& plan, const void* operand, const void* start_indices, void* result,
              int64_t chunk) {
  const int64_t first = chunk * plan.positions_per_chunk;
  const int64_t count = std::min(plan.positions_per_chunk, plan.position_count - first);
  plan.kernel(plan, operand, start_indices, result, first, count);
}

}  // namespace paddock::simd
