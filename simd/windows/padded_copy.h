// A tensor spread out and cut as pad does, into the part that windows read: interior and edge
// padding, negative too, with edges that may be known only when running.
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

// Made by PlanPaddedCopy. A row is the last dimension that has padding, with all behind it;
// `run` elements are one index of it.
struct PaddedCopyPlan {
  size_t element_bytes = 1;
  std::vector<PaddedDimension> dimensions;
  int64_t run = 1;
  int64_t row_count = 1;
  int64_t rows_per_chunk = 1;
};

// Operand and result are dense and row-major. Where `low` is given to RunChunk, dimensions
// that it may move must not be `is_fixed`.
PaddedCopyPlan PlanPaddedCopy(size_t element_bytes, std::span<const PaddedDimension> dimensions,
                              std::span<const uint8_t> is_fixed);

// Chunks write disjoint parts of the result, about a quarter of a megabyte each.
int64_t ChunkCount(const PaddedCopyPlan& plan);
// `padding` is one element; `low`, of all dimensions, replaces the plan's, or is empty.
void RunChunk(const PaddedCopyPlan& plan, std::span<const int64_t> low, const void* operand,
              const void* padding, void* result, int64_t chunk);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_WINDOWS_PADDED_COPY_H_
