// reduce_window with a monoid as body, over windows of few cells, which are combined in row-major
// order: for monoids that round, and for monoids whose result does not depend on the tree.
#ifndef PADDOCK_SIMD_WINDOWS_WINDOW_SUMS_H_
#define PADDOCK_SIMD_WINDOWS_WINDOW_SUMS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "simd/reduce/monoid.h"
#include "simd/windows/window_dimension.h"

namespace paddock::simd {

// Maximum number of cells in a window.
inline constexpr int64_t kMostSummedCells = kMostFoldedCells;

// The operand is [.., blocked, line, unit]. A unit is contiguous elements; windows slide over the
// dimensions before it. Long units are read in place. For short ones (`is_gathered`), the lines of
// a block of windows are copied, with padding, into arrays of scratch memory. There is one array
// for each remainder of a position by the stride, so the same cell of neighbouring windows is
// contiguous.
struct WindowSums {
  const MonoidKernels* kernels = nullptr;
  int64_t element_bytes = 1;
  bool is_gathered = false;
  // Padding need not be combined if init is.
  bool skips_padding = false;

  // The dimensions without the units; at least two. `strides` are the operand's, in elements.
  std::vector<WindowDimension> windows;
  std::vector<int64_t> strides;
  int64_t unit = 1;
  int64_t cells = 1;

  // An item of work: `rows` of the blocked dimension, `run` windows of a line, `tile` elements of
  // the unit.
  int64_t rows = 1, run = 1, tile = 1;
  int64_t row_groups = 1, runs = 1, tiles = 1;
  int64_t outer = 1;

  // For units that are read in place: ends, in order, of the runs of windows whose padding is in
  // the same cells.
  std::vector<int64_t> ends;

  // For gathered units: the remainders, and, for each cell along the dimension, its phase and its
  // offset there in strides.
  struct Phases {
    std::vector<int64_t> remainders;
    std::vector<int64_t> phase;
    std::vector<int64_t> place;
    int64_t extra = 0;
  };
  Phases row_phases, line_phases;

  int64_t items_per_chunk = 1;
  int64_t chunk_work = 1;
  // Scratch memory: gathered lines or padding, rows of totals, and intermediate totals.
  size_t gathered_bytes = 0;
  size_t rows_at = 0;
  size_t totals_at = 0;
  size_t scratch_bytes = 0;
};

inline constexpr int64_t kTotalsBytes = 4096;

inline int64_t ItemCount(const WindowSums& sums) {
  return sums.outer * sums.row_groups * sums.runs * sums.tiles;
}

// The result is not empty, and windows have at most kMostSummedCells.
WindowSums PlanWindowSums(const MonoidKernels& kernels, std::span<const WindowDimension> windows,
                          bool skips_padding);

// Chunks are independent of each other. `scratch` has scratch_bytes during a chunk.
int64_t ChunkCount(const WindowSums& sums);
void RunChunk(const WindowSums& sums, const void* operand, const void* init, void* result,
              int64_t chunk, void* scratch);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_WINDOWS_WINDOW_SUMS_H_
