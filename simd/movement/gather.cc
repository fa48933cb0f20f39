#include "simd/movement/gather.h"

#include <algorithm>

#include "core/base/check.h"
#include "simd/chunks.h"
#include "simd/movement/gather_elements.h"
#include "simd/movement/offset_cursor.h"
#include "simd/movement/row_copy.h"
#include "simd/movement/row_major.h"

namespace paddock::simd {
namespace {

// Positions whose offsets are computed at once, on the stack.
constexpr int64_t kBlock = 512;
// Cost of finding and reading an index vector, in bytes moved.
constexpr int64_t kPositionBytes = 16;
// Positions that go inside in chunks of rows, and rows for which their offsets are found once.
constexpr int64_t kFewestInside = 16;
constexpr int64_t kMostInside = 4096;
constexpr int64_t kFewestRows = 8;

struct RowRange {
  int64_t first;
  int64_t count;
};

struct SliceOffsets {
  int64_t operand[kBlock];
  int64_t result[kBlock];
};

// Positions along the innermost loop, whose first is `place` in its block.
struct PositionRun {
  int64_t place;
  int64_t count;
};

void FillSteps(int64_t first, int64_t step, PositionRun run, int64_t* offsets) {
  for (int64_t i = 0; i < run.count; ++i) offsets[run.place + i] = first + i * step;
}

// Adds what a component's starts, clamped so that slices are inside, contribute to the offsets.
void AddStarts(const GatherPlan& plan, const GatherPlan::Component& component,
               const void* first_index, int64_t index_stride, PositionRun run, int64_t* offsets) {
  int64_t starts[kBlock];
  plan.read_indices(first_index, index_stride, run.count, starts);
  const int64_t bytes = component.operand_stride * plan.element_bytes;
  for (int64_t i = 0; i < run.count; ++i) {
    const int64_t start = std::clamp<int64_t>(starts[i], 0, component.greatest_start);
    offsets[run.place + i] += start * bytes;
  }
}

// Byte offsets of the slices of `count` <= kBlock positions.
void FindSlices(const GatherPlan& plan, const uint8_t* start_indices, IndexCursor& cursor,
                int64_t count, SliceOffsets& offsets) {
  const int64_t bytes = plan.element_bytes;
  const IndexLoop inner = plan.positions.empty() ? IndexLoop{1, 0, 0, 0} : plan.positions.back();
  for (int64_t done = 0; done < count;) {
    const PositionRun run{done, std::min(count - done, inner.size - cursor.index(0))};
    FillSteps(cursor.offset(1) * bytes, inner.operand_stride * bytes, run, offsets.operand);
    FillSteps(cursor.offset(2) * bytes, inner.result_stride * bytes, run, offsets.result);
    for (const GatherPlan::Component& component : plan.components) {
      const int64_t index = cursor.offset(0) + component.index_offset;
      AddStarts(plan, component, start_indices + index * plan.index_bytes, inner.index_stride, run,
                offsets.operand);
    }
    done += run.count;
    cursor.AdvanceInner(run.count);
  }
}

void CopyRowOfEach(const GatherPlan& plan, const uint8_t* operand, uint8_t* result,
                   const SliceOffsets& offsets, int64_t count) {
  VisitRowCopy(static_cast<size_t>(plan.row_bytes), [=, &offsets](auto copy) {
    for (int64_t i = 0; i < count; ++i) {
      copy(result + offsets.result[i], operand + offsets.operand[i]);
    }
  });
}

// Copies some rows of slices, or all.
void CopySlices(const GatherPlan& plan, const uint8_t* operand, uint8_t* result,
                const SliceOffsets& offsets, int64_t count, RowRange rows) {
  if (plan.row_count == 1 || plan.positions_go_inside) {
    OffsetCursor row(plan.rows, rows.first);
    for (int64_t i = 0; i < rows.count; ++i, row.Advance()) {
      CopyRowOfEach(plan, operand + row.source_offset(), result + row.result_offset(), offsets,
                    count);
    }
    return;
  }
  for (int64_t i = 0; i < count; ++i) {
    RunStridedCopy(plan.slice, operand + offsets.operand[i], result + offsets.result[i]);
  }
}

// A run of at most kElementBlock positions along the innermost loop, from the cursor's.
void GatherElementRun(const GatherPlan& plan, const uint8_t* operand, const uint8_t* start_indices,
                      uint8_t* result, const IndexCursor& cursor, const IndexLoop& inner,
                      int64_t count) {
  const int64_t bytes = plan.element_bytes;
  uint32_t offsets[kElementBlock];
  const auto step = static_cast<uint32_t>(inner.operand_stride * bytes);
  for (int64_t i = 0; i < count; ++i) offsets[i] = static_cast<uint32_t>(i) * step;
  for (const GatherPlan::Component& component : plan.components) {
    const int64_t index = cursor.offset(0) + component.index_offset;
    const ComponentRun run{start_indices + index * plan.index_bytes, inner.index_stride,
                           component.greatest_start, component.operand_stride * bytes};
    AddStartOffsets(plan.index_type, plan.read_indices, run, count, offsets);
  }
  CopyElementsAt(bytes, operand + cursor.offset(1) * bytes, offsets,
                 result + cursor.offset(2) * bytes, inner.result_stride * bytes, count);
}

void GatherElements(const GatherPlan& plan, const uint8_t* operand, const uint8_t* start_indices,
                    uint8_t* result, IndexCursor& cursor, int64_t count) {
  const IndexLoop inner = plan.positions.empty() ? IndexLoop{1, 0, 0, 0} : plan.positions.back();
  while (count > 0) {
    const int64_t run = std::min({count, inner.size - cursor.index(0), kElementBlock});
    GatherElementRun(plan, operand, start_indices, result, cursor, inner, run);
    count -= run;
    cursor.AdvanceInner(run);
  }
}

void RunPositions(const GatherPlan& plan, const uint8_t* operand, const uint8_t* start_indices,
                  uint8_t* result, int64_t first, int64_t count, RowRange rows) {
  IndexCursor cursor(plan.positions, first);
  if (plan.has_single_elements) {
    return GatherElements(plan, operand, start_indices, result, cursor, count);
  }
  SliceOffsets offsets;
  for (int64_t done = 0; done < count; done += kBlock) {
    const int64_t block = std::min(kBlock, count - done);
    FindSlices(plan, start_indices, cursor, block, offsets);
    CopySlices(plan, operand, result, offsets, block, rows);
  }
}

// `chunk` counts chunks of slices.
void RunPartOfSlice(const GatherPlan& plan, const uint8_t* operand, const uint8_t* start_indices,
                    uint8_t* result, int64_t chunk) {
  IndexCursor cursor(plan.positions, chunk / plan.chunks_per_position);
  SliceOffsets offsets;
  FindSlices(plan, start_indices, cursor, 1, offsets);
  RunChunk(plan.slice, operand + offsets.operand[0], result + offsets.result[0],
           chunk % plan.chunks_per_position);
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

int64_t ElementCount(std::span<const int64_t> shape) {
  int64_t count = 1;
  for (const int64_t size : shape) count *= size;
  return count;
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
      AppendLoop(loop, plan.positions);
      plan.position_count *= loop.size;
    }
  }
  PlanSlice(slice, plan);
}

int64_t ChunksOfRows(const GatherPlan& plan) {
  return plan.rows_per_chunk == 0 ? 1 : CeilDivide(plan.row_count, plan.rows_per_chunk);
}

}  // namespace

