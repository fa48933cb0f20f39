#include "simd/windows/window_sums.h"

#include <algorithm>
#include <cstring>

#include "simd/movement/copy_kernels.h"

namespace paddock::simd {
namespace {

// Totals and what is gathered for them stay in the first cache.
constexpr int64_t kPieceBytes = 4096;
// A unit this long is worth a loop of its own.
constexpr int64_t kLongUnitBytes = 256;
constexpr int64_t kSumsChunkWork = 1 << 18;

bool IsWhole(const WindowDimension& window) {
  return window.window == 1 && window.stride == 1 && window.base_dilation == 1 && window.low == 0 &&
         window.operand_size == window.result_size;
}

void PlaceCells(WindowSums& sums, std::span<const WindowDimension> windows,
                std::span<const int64_t> strides) {
  int64_t count = 1;
  for (const WindowDimension& window : windows) count *= window.window;
  for (int64_t cell = 0; cell < count; ++cell) {
    int64_t offset = 0;
    int64_t rest = cell;
    for (size_t i = windows.size(); i-- > 0;) {
      offset += rest % windows[i].window * windows[i].window_dilation * strides[i];
      rest /= windows[i].window;
    }
    sums.cells.push_back(offset);
  }
}

}  // namespace

WindowSums PlanWindowSums(const MonoidKernels& kernels, std::span<const WindowDimension> windows,
                          std::span<const int64_t> strides, int64_t first) {
  WindowSums sums;
  sums.kernels = &kernels;
  sums.element_bytes = static_cast<int64_t>(ByteSize(kernels.type));
  sums.first = first;
  PlaceCells(sums, windows, strides);
  size_t end = windows.size();
  for (; end > 0 && IsWhole(windows[end - 1]); --end) sums.unit *= windows[end - 1].result_size;
  if (end > 0) {
    sums.run = windows[end - 1].result_size;
    sums.step = windows[end - 1].stride * strides[end - 1];
    --end;
  }
  for (size_t i = 0; i < end; ++i) {
    sums.rows.push_back({windows[i].result_size, windows[i].stride * strides[i]});
  }
  if (sums.step != sums.unit && sums.unit * sums.element_bytes >= kLongUnitBytes) {
    sums.rows.push_back({sums.run, sums.step});
    sums.run = 1;
    sums.step = sums.unit;
  }
  if (sums.step == sums.unit) {
    sums.run *= sums.unit;
    sums.unit = sums.step = 1;
  }
  for (const WindowSums::Loop& loop : sums.rows) sums.row_count *= loop.size;
  const int64_t unit_bytes = sums.unit * sums.element_bytes;
  sums.piece = std::clamp<int64_t>(kPieceBytes / unit_bytes, 1, sums.run);
  sums.pieces = (sums.run + sums.piece - 1) / sums.piece;
  sums.scratch_bytes = static_cast<size_t>((2 * sums.piece * unit_bytes + 127) / 64 * 64);
  const auto cells = static_cast<int64_t>(sums.cells.size());
  const int64_t piece_work = (cells + 1) * (sums.piece * unit_bytes / 2 + 32);
  sums.pieces_per_chunk =
      std::clamp<int64_t>(kSumsChunkWork / piece_work, 1, sums.row_count * sums.pieces);
  sums.chunk_work = sums.pieces_per_chunk * piece_work;
  return sums;
}

int64_t ChunkCount(const WindowSums& sums) {
  return (sums.row_count * sums.pieces + sums.pieces_per_chunk - 1) / sums.pieces_per_chunk;
}

namespace {

void RunPiece(const WindowSums& sums, const uint8_t* operand, const void* init, uint8_t* result,
              int64_t index, uint8_t* scratch) {
  const int64_t begin = index % sums.pieces * sums.piece;
  const int64_t units = std::min(sums.piece, sums.run - begin);
  const int64_t elements = units * sums.unit;
  const auto bytes = static_cast<size_t>(elements * sums.element_bytes);
  int64_t rest = index / sums.pieces;
  int64_t at = sums.first + begin * sums.step;
  const int64_t result_at = (rest * sums.run + begin) * sums.unit;
  for (size_t i = sums.rows.size(); i-- > 0;) {
    at += rest % sums.rows[i].size * sums.rows[i].stride;
    rest /= sums.rows[i].size;
  }
  const auto width = static_cast<size_t>(sums.element_bytes);
  const int64_t unit_bytes = sums.unit * sums.element_bytes;
  const int64_t step_bytes = sums.step * sums.element_bytes;
  const CopyBlockKernel gather =
      FindCopyKernel(sums.unit == 1 ? CopyKernel::kStrided : CopyKernel::kContiguous, width);
  const CopyBlock block = sums.unit == 1
                              ? CopyBlock{1, units, 0, 0, step_bytes, sums.element_bytes}
                              : CopyBlock{units, unit_bytes, step_bytes, unit_bytes, 1, 1};
  uint8_t* totals = scratch;
  uint8_t* gathered = scratch + (bytes + 63) / 64 * 64;
  for (size_t i = 0; i < sums.cells.size(); ++i) {
    const uint8_t* from = operand + (at + sums.cells[i]) * sums.element_bytes;
    if (sums.step == sums.unit) {
      if (i == 0) {
        std::memcpy(totals, from, bytes);
      } else {
        sums.kernels->combine(sums.kernels->type, totals, from, elements);
      }
      continue;
    }
    gather(from, i == 0 ? totals : gathered, block);
    if (i > 0) sums.kernels->combine(sums.kernels->type, totals, gathered, elements);
  }
  uint8_t* to = result + result_at * sums.element_bytes;
  Fill(to, init, width, elements);
  sums.kernels->combine(sums.kernels->type, to, totals, elements);
}

}  // namespace

void RunChunk(const WindowSums& sums, const void* operand, const void* init, void* result,
              int64_t chunk, void* scratch) {
  const int64_t begin = chunk * sums.pieces_per_chunk;
  const int64_t end = std::min(begin + sums.pieces_per_chunk, sums.row_count * sums.pieces);
  for (int64_t piece = begin; piece < end; ++piece) {
    RunPiece(sums, static_cast<const uint8_t*>(operand), init, static_cast<uint8_t*>(result), piece,
             static_cast<uint8_t*>(scratch));
  }
}

}  // namespace paddock::simd
