// Plans how windows of few cells are read, and divides them into items of work.
#include <algorithm>

#include "simd/chunks.h"
#include "simd/windows/window_sums.h"

namespace paddock::simd {
namespace {

// Units of at least this many bytes have their own loops.
constexpr int64_t kLongUnitBytes = 64;
// Limit of the bytes that an item gathers, so that they and its results stay in the first-level
// cache.
constexpr int64_t kGatheredBytes = 20 << 10;
constexpr int64_t kTileBytes = 4096;
constexpr int64_t kRunBytes = 64 << 10;
constexpr int64_t kSumsChunkWork = 1 << 18;

bool IsWhole(const WindowDimension& window) {
  return window.window == 1 && window.stride == 1 && window.base_dilation == 1 && window.low == 0 &&
         window.operand_size == window.result_size;
}

size_t RoundUp(size_t bytes) { return (bytes + 63) / 64 * 64; }

WindowSums::Phases PhasesOf(const WindowDimension& window) {
  WindowSums::Phases phases;
  for (int64_t cell = 0; cell < window.window; ++cell) {
    const int64_t position = cell * window.window_dilation;
    const int64_t remainder = position % window.stride;
    const auto found = std::ranges::find(phases.remainders, remainder);
    phases.phase.push_back(found - phases.remainders.begin());
    phases.place.push_back(position / window.stride);
    phases.extra = std::max(phases.extra, phases.place.back());
    if (found == phases.remainders.end()) phases.remainders.push_back(remainder);
  }
  return phases;
}

// Returns the number of windows that fit if this number of positions and `extra` more are read in
// each phase.
int64_t Fitting(int64_t bytes, int64_t position_bytes, const WindowSums::Phases& phases,
                int64_t windows) {
  const auto count = static_cast<int64_t>(phases.remainders.size());
  const int64_t positions = bytes / std::max<int64_t>(1, position_bytes * count);
  // At most half of the positions are read twice.
  const int64_t least = std::min(windows, phases.extra + 4);
  return std::clamp(positions - phases.extra, least, windows);
}

void PlanGathered(WindowSums& sums) {
  const WindowDimension& line = sums.windows.back();
  const WindowDimension& blocked = sums.windows[sums.windows.size() - 2];
  sums.row_phases = PhasesOf(blocked);
  sums.line_phases = PhasesOf(line);
  int64_t outer_cells = 1;
  for (size_t i = 0; i + 2 < sums.windows.size(); ++i) outer_cells *= sums.windows[i].window;
  const auto phases = [](const WindowSums::Phases& of) {
    return static_cast<int64_t>(of.remainders.size());
  };
  // One line of every array of phases, at least for the rows of one window.
  sums.tile = std::clamp<int64_t>(kLongUnitBytes / sums.element_bytes, 1, sums.unit);
  const int64_t tile_bytes = sums.tile * sums.element_bytes;
  const int64_t arrays = outer_cells * phases(sums.row_phases);
  const int64_t least_lines = arrays * (sums.row_phases.extra + 1);
  sums.run = Fitting(kGatheredBytes / least_lines, tile_bytes, sums.line_phases, line.result_size);
  const int64_t line_bytes =
      (sums.run + sums.line_phases.extra) * phases(sums.line_phases) * tile_bytes;
  sums.rows =
      Fitting(kGatheredBytes, line_bytes * outer_cells, sums.row_phases, blocked.result_size);
  sums.gathered_bytes =
      static_cast<size_t>((sums.rows + sums.row_phases.extra) * arrays * line_bytes);
}

void PlanInPlace(WindowSums& sums) {
  const WindowDimension& line = sums.windows.back();
  sums.tile = std::min(sums.unit, kTileBytes / sums.element_bytes);
  sums.rows = 1;
  sums.run = std::clamp<int64_t>(kRunBytes / (sums.tile * sums.element_bytes), 1, line.result_size);
  sums.ends.push_back(line.result_size);
  for (int64_t cell = 0; cell < line.window; ++cell) {
    const int64_t at = cell * line.window_dilation - line.low;
    sums.ends.push_back(CeilDivide(-at, line.stride));
    sums.ends.push_back(CeilDivide(line.operand_size - at, line.stride));
  }
  std::ranges::sort(sums.ends);
  sums.ends.erase(std::ranges::unique(sums.ends).begin(), sums.ends.end());
  // Padding.
  sums.gathered_bytes = static_cast<size_t>(sums.tile * sums.element_bytes);
}

}  // namespace

WindowSums PlanWindowSums(const MonoidKernels& kernels, std::span<const WindowDimension> windows,
                          bool skips_padding) {
  WindowSums sums;
  sums.kernels = &kernels;
  sums.element_bytes = static_cast<int64_t>(ByteSize(kernels.type));
  sums.skips_padding = skips_padding;
  size_t end = windows.size();
  for (; end > 0 && IsWhole(windows[end - 1]); --end) sums.unit *= windows[end - 1].result_size;
  sums.windows.assign(windows.begin(), windows.begin() + static_cast<ptrdiff_t>(end));
  while (sums.windows.size() < 2) sums.windows.insert(sums.windows.begin(), WindowDimension());
  sums.strides.resize(sums.windows.size());
  int64_t stride = sums.unit;
  for (size_t i = sums.windows.size(); i-- > 0;) {
    sums.strides[i] = stride;
    stride *= sums.windows[i].operand_size;
    sums.cells *= sums.windows[i].window;
  }
  sums.is_gathered =
      sums.unit * sums.element_bytes < kLongUnitBytes || sums.windows.back().base_dilation != 1;
  if (sums.is_gathered) {
    PlanGathered(sums);
  } else {
    PlanInPlace(sums);
  }
  const WindowDimension& line = sums.windows.back();
  const WindowDimension& blocked = sums.windows[sums.windows.size() - 2];
  sums.row_groups = CeilDivide(blocked.result_size, sums.rows);
  sums.runs = CeilDivide(line.result_size, sums.run);
  sums.tiles = CeilDivide(sums.unit, sums.tile);
  for (size_t i = 0; i + 2 < sums.windows.size(); ++i) sums.outer *= sums.windows[i].result_size;
  const int64_t line_elements = (sums.run + sums.line_phases.extra) * sums.tile;
  sums.rows_at = RoundUp(sums.gathered_bytes);
  sums.totals_at = sums.rows_at;
  if (sums.is_gathered) {
    sums.totals_at += RoundUp(static_cast<size_t>(sums.rows * line_elements * sums.element_bytes));
  }
  sums.scratch_bytes = sums.totals_at + kTotalsBytes;
  const int64_t item_bytes = sums.rows * sums.run * sums.tile * sums.element_bytes;
  const int64_t item_work = (sums.cells + 4) * (item_bytes / 8 + 16);
  sums.items_per_chunk = std::clamp<int64_t>(kSumsChunkWork / item_work, 1, ItemCount(sums));
  sums.chunk_work = sums.items_per_chunk * item_work;
  return sums;
}

}  // namespace paddock::simd
