#include "simd/movement/gather.h"

#include <algorithm>
#include <type_traits>

#include "core/base/check.h"
#include "simd/chunks.h"
#include "simd/movement/gather_elements.h"
#include "simd/movement/offset_cursor.h"
#include "simd/movement/row_copy.h"
#include "simd/movement/row_major.h"

namespace paddock::simd {
namespace {

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

// Neighbours along the innermost loop of positions.
struct PositionRun {
  int64_t count;
  const uint8_t* operand;        // of the slice whose starts are 0, at the first position
  const uint8_t* start_indices;  // of the first position
  uint8_t* result;               // of the first position
  IndexLoop loop;

  int64_t result_step(const GatherPlan& plan) const {
    return loop.result_stride * plan.element_bytes;
  }
};

// Adds what a component's starts, clamped so that slices are inside, contribute to the offsets.
void AddStarts(const GatherPlan& plan, const ComponentRun& run, int64_t count, int64_t* offsets) {
  int64_t starts[kElementBlock];
  plan.read_indices(run.indices, run.index_stride, count, starts);
  for (int64_t i = 0; i < count; ++i) {
    offsets[i] += std::clamp<int64_t>(starts[i], 0, run.greatest_start) * run.start_bytes;
  }
}
void AddStarts(const GatherPlan& plan, const ComponentRun& run, int64_t count, uint32_t* offsets) {
  AddStartOffsets(plan.index_type, plan.read_indices, run, count, offsets);
}

// Byte offsets of a run's slices in the operand.
template <class Offset>
void FindSlices(const GatherPlan& plan, const PositionRun& run, Offset* offsets) {
  const auto step = static_cast<Offset>(run.loop.operand_stride * plan.element_bytes);
  for (int64_t i = 0; i < run.count; ++i) offsets[i] = static_cast<Offset>(i) * step;
  for (const GatherPlan::Component& component : plan.components) {
    const ComponentRun starts{run.start_indices + component.index_offset * plan.index_bytes,
                              run.loop.index_stride, component.greatest_start,
                              component.operand_stride * plan.element_bytes};
    AddStarts(plan, starts, run.count, offsets);
  }
}

template <class Offset>
void CopyRowOfEach(const GatherPlan& plan, const uint8_t* operand, const Offset* offsets,
                   uint8_t* result, int64_t step, int64_t count) {
  VisitRowCopy(static_cast<size_t>(plan.row_bytes), [=](auto copy) {
    for (int64_t i = 0; i < count; ++i) copy(result + i * step, operand + offsets[i]);
  });
}

// Copies some rows of slices, or all.
template <class Offset>
void CopySlices(const GatherPlan& plan, const PositionRun& run, const Offset* offsets,
                RowRange rows) {
  const int64_t step = run.result_step(plan);
  if (plan.row_count == 1 || plan.positions_go_inside) {
    OffsetCursor row(plan.rows, rows.first);
    for (int64_t i = 0; i < rows.count; ++i, row.Advance()) {
      CopyRowOfEach(plan, run.operand + row.source_offset(), offsets,
                    run.result + row.result_offset(), step, run.count);
    }
    return;
  }
  for (int64_t i = 0; i < run.count; ++i) {
    RunStridedCopy(plan.slice, run.operand + offsets[i], run.result + i * step);
  }
}

template <class Offset>
void RunSlices(const GatherPlan& plan, const PositionRun& run, RowRange rows) {
  Offset offsets[kElementBlock];
  FindSlices(plan, run, offsets);
  if constexpr (std::is_same_v<Offset, uint32_t>) {
    if (plan.has_single_elements) {
      return CopyElementsAt(plan.element_bytes, run.operand, offsets, run.result,
                            run.result_step(plan), run.count);
    }
  }
  CopySlices(plan, run, offsets, rows);
}

// The run at the cursor, of at most `most` positions.
PositionRun RunAt(const GatherPlan& plan, const uint8_t* operand, const uint8_t* start_indices,
                  uint8_t* result, const IndexCursor& cursor, int64_t most) {
  const IndexLoop inner = plan.positions.empty() ? IndexLoop{1, 0, 0, 0} : plan.positions.back();
  const int64_t bytes = plan.element_bytes;
  return {std::min({most, inner.size - cursor.index(0), kElementBlock}),
          operand + cursor.offset(1) * bytes, start_indices + cursor.offset(0) * plan.index_bytes,
          result + cursor.offset(2) * bytes, inner};
}

void RunPositions(const GatherPlan& plan, const uint8_t* operand, const uint8_t* start_indices,
                  uint8_t* result, int64_t first, int64_t count, RowRange rows) {
  IndexCursor cursor(plan.positions, first);
  while (count > 0) {
    const PositionRun run = RunAt(plan, operand, start_indices, result, cursor, count);
    if (plan.has_short_offsets) {
      RunSlices<uint32_t>(plan, run, rows);
    } else {
      RunSlices<int64_t>(plan, run, rows);
    }
    count -= run.count;
    cursor.AdvanceInner(run.count);
  }
}

// `chunk` counts chunks of slices.
void RunPartOfSlice(const GatherPlan& plan, const uint8_t* operand, const uint8_t* start_indices,
                    uint8_t* result, int64_t chunk) {
  const IndexCursor cursor(plan.positions, chunk / plan.chunks_per_position);
  const PositionRun run = RunAt(plan, operand, start_indices, result, cursor, 1);
  int64_t offset;
  FindSlices(plan, run, &offset);
  RunChunk(plan.slice, run.operand + offset, run.result, chunk % plan.chunks_per_position);
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

  plan.has_short_offsets = ElementCount(operand_shape) <= kMostOffset / plan.element_bytes;
  plan.has_single_elements = plan.has_short_offsets && plan.slice.byte_count == plan.element_bytes;

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
