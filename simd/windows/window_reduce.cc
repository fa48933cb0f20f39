#include "simd/windows/window_reduce.h"

#include <algorithm>

#include "simd/windows/window_runner.h"

namespace paddock::simd {
namespace {

// Short windows: reads the lines of a unit phase by phase, then computes all their windows at once.
// Values computed past the end of a line are not used.
class ShortRunner : public WindowRunner {
 public:
  ShortRunner(const WindowPass& pass, const WindowBuffers& buffers, const WindowUnit& unit,
              uint8_t* scratch)
      : WindowRunner(pass, buffers, unit),
        next_(scratch),
        line_rows_(unit.rows + pass.extra_rows),
        all_rows_(unit.lines * line_rows_),
        total_rows_(all_rows_ - pass.extra_rows) {}

  void Run() {
    ReadLines();
    const uint8_t* totals = pass_.window.stride == 1 ? Doubled() : Added();
    for (int64_t i = 0; i < unit_.lines; ++i) {
      Finish(totals + i * line_rows_ * row_bytes_, unit_.line + i, unit_.row, unit_.rows);
    }
  }

 private:
  uint8_t* TakeArray() {
    uint8_t* array = next_;
    next_ += (all_rows_ * row_bytes_ + 63) / 64 * 64;
    return array;
  }

  void ReadLines() {
    phases_ = next_;
    for (int64_t remainder : pass_.remainders) {
      uint8_t* to = TakeArray();
      for (int64_t i = 0; i < unit_.lines; ++i, to += line_rows_ * row_bytes_) {
        const int64_t first = unit_.row * pass_.window.stride + remainder;
        LineAt(unit_.line + i).Read(pass_.window, first, pass_.window.stride, line_rows_, to);
      }
    }
    phase_bytes_ = (all_rows_ * row_bytes_ + 63) / 64 * 64;
  }

  // Stride 1: computes the totals of 1, 2, 4, .. cells from every position on, each in place of the
  // one before. The binary digits of the window's size select the totals to combine, the shortest
  // first.
  const uint8_t* Doubled() {
    const WindowDimension& window = pass_.window;
    uint8_t* now = phases_;
    uint8_t* totals = TakeArray();
    int64_t done = 0;
    for (int64_t length = 1; length <= window.window; length *= 2) {
      if ((window.window & length) != 0) {
        const uint8_t* part = now + done * window.window_dilation * row_bytes_;
        if (length == window.window) return now;
        if (done == 0) {
          CopyRows(totals, part, total_rows_);
        } else {
          CombineRows(totals, part, total_rows_);
        }
        done += length;
      }
      if (2 * length > window.window) break;
      const int64_t shift = length * window.window_dilation;
      CombineRows(now, now + shift * row_bytes_, all_rows_ - shift);
    }
    return totals;
  }

  // Any stride: combines the same tree, only for the windows.
  const uint8_t* Added() {
    const int64_t window = pass_.window.window;
    uint8_t* totals = TakeArray();
    int64_t done = 0;
    for (int64_t length = 1; length <= window; length *= 2) {
      if ((window & length) == 0) continue;
      if (done == 0) {
        Add(0, length, totals);
      } else if (length == 1) {
        CombineRows(totals, CellAt(done), total_rows_);
      } else {
        uint8_t* part = TakeArray();
        Add(done, length, part);
        CombineRows(totals, part, total_rows_);
        next_ = part;
      }
      done += length;
    }
    return totals;
  }

  const uint8_t* CellAt(int64_t cell) const {
    const WindowCell& at = pass_.cells[static_cast<size_t>(cell)];
    return phases_ + at.phase * phase_bytes_ + at.row * row_bytes_;
  }

  // Computes the total of `length` cells, a power of two.
  void Add(int64_t cell, int64_t length, uint8_t* to) {
    if (length == 1) return CopyRows(to, CellAt(cell), total_rows_);
    if (length == 2) {
      CopyRows(to, CellAt(cell), total_rows_);
      return CombineRows(to, CellAt(cell + 1), total_rows_);
    }
    Add(cell, length / 2, to);
    uint8_t* second = TakeArray();
    Add(cell + length / 2, length / 2, second);
    CombineRows(to, second, total_rows_);
    next_ = second;
  }

  uint8_t* next_;
  const int64_t line_rows_;
  const int64_t all_rows_;
  const int64_t total_rows_;
  uint8_t* phases_ = nullptr;
  int64_t phase_bytes_ = 0;
};

int64_t UnitCount(const WindowPass& pass) {
  return pass.line_groups * pass.row_groups * pass.tiles;
}

}  // namespace

int64_t StageCount(const WindowPass& pass) { return pass.is_long ? 3 : 1; }

bool IsInOrder(const WindowPass& pass, int64_t stage) { return pass.is_long && stage == 1; }

int64_t ChunkCount(const WindowPass& pass, int64_t stage) {
  if (pass.is_long && stage == 0) {
    return pass.outer * ((pass.blocks + kTotalsOfChunk - 1) / kTotalsOfChunk) * pass.tiles;
  }
  if (pass.is_long && stage == 1) return LevelCount(pass);
  return (UnitCount(pass) + pass.units_per_chunk - 1) / pass.units_per_chunk;
}

int64_t ChunkWork(const WindowPass& pass, int64_t stage) {
  if (pass.is_long && stage == 0) {
    return kTotalsOfChunk * kWindowBlock * pass.tile * pass.element_bytes * 2;
  }
  if (pass.is_long && stage == 1) return static_cast<int64_t>(pass.shared_bytes);
  return pass.unit_work * std::min(pass.units_per_chunk, UnitCount(pass));
}

void RunChunk(const WindowPass& pass, const WindowBuffers& buffers, int64_t stage, int64_t chunk,
              void* scratch) {
  auto* bytes = static_cast<uint8_t*>(scratch);
  if (pass.is_long && stage == 0) return RunTotalsChunk(pass, buffers, chunk, bytes);
  if (pass.is_long && stage == 1) return RunLevel(pass, buffers, chunk);
  const int64_t begin = chunk * pass.units_per_chunk;
  const int64_t end = std::min(begin + pass.units_per_chunk, UnitCount(pass));
  PaddedScans padded;
  for (int64_t unit = begin; unit < end; ++unit) {
    if (pass.is_long) {
      RunLongUnit(pass, buffers, unit, bytes, padded);
    } else {
      ShortRunner(pass, buffers, UnitAt(pass, unit), bytes).Run();
    }
  }
}

void FoldPadding(const MonoidKernels& kernels, int64_t count, void* element) {
  const size_t bytes = ByteSize(kernels.type);
  uint8_t power[16], total[16], copy[16];
  std::memcpy(power, element, bytes);
  bool has_total = false;
  for (int64_t length = 1;; length *= 2) {
    if ((count & length) != 0) {
      if (has_total) {
        kernels.combine(kernels.type, total, power, 1);
      } else {
        std::memcpy(total, power, bytes);
      }
      has_total = true;
    }
    if (length > count / 2) break;
    std::memcpy(copy, power, bytes);
    kernels.combine(kernels.type, power, copy, 1);
  }
  std::memcpy(element, total, bytes);
}

}  // namespace paddock::simd
