// Divides a pass of reduce_window into units of work.
#include <algorithm>
#include <bit>

#include "simd/chunks.h"
#include "simd/reduce/monoid.h"
#include "simd/windows/window_reduce.h"

namespace paddock::simd {
namespace {

// Bytes of each of the three arrays of a unit, which fit the first cache together.
constexpr int64_t kUnitBytes = 8 << 10;
constexpr int64_t kMostTileBytes = 2048;
constexpr int64_t kLeastTileBytes = 64;
// Rows of a block are read in pieces of whole lines. They leave the first cache, but are read few
// times. Kernels of shorter vectors would read such a line often: there it stays in the first
// cache.
constexpr int64_t kLongTileBytes = kIsWeb ? 128 : 256;
constexpr int64_t kPassChunkWork = 1 << 18;

size_t RoundUp(int64_t bytes) { return static_cast<size_t>((bytes + 63) / 64 * 64); }

void ChooseTile(WindowPass& pass, int64_t bytes) {
  pass.tile = std::clamp<int64_t>(bytes / pass.element_bytes, 1, pass.inner);
  pass.tiles = CeilDivide(pass.inner, pass.tile);
}

void CountUnits(WindowPass& pass) {
  pass.line_groups = CeilDivide(pass.outer, pass.lines);
  pass.row_groups = CeilDivide(pass.window.result_size, pass.rows);
  pass.units_per_chunk = std::max<int64_t>(1, kPassChunkWork / pass.unit_work);
}

// A phase contains the positions with the same remainder by the stride. In a phase, a given cell of
// neighbouring windows lies in neighbouring rows.
void PlaceCells(WindowPass& pass) {
  const WindowDimension& window = pass.window;
  for (int64_t cell = 0; cell < window.window; ++cell) {
    const int64_t position = cell * window.window_dilation;
    pass.remainders.push_back(position % window.stride);
    if (window.stride == 1) break;
  }
  std::ranges::sort(pass.remainders);
  const auto repeated = std::ranges::unique(pass.remainders);
  pass.remainders.erase(repeated.begin(), repeated.end());
  if (window.stride == 1) return;
  for (int64_t cell = 0; cell < window.window; ++cell) {
    const int64_t position = cell * window.window_dilation;
    const auto phase = std::ranges::lower_bound(pass.remainders, position % window.stride);
    pass.cells.push_back({phase - pass.remainders.begin(), position / window.stride});
  }
}

void PlanShort(WindowPass& pass) {
  const WindowDimension& window = pass.window;
  PlaceCells(pass);
  const auto phases = static_cast<int64_t>(pass.remainders.size());
  pass.extra_rows = (window.window - 1) * window.window_dilation / window.stride;
  // At most a third of the rows are read twice.
  const int64_t least_rows = 2 * pass.extra_rows + 4;
  const int64_t all_rows = std::max<int64_t>(1, (least_rows + pass.extra_rows) * phases);
  ChooseTile(pass, std::clamp(kUnitBytes / all_rows, kLeastTileBytes, kMostTileBytes));
  const int64_t row_bytes = pass.tile * pass.element_bytes;
  const int64_t fitting = kUnitBytes / (row_bytes * phases) - pass.extra_rows;
  pass.rows = std::clamp(fitting, std::min(least_rows, window.result_size), window.result_size);
  pass.line_rows = pass.rows + pass.extra_rows;
  const int64_t line_bytes = pass.line_rows * row_bytes;
  if (pass.rows == window.result_size && pass.tile == pass.inner) {
    pass.lines = std::clamp<int64_t>(kUnitBytes / (line_bytes * phases), 1, pass.outer);
  }
  const auto doublings = static_cast<int64_t>(std::bit_width(static_cast<uint64_t>(window.window)));
  const int64_t arrays = phases + (window.stride == 1 ? 1 : doublings + 2);
  const int64_t array_bytes = pass.lines * line_bytes;
  pass.scratch_bytes = RoundUp(array_bytes) * static_cast<size_t>(arrays);
  const int64_t applications = window.stride == 1 ? 2 * doublings : window.window;
  pass.unit_work = array_bytes * (applications + phases + 2) / 4 + 256;
  CountUnits(pass);
}

void PlanLong(WindowPass& pass) {
  const WindowDimension& window = pass.window;
  pass.is_long = true;
  const int64_t last = window.span() - 1 - window.low;
  pass.first_block = FloorDivide(-window.low, kWindowBlock);
  pass.blocks = FloorDivide(last, kWindowBlock) - pass.first_block + 1;
  pass.least_whole = (window.window - 1) / kWindowBlock - 1;
  ChooseTile(pass, kLongTileBytes);
  // Windows of a unit, so that those beginning in one block stay together.
  constexpr int64_t kBlocksOfUnit = 16;
  pass.rows =
      std::clamp<int64_t>(kBlocksOfUnit * kWindowBlock / window.stride, 1, window.result_size);
  const int64_t block_bytes = kWindowBlock * pass.tile * pass.element_bytes;
  // Two scans with a spare array, the scans of padding, and two rows of results.
  constexpr size_t kArrays = 8;
  pass.scratch_bytes = RoundUp(block_bytes) * kArrays;
  const int64_t table = pass.outer * pass.blocks * pass.inner * pass.element_bytes;
  pass.shared_bytes = 4 * RoundUp(table);
  pass.unit_work = block_bytes * kBlocksOfUnit * 8 + 256;
  CountUnits(pass);
}

}  // namespace

WindowPass PlanWindowPass(const MonoidKernels& kernels, const WindowDimension& window,
                          int64_t outer, int64_t inner, bool takes_init) {
  WindowPass pass;
  pass.kernels = &kernels;
  pass.element_bytes = static_cast<int64_t>(ByteSize(kernels.type));
  pass.window = window;
  pass.outer = outer;
  pass.inner = inner;
  pass.takes_init = takes_init;
  if (window.window > kWindowBlock && window.window_dilation == 1) {
    PlanLong(pass);
  } else {
    PlanShort(pass);
  }
  return pass;
}

}  // namespace paddock::simd
