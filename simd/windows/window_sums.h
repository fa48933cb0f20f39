// reduce_window with a body that is a monoid, over windows of few cells, which are combined one
// after the other in row-major order: monoids that round, and those of which every tree gives
// the same.
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
inline constexpr int64_t kMostSummedCells = kMostFoldedCells;

// The operand is [.., blocked, line, unit]: units of neighbouring elements, of which windows slide
// over the last two dimensions, and over any before these.
//
// Long units are read where they lie. Of short ones (`is_gathered`) the lines that a block of
// windows wants are read, padded, into arrays of the scratch memory, one for each remainder of a
// position by the stride: the same cell of neighbouring windows lies there side by side.
struct WindowSums {
  const MonoidKernels* kernels = nullptr;
  int64_t element_bytes = 1;
  bool is_gathered = false;
  // Padding need not be combined where init is.
  bool skips_padding = false;

  // Without the units; at least two. `strides` are the operand's, in elements.
  std::vector<WindowDimension> windows;
  std::vector<int64_t> strides;
  int64_t unit = 1;
  int64_t cells = 1;

  // An item is `rows` of the blocked dimension, `run` windows of a line, `tile` elements of the
  // unit.
  int64_t rows = 1, run = 1, tile = 1;
  int64_t row_groups = 1, runs = 1, tiles = 1;
  int64_t outer = 1;

  // Units read where they lie: neighbouring windows of which the same cells are padding. Each
  // ends at one of these, in order.
  std::vector<int64_t> ends;

  // Gathered: remainders, and for each cell along the dimension its phase and how many strides on
  // it lies.
  struct Phases {
    std::vector<int64_t> remainders;
    std::vector<int64_t> phase;
    std::vector<int64_t> place;
    int64_t extra = 0;
  };
  Phases row_phases, line_phases;

  int64_t items_per_chunk = 1;
  int64_t chunk_work = 1;
  // Scratch memory: what is gathered, or padding; rows of totals; totals on the way.
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

// Independent of each other. `scratch` is scratch_bytes for the time of a chunk.
int64_t ChunkCount(const WindowSums& sums);
void RunChunk(const WindowSums& sums, const void* operand, const void* init, void* result,
              int64_t chunk, void* scratch);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_WINDOWS_WINDOW_SUMS_H_
