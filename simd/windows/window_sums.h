// reduce_window with a body that is a monoid whose applications round: windows of few cells,
// combined one cell after the other.
#ifndef PADDOCK_SIMD_WINDOWS_WINDOW_SUMS_H_
#define PADDOCK_SIMD_WINDOWS_WINDOW_SUMS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "simd/reduce/monoid.h"
#include "simd/windows/window_dimension.h"

namespace paddock::simd {

// Windows of more cells are not for it.
inline constexpr int64_t kMostSummedCells = 64;

// Of a padded operand (padded_copy.h). A row of windows is `run` units of neighbouring
// elements, which lie `step` elements apart in the operand.
struct WindowSums {
  const MonoidKernels* kernels = nullptr;
  int64_t element_bytes = 1;
  struct Loop {
    int64_t size;
    int64_t stride;
  };
  std::vector<Loop> rows;
  std::vector<int64_t> cells;  // offsets
  int64_t first = 0;
  int64_t run = 1;
  int64_t unit = 1;
  int64_t step = 1;
  // A row is cut into pieces of `piece` units.
  int64_t piece = 1;
  int64_t pieces = 1;
  int64_t row_count = 1;
  int64_t pieces_per_chunk = 1;
  int64_t chunk_work = 1;
  size_t scratch_bytes = 0;
};

// `strides` and `first`: of the padded operand, in elements. The result is not empty.
WindowSums PlanWindowSums(const MonoidKernels& kernels, std::span<const WindowDimension> windows,
                          std::span<const int64_t> strides, int64_t first);

// Independent of each other. `scratch` is scratch_bytes for the time of a chunk.
int64_t ChunkCount(const WindowSums& sums);
void RunChunk(const WindowSums& sums, const void* operand, const void* init, void* result,
              int64_t chunk, void* scratch);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_WINDOWS_WINDOW_SUMS_H_
