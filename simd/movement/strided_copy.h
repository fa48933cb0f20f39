// The general copy behind every op that only moves elements: nested loops over a source and a
// result, each with its own strides. Planning normalises it to a kernel over the two innermost
// loops and a list of outer loops.
#ifndef PADDOCK_SIMD_MOVEMENT_STRIDED_COPY_H_
#define PADDOCK_SIMD_MOVEMENT_STRIDED_COPY_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "simd/movement/copy_kernels.h"

namespace paddock::simd {

// One loop of a copy. A source stride may be 0 (broadcast) or negative
// (reverse); a result stride is not 0 unless the size is at most 1.
struct CopyDimension {
  int64_t size;
  int64_t source_stride;
  int64_t result_stride;
};

// Created by PlanStridedCopy. Sizes and offsets are in bytes. A step
// is one call of the kernel, a chunk some steps.
struct StridedCopyPlan {
  CopyBlockKernel kernel = nullptr;
  // The loops around the kernel, slowest first. The last two iterate over the pieces of the block's
  // rows and columns.
  std::vector<CopyDimension> outer;
  CopyBlock block{};
  int64_t rows_per_step = 0;
  int64_t columns_per_step = 0;
  int64_t source_offset = 0;
  int64_t result_offset = 0;
  int64_t step_count = 0;
  int64_t steps_per_chunk = 1;
  // Bytes of the whole result, which are the work of the plan.
  int64_t byte_count = 0;
};

// Plans result[result_offset + sum(i * result_stride)] =
// source[source_offset + sum(i * source_stride)] for all indices i of
// `dimensions`; strides and offsets in elements of `element_bytes` (1, 2, 4, 8
// or 16). No two indices name the same result element. Source and result do not
// overlap. Any rank, and any order of the dimensions.
StridedCopyPlan PlanStridedCopy(size_t element_bytes, std::span<const CopyDimension> dimensions,
                                int64_t source_offset = 0, int64_t result_offset = 0);

// Chunks write disjoint parts of the result, so threads may share them. A chunk moves about a
// quarter of a megabyte.
int64_t ChunkCount(const StridedCopyPlan& plan);
void RunChunk(const StridedCopyPlan& plan, const void* source, void* result, int64_t chunk);

// Runs at least one chunk from `*position` (0 at first), until `work_budget` bytes are moved.
// Returns true if none is left.
bool RunStridedCopy(const StridedCopyPlan& plan, const void* source, void* result,
                    int64_t* position, int64_t work_budget);

// Returns whether the plan copies `count` bytes that are consecutive in both, in order, from the
// source's beginning.
bool IsContiguous(const StridedCopyPlan& plan, int64_t count);

// Returns the number of rows if the plan copies whole rows of bytes, each in one step; else 0.
int64_t RowCount(const StridedCopyPlan& plan);
// Copies `count` of these rows.
void RunRows(const StridedCopyPlan& plan, const void* source, void* result, int64_t first,
             int64_t count);

// One call of a plan's kernel.
struct CopyStep {
  int64_t source_offset = 0;
  int64_t result_offset = 0;
  CopyBlock block{};
};
std::vector<CopyStep> StepsOf(const StridedCopyPlan& plan);

// Copies everything.
void RunStridedCopy(const StridedCopyPlan& plan, const void* source, void* result);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_MOVEMENT_STRIDED_COPY_H_
