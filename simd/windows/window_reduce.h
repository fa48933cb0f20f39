// reduce_window with a monoid as body: one pass for each dimension that windows slide along, the
// last dimension first. The order of applications depends only on the window and the position in
// the dimension: docs/numerics.md, "Windows".
#ifndef PADDOCK_SIMD_WINDOWS_WINDOW_REDUCE_H_
#define PADDOCK_SIMD_WINDOWS_WINDOW_REDUCE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simd/reduce/monoid.h"
#include "simd/windows/window_dimension.h"

namespace paddock::simd {

// Windows longer than kWindowBlock without window dilation are composed of such blocks. A chunk
// computes the totals of this many blocks.
inline constexpr int64_t kTotalsOfChunk = 64;

// Position of a cell of a short window in the workspace. Positions with the same remainder by the
// stride are contiguous.
struct WindowCell {
  int64_t phase = 0;
  int64_t row = 0;
};

// Operand [outer, size, inner], result [outer, windows, inner], both dense.
struct WindowPass {
  const MonoidKernels* kernels = nullptr;
  int64_t element_bytes = 1;
  WindowDimension window;
  int64_t outer = 1;
  int64_t inner = 1;
  // The result is body(init, total), else the total.
  bool takes_init = false;
  bool is_long = false;

  // A unit is `lines` of outer, `rows` windows and `tile` elements of inner.
  int64_t lines = 1, rows = 1, tile = 1;
  int64_t line_groups = 1, row_groups = 1, tiles = 1;
  int64_t units_per_chunk = 1;
  int64_t unit_work = 1;
  // Short windows: rows in a phase of one line, and how many of them only serve later cells of the
  // last windows.
  int64_t line_rows = 1;
  int64_t extra_rows = 0;
  std::vector<int64_t> remainders;  // of each phase
  std::vector<WindowCell> cells;
  // Long windows: blocks of all windows, and whole blocks between the ends of a window, one more or
  // less.
  int64_t first_block = 0;
  int64_t blocks = 0;
  int64_t least_whole = 0;

  // Workspace: `shared_bytes` once, kept between stages, and `scratch_bytes` a thread.
  size_t shared_bytes = 0;
  size_t scratch_bytes = 0;
};

// The result is not empty.
WindowPass PlanWindowPass(const MonoidKernels& kernels, const WindowDimension& window,
                          int64_t outer, int64_t inner, bool takes_init);

struct WindowBuffers {
  const void* operand;
  const void* init;     // one element
  const void* padding;  // one element
  void* result;
  void* shared;
};

// Stages run one after another. The chunks of a stage are independent, or run in order.
int64_t StageCount(const WindowPass& pass);
bool IsInOrder(const WindowPass& pass, int64_t stage);
int64_t ChunkCount(const WindowPass& pass, int64_t stage);
int64_t ChunkWork(const WindowPass& pass, int64_t stage);
void RunChunk(const WindowPass& pass, const WindowBuffers& buffers, int64_t stage, int64_t chunk,
              void* scratch);

// Replaces `element` by the total of a window of `count` cells that all equal it: the padding of
// the next pass.
void FoldPadding(const MonoidKernels& kernels, int64_t count, void* element);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_WINDOWS_WINDOW_REDUCE_H_
