#include "simd/movement/strided_copy.h"

#include <algorithm>

#include "simd/chunks.h"
#include "simd/movement/copy_choice.h"
#include "simd/movement/offset_cursor.h"

namespace paddock::simd {
namespace {

// The source and result of a step stay well inside L2. A chunk is the smallest unit of stopping and
// splitting: 25 us at 10 GB/s.
constexpr int64_t kStepBytes = 64 << 10;
// Transposed tiles have this many bytes of each source row and of each result row, or
// kFlatTileBytes of few rows. Whole cache lines of both are used while they are in L1.
constexpr int64_t kTileBytes = 256;
constexpr int64_t kFlatTileBytes = 16 << 10;
// Copies from this size on are not in L2. Their tiles have more of each source row, which the
// processor then loads ahead. Where result rows share one place of L1, this pays if no cache holds
// the arrays.
constexpr int64_t kLongTileBytes = 4096;
constexpr int64_t kLongCopyBytes = 4 << 20;
constexpr int64_t kHugeCopyBytes = 32 << 20;

struct Loops {
  std::vector<CopyDimension> dimensions;
  int64_t source_offset;
  int64_t result_offset;
};

// Reverses loops so that result addresses ascend.
void MakeResultStridesPositive(Loops& loops) {
  for (CopyDimension& d : loops.dimensions) {
    if (d.result_stride >= 0) continue;
    loops.source_offset += (d.size - 1) * d.source_stride;
    loops.result_offset += (d.size - 1) * d.result_stride;
    d.source_stride = -d.source_stride;
    d.result_stride = -d.result_stride;
  }
}

// Joins a loop with its inner loop if both are contiguous.
void MergeLoops(std::vector<CopyDimension>& dimensions) {
  std::vector<CopyDimension> merged;
  for (const CopyDimension& inner : dimensions) {
    if (merged.empty()) {
      merged.push_back(inner);
      continue;
    }
    CopyDimension& outer = merged.back();
    const bool touches = outer.source_stride == inner.source_stride * inner.size &&
                         outer.result_stride == inner.result_stride * inner.size;
    if (touches) {
      outer = {outer.size * inner.size, inner.source_stride, inner.result_stride};
    } else {
      merged.push_back(inner);
    }
  }
  dimensions = std::move(merged);
}

void ScaleToBytes(Loops& loops, int64_t element_bytes) {
  loops.source_offset *= element_bytes;
  loops.result_offset *= element_bytes;
  for (CopyDimension& d : loops.dimensions) {
    d.source_stride *= element_bytes;
    d.result_stride *= element_bytes;
  }
}

Loops Normalise(size_t element_bytes, std::span<const CopyDimension> dimensions,
                int64_t source_offset, int64_t result_offset) {
  Loops loops{{}, source_offset, result_offset};
  for (const CopyDimension& d : dimensions) {
    if (d.size != 1) loops.dimensions.push_back(d);
  }
  MakeResultStridesPositive(loops);
  std::sort(loops.dimensions.begin(), loops.dimensions.end(),
            [](const CopyDimension& a, const CopyDimension& b) {
              return a.result_stride > b.result_stride;
            });
  MergeLoops(loops.dimensions);
  ScaleToBytes(loops, static_cast<int64_t>(element_bytes));
  return loops;
}

// Merges a short contiguous innermost loop (pairs of f32, quads of i8) into one wider element.
// Returns the width.
int64_t WidenElement(std::vector<CopyDimension>& dimensions, int64_t width) {
  if (dimensions.empty()) return width;
  const CopyDimension& inner = dimensions.back();
  if (inner.source_stride != width || inner.result_stride != width) return width;
  if (inner.size > 16 / width) return width;
  const int64_t bytes = inner.size * width;
  if ((bytes & (bytes - 1)) != 0) return width;
  dimensions.pop_back();
  return bytes;
}

// Separates the block from the loops outside it.
void SplitBlock(const std::vector<CopyDimension>& dimensions, const CopyChoice& choice,
                int64_t width, StridedCopyPlan& plan) {
  const CopyDimension one{1, 0, 0};
  const CopyDimension& row = choice.rows == CopyChoice::kNone ? one : dimensions[choice.rows];
  const CopyDimension& column =
      choice.columns == CopyChoice::kNone ? one : dimensions[choice.columns];
  plan.block = {row.size,          column.size,          row.source_stride,
                row.result_stride, column.source_stride, column.result_stride};
  if (choice.kernel == CopyKernel::kContiguous || choice.kernel == CopyKernel::kRepeat) {
    plan.block.columns *= width;
    plan.block.column_source_stride = 1;
    plan.block.column_result_stride = 1;
  }
  if (choice.inner != CopyChoice::kNone) {
    plan.block.inner = dimensions[choice.inner].size;
    plan.block.inner_source_stride = dimensions[choice.inner].source_stride;
    plan.block.columns *= plan.block.inner;
  }
  if (choice.outer != CopyChoice::kNone) {
    plan.block.groups = column.size;
    plan.block.outer_source_stride = dimensions[choice.outer].source_stride;
    plan.block.columns *= dimensions[choice.outer].size;
  }
  for (size_t k = 0; k < dimensions.size(); ++k) {
    const bool is_inside =
        k == choice.rows || k == choice.columns || k == choice.inner || k == choice.outer;
    if (!is_inside) plan.outer.push_back(dimensions[k]);
  }
}

// Returns the most rows of a transposed tile. Each row writes a cache line while the same lines of
// the source are read. Lines a power of two apart share few places of L1, whose ways hold
// kWayBytes.
int64_t MostTileRows(const StridedCopyPlan& plan, int64_t width) {
  constexpr int64_t kWayBytes = 4096, kMostOfPlace = 16, kLineBytes = 64;
  const int64_t stride = plan.block.row_result_stride;
  const int64_t power = std::clamp<int64_t>(stride & -stride, 1, kWayBytes);
  const int64_t places = kWayBytes / power;
  const int64_t long_bytes = places > 1 ? kLongCopyBytes : kHugeCopyBytes;
  if (plan.byte_count >= long_bytes && width <= 8 && (places > 1 || StoresWholeLines())) {
    return kLongTileBytes / width;
  }
  return std::clamp(places * kMostOfPlace, kLineBytes / width, kTileBytes / width);
}

// Cuts the block into steps, which become the two innermost outer loops.
void CutIntoSteps(CopyKernel kernel, int64_t width, StridedCopyPlan& plan) {
  const CopyBlock& block = plan.block;
  const bool counts_bytes = kernel == CopyKernel::kContiguous || kernel == CopyKernel::kRepeat;
  const int64_t column_bytes = counts_bytes ? 1 : width;
  const bool is_tiled = kernel == CopyKernel::kTranspose;
  // Deinterleaving requires all of its few rows at once.
  const bool keeps_rows = kernel == CopyKernel::kDeinterleave;
  const int64_t step_rows = keeps_rows ? block.rows : 1;
  const auto tile_beside = [&](int64_t tile, int64_t other) {
    return std::max(tile, kFlatTileBytes / (width * other));
  };
  const int64_t tile_rows = MostTileRows(plan, width);
  const int64_t max_columns = is_tiled ? tile_beside(kTileBytes / width, block.rows)
                                       : kStepBytes / (column_bytes * step_rows);
  plan.columns_per_step = std::min(block.columns, max_columns);
  const int64_t row_bytes = plan.columns_per_step * column_bytes;
  const int64_t max_rows = is_tiled ? tile_beside(tile_rows, block.columns)
                                    : std::max(kStepBytes / row_bytes, step_rows);
  plan.rows_per_step = std::min(block.rows, max_rows);

  const auto pieces = [](int64_t size, int64_t piece) { return (size + piece - 1) / piece; };
  plan.outer.push_back({pieces(block.rows, plan.rows_per_step),
                        plan.rows_per_step * block.row_source_stride,
                        plan.rows_per_step * block.row_result_stride});
  plan.outer.push_back({pieces(block.columns, plan.columns_per_step),
                        plan.columns_per_step * block.column_source_stride,
                        plan.columns_per_step * block.column_result_stride});
  const int64_t step_bytes = plan.rows_per_step * row_bytes;
  plan.steps_per_chunk = std::max<int64_t>(kChunkBytes / step_bytes, 1);
  plan.step_count = 1;
  for (const CopyDimension& loop : plan.outer) plan.step_count *= loop.size;
}

// The innermost loops of a plan, over the steps of a block.
constexpr size_t kStepLoops = 2;

// Calls `use` with steps begin .. end.
template <class Use>
void ForEachStep(const StridedCopyPlan& plan, int64_t begin, int64_t end, const Use& use) {
  CopyStep step{0, 0, plan.block};
  // Most steps are whole blocks, so the two innermost loops have size 1.
  const bool are_whole = plan.rows_per_step == plan.block.rows &&  //
                         plan.columns_per_step == plan.block.columns;
  const std::span<const CopyDimension> loops(plan.outer);
  OffsetCursor cursor(are_whole ? loops.first(loops.size() - kStepLoops) : loops, begin);
  for (int64_t i = begin; i < end; ++i) {
    if (!are_whole) {
      step.block.rows =
          std::min(plan.rows_per_step, plan.block.rows - cursor.index(1) * plan.rows_per_step);
      step.block.columns = std::min(plan.columns_per_step,
                                    plan.block.columns - cursor.index(0) * plan.columns_per_step);
    }
    step.source_offset = plan.source_offset + cursor.source_offset();
    step.result_offset = plan.result_offset + cursor.result_offset();
    use(step);
    cursor.Advance();
  }
}

}  // namespace

StridedCopyPlan PlanStridedCopy(size_t element_bytes, std::span<const CopyDimension> dimensions,
                                int64_t source_offset, int64_t result_offset) {
  StridedCopyPlan plan;
  for (const CopyDimension& d : dimensions) {
    if (d.size == 0) return plan;
  }
  Loops loops = Normalise(element_bytes, dimensions, source_offset, result_offset);
  plan.source_offset = loops.source_offset;
  plan.result_offset = loops.result_offset;
  plan.byte_count = static_cast<int64_t>(element_bytes);
  for (const CopyDimension& d : loops.dimensions) plan.byte_count *= d.size;

  const int64_t width = WidenElement(loops.dimensions, static_cast<int64_t>(element_bytes));
  const CopyChoice choice = ChooseCopy(loops.dimensions, width);
  plan.kernel = FindCopyKernel(choice.kernel, static_cast<size_t>(width));
  SplitBlock(loops.dimensions, choice, width, plan);
  CutIntoSteps(choice.kernel, width, plan);
  return plan;
}

int64_t ChunkCount(const StridedCopyPlan& plan) {
  return (plan.step_count + plan.steps_per_chunk - 1) / plan.steps_per_chunk;
}

void RunChunk(const StridedCopyPlan& plan, const void* source, void* result, int64_t chunk) {
  const int64_t begin = chunk * plan.steps_per_chunk;
  const int64_t end = std::min(begin + plan.steps_per_chunk, plan.step_count);
  ForEachStep(plan, begin, end, [&](const CopyStep& step) {
    plan.kernel(static_cast<const uint8_t*>(source) + step.source_offset,
                static_cast<uint8_t*>(result) + step.result_offset, step.block);
  });
}

std::vector<CopyStep> StepsOf(const StridedCopyPlan& plan) {
  std::vector<CopyStep> steps;
  // The plan of no elements has no loops.
  if (plan.step_count == 0) return steps;
  ForEachStep(plan, 0, plan.step_count, [&](const CopyStep& step) { steps.push_back(step); });
  return steps;
}

bool RunStridedCopy(const StridedCopyPlan& plan, const void* source, void* result,
                    int64_t* position, int64_t work_budget) {
  const int64_t chunks = ChunkCount(plan);
  if (*position >= chunks) return true;
  const int64_t chunk_bytes = std::max<int64_t>(plan.byte_count / chunks, 1);
  const int64_t affordable = std::max<int64_t>(work_budget / chunk_bytes, 1);
  const int64_t end = *position + std::min(affordable, chunks - *position);
  for (; *position < end; ++*position) RunChunk(plan, source, result, *position);
  return end == chunks;
}

bool IsContiguous(const StridedCopyPlan& plan, int64_t count) {
  const CopyBlock& block = plan.block;
  // The columns of one row count bytes if their strides are those of bytes.
  return plan.outer.size() == kStepLoops && block.rows == 1 && block.columns == count &&
         plan.byte_count == count && block.column_source_stride == 1 &&
         block.column_result_stride == 1 && plan.source_offset == 0;
}

int64_t RowCount(const StridedCopyPlan& plan) {
  const bool has_rows = plan.outer.size() == kStepLoops && plan.block.rows > 1;
  const bool has_whole_rows = plan.columns_per_step == plan.block.columns &&
                              plan.block.column_source_stride == 1 &&
                              plan.block.column_result_stride == 1;
  return has_rows && has_whole_rows ? plan.block.rows : 0;
}

void RunRows(const StridedCopyPlan& plan, const void* source, void* result, int64_t first,
             int64_t count) {
  CopyBlock block = plan.block;
  block.rows = count;
  plan.kernel(
      static_cast<const uint8_t*>(source) + plan.source_offset + first * block.row_source_stride,
      static_cast<uint8_t*>(result) + plan.result_offset + first * block.row_result_stride, block);
}

void RunStridedCopy(const StridedCopyPlan& plan, const void* source, void* result) {
  const int64_t chunks = ChunkCount(plan);
  for (int64_t chunk = 0; chunk < chunks; ++chunk) RunChunk(plan, source, result, chunk);
}

}  // namespace paddock::simd
