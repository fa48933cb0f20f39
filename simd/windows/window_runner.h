// Shared base of the runners of short and long windows: the unit of a pass, and storing of its
// totals.
#ifndef PADDOCK_SIMD_WINDOWS_WINDOW_RUNNER_H_
#define PADDOCK_SIMD_WINDOWS_WINDOW_RUNNER_H_

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "simd/movement/copy_kernels.h"
#include "simd/windows/window_line.h"
#include "simd/windows/window_reduce.h"

namespace paddock::simd {

// Lines, windows and elements of inner of one unit.
struct WindowUnit {
  int64_t line = 0, lines = 1;
  int64_t row = 0, rows = 1;
  int64_t column = 0, tile = 1;
};

inline WindowUnit UnitAt(const WindowPass& pass, int64_t unit) {
  WindowUnit at;
  at.column = unit % pass.tiles * pass.tile;
  at.tile = std::min(pass.tile, pass.inner - at.column);
  unit /= pass.tiles;
  at.row = unit % pass.row_groups * pass.rows;
  at.rows = std::min(pass.rows, pass.window.result_size - at.row);
  at.line = unit / pass.row_groups * pass.lines;
  at.lines = std::min(pass.lines, pass.outer - at.line);
  return at;
}

class WindowRunner {
 public:
  WindowRunner(const WindowPass& pass, const WindowBuffers& buffers, const WindowUnit& unit)
      : pass_(pass), buffers_(buffers), unit_(unit), row_bytes_(unit.tile * pass.element_bytes) {}

 protected:
  void Combine(uint8_t* to, const uint8_t* from, int64_t elements) const {
    pass_.kernels->combine(pass_.kernels->type, to, from, elements);
  }
  void CombineRows(uint8_t* to, const uint8_t* from, int64_t rows) const {
    Combine(to, from, rows * unit_.tile);
  }
  void CopyRows(uint8_t* to, const uint8_t* from, int64_t rows) const {
    std::memcpy(to, from, static_cast<size_t>(rows * row_bytes_));
  }
  WindowLine LineAt(int64_t line) const {
    const int64_t at = line * pass_.window.operand_size * pass_.inner + unit_.column;
    return {static_cast<const uint8_t*>(buffers_.operand) + at * pass_.element_bytes,
            buffers_.padding, pass_.element_bytes, pass_.inner, unit_.tile};
  }

  uint8_t* ResultAt(int64_t line, int64_t row) const {
    const int64_t at = (line * pass_.window.result_size + row) * pass_.inner + unit_.column;
    return static_cast<uint8_t*>(buffers_.result) + at * pass_.element_bytes;
  }

  // Stores the totals of windows row .. row + rows of a line, unchanged or combined with init.
  void Finish(const uint8_t* totals, int64_t line, int64_t row, int64_t rows) const {
    const bool is_whole = unit_.tile == pass_.inner;
    const int64_t pieces = is_whole ? 1 : rows;
    const int64_t elements = is_whole ? rows * unit_.tile : unit_.tile;
    uint8_t* to = ResultAt(line, row);
    for (int64_t i = 0; i < pieces; ++i) {
      if (pass_.takes_init) {
        Fill(to, buffers_.init, static_cast<size_t>(pass_.element_bytes), elements);
        Combine(to, totals, elements);
      } else {
        std::memcpy(to, totals, static_cast<size_t>(elements * pass_.element_bytes));
      }
      to += pass_.inner * pass_.element_bytes;
      totals += row_bytes_;
    }
  }

  const WindowPass& pass_;
  const WindowBuffers& buffers_;
  const WindowUnit unit_;
  const int64_t row_bytes_;
};

// Defined in long_windows.cc. Stages are numbered as in window_reduce.h.
void RunTotalsChunk(const WindowPass& pass, const WindowBuffers& buffers, int64_t chunk,
                    uint8_t* scratch);
int64_t LevelCount(const WindowPass& pass);
void RunLevel(const WindowPass& pass, const WindowBuffers& buffers, int64_t level);
// Scans of blocks of padding alone, which are in the scratch memory of a chunk: all such blocks are
// equal.
struct PaddedScans {
  // Columns of the unit that was scanned.
  int64_t tile = 0;
  bool has_suffix = false, has_prefix = false;
};
void RunLongUnit(const WindowPass& pass, const WindowBuffers& buffers, int64_t unit,
                 uint8_t* scratch, PaddedScans& padded);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_WINDOWS_WINDOW_RUNNER_H_
