// Copies a tensor with the padding of pad: interior and edge padding, also negative, for windows to
// read. Edges may be given at run time.
#ifndef PADDOCK_SIMD_WINDOWS_PADDED_COPY_H_
#define PADDOCK_SIMD_WINDOWS_PADDED_COPY_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace paddock::simd {

// Result index r of a dimension holds operand index (r - low) / dilation, or padding.
struct PaddedDimension {
  int64_t operand_size = 1;
  int64_t result_size = 1;
  int64_t dilation = 1;
  int64_t low = 0;
};

// Created by PlanPaddedCopy. A row is the last dimension that has padding, with all dimensions
// after it. `run`: elements of one index of that dimension.
struct PaddedCopyPlan {
  size_t element_bytes = 1;
  std::vector<PaddedDimension> dimensions;
  int64_t run = 1;
  int64_t row_count = 1;
  int64_t rows_per_chunk = 1;
};

// Plans a copy. Operand and result are dense and row-major. If RunChunk receives `low`, dimensions
// that it may shift must not be `is_fixed`.
PaddedCopyPlan PlanPaddedCopy(size_t element_bytes, std::span<const PaddedDimension> dimensions,
                              std::span<const uint8_t> is_fixed);

// Chunks write disjoint parts of the result, about a quarter of a megabyte each.
int64_t ChunkCount(const PaddedCopyPlan& plan);
// `padding` is one element. `low` has all dimensions and replaces the plan's; empty: the plan's.
void RunChunk(const PaddedCopyPlan& plan, std::span<const int64_t> low, const void* operand,
              const void* padding, void* result, int64_t chunk);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_WINDOWS_PADDED_COPY_H_
