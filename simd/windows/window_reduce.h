// reduce_window with a body that is a monoid: one pass for each dimension that windows slide
// along, the last dimension first. The order of the applications is a function of the window
// and the place in the dimension alone: docs/numerics.md, "Windows".
#ifndef PADDOCK_SIMD_WINDOWS_WINDOW_REDUCE_H_
#define PADDOCK_SIMD_WINDOWS_WINDOW_REDUCE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simd/reduce/monoid.h"
#include "simd/windows/window_dimension.h"

namespace paddock::simd {

// Longer windows than kWindowBlock without window dilation are put together from such blocks.
// Blocks whose totals a chunk makes.
inline constexpr int64_t kTotalsOfChunk = 64;

// Where a cell of a short window lies in the workspace: positions with the same remainder by
// the stride lie one after the other.
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
  // Short windows. Rows of a phase of one line, and how many of them are only for the last
  // windows' later cells.
  int64_t line_rows = 1;
  int64_t extra_rows = 0;
  std::vector<int64_t> remainders;  // of each phase
  std::vector<WindowCell> cells;
  // Long windows: blocks of all windows, and whole blocks between the ends of a window, one
  // less or more.
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

// Stages run one after the other. The chunks of a stage are independent, or in order.
int64_t StageCount(const WindowPass& pass);
bool IsInOrder(const WindowPass& pass, int64_t stage);
int64_t ChunkCount(const WindowPass& pass, int64_t stage);
int64_t ChunkWork(const WindowPass& pass, int64_t stage);
void RunChunk(const WindowPass& pass, const WindowBuffers& buffers, int64_t stage, int64_t chunk,
              void* scratch);

// The total of a window of `count` cells that are all `element`, in its place: what padding is
// to the pass after.
void FoldPadding(const MonoidKernels& kernels, int64_t count, void* element);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_WINDOWS_WINDOW_REDUCE_H_