GatherPlan PlanGather(size_t element_bytes, std::span<const int64_t> operand_shape,
                      ElementType index_type, std::span<const int64_t> start_indices_shape,
                      const GatherDimensionNumbers& numbers, std::span<const int64_t> slice_sizes) {
  GatherPlan plan;
  plan.element_bytes = static_cast<int64_t>(element_bytes);
  plan.index_type = index_type;
  plan.read_indices = FindReadIndices(index_type);
  plan.index_bytes = static_cast<int64_t>(ByteSize(index_type));
  const auto result_shape = GatherResultShape(numbers, start_indices_shape, slice_sizes);
  if (Contains(result_shape, 0) || Contains(operand_shape, 0)) return plan;
  PlanComponents(numbers, operand_shape, start_indices_shape, slice_sizes, plan);
  PlanLoops(numbers, LoopsOfResult(numbers, operand_shape, start_indices_shape, result_shape),
            plan);

  plan.has_single_elements = plan.slice.byte_count == plan.element_bytes &&
                             ElementCount(operand_shape) <= kMostOffset / plan.element_bytes;

  const int64_t slice_bytes = plan.slice.byte_count;
  plan.chunks_per_position = slice_bytes > kChunkBytes ? ChunkCount(plan.slice) : 1;
  const int64_t position_bytes = slice_bytes + kPositionBytes;
  if (plan.positions_go_inside && plan.position_count >= kFewestInside) {
    // Neighbours in the result, whatever the length of a slice.
    plan.chunks_per_position = 1;
    const int64_t most = kChunkBytes / (kFewestRows * plan.row_bytes);
    plan.positions_per_chunk =
        std::min(plan.position_count, std::clamp(most, kFewestInside, kMostInside));
    const int64_t rows = kChunkBytes / (plan.positions_per_chunk * plan.row_bytes);
    plan.rows_per_chunk = std::clamp<int64_t>(rows, 1, plan.row_count);
  } else if (plan.chunks_per_position == 1) {
    plan.positions_per_chunk = std::max<int64_t>(kChunkBytes / position_bytes, 1);
  }
  return plan;
}

int64_t ChunkCount(const GatherPlan& plan) {
  if (plan.chunks_per_position > 1) return plan.position_count * plan.chunks_per_position;
  return CeilDivide(plan.position_count, plan.positions_per_chunk) * ChunksOfRows(plan);
}

void RunChunk(const GatherPlan& plan, const void* operand, const void* start_indices, void* result,
              int64_t chunk) {
  const auto* from = static_cast<const uint8_t*>(operand);
  const auto* indices = static_cast<const uint8_t*>(start_indices);
  auto* to = static_cast<uint8_t*>(result);
  if (plan.chunks_per_position > 1) return RunPartOfSlice(plan, from, indices, to, chunk);
  const int64_t chunks_of_rows = ChunksOfRows(plan);
  const int64_t first = chunk / chunks_of_rows * plan.positions_per_chunk;
  const int64_t count = std::min(plan.positions_per_chunk, plan.position_count - first);
  const int64_t row = chunk % chunks_of_rows * plan.rows_per_chunk;
  const int64_t rows = chunks_of_rows == 1 ? plan.row_count : plan.rows_per_chunk;
  RunPositions(plan, from, indices, to, first, count, {row, std::min(rows, plan.row_count - row)});
}

}  // namespace paddock::simd
