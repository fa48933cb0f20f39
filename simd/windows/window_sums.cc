#include "simd/windows/window_sums.h"

#include <algorithm>
#include <cstring>

#include "simd/chunks.h"
#include "simd/movement/copy_kernels.h"
#include "simd/windows/window_line.h"

namespace paddock::simd {
namespace {

// Reads lines of positions into the arrays of their phases, which already hold the padding.
class LineReader {
 public:
  explicit LineReader(const WindowSums& sums)
      : window_(sums.windows.back()), remainders_(sums.line_phases.remainders) {
    const auto phases = static_cast<int64_t>(remainders_.size());
    const bool has_all = phases == window_.stride && std::ranges::is_sorted(remainders_);
    if (sums.unit == 1 && has_all && phases > 1 && phases <= 4) {
      together_ =
          FindCopyKernel(CopyKernel::kDeinterleave, static_cast<size_t>(sums.element_bytes));
    }
  }

  // Moves to `count` positions of each phase, from those of window `at` on.
  void MoveTo(int64_t at, int64_t count) {
    count_ = count;
    first_ = at * window_.stride - window_.low;
    part_count_ = 0;
    begin_ = end_ = 0;
    if (together_ != nullptr) {
      begin_ = std::clamp<int64_t>(CeilDivide(-first_, window_.stride), 0, count);
      end_ = std::clamp(FloorDivide(window_.operand_size - first_, window_.stride), begin_, count);
    }
    for (size_t i = 0; i < remainders_.size(); ++i) {
      AddPart(i, 0, begin_);
      AddPart(i, end_, count);
    }
  }

  // Reads a line into the arrays of phases, which are `array_bytes` apart.
  void Read(const WindowLine& line, uint8_t* to, int64_t array_bytes) const {
    if (window_.base_dilation != 1) {
      for (const int64_t remainder : remainders_) {
        line.Read(window_, first_ + window_.low + remainder, window_.stride, count_, to);
        to += array_bytes;
      }
      return;
    }
    const int64_t width = line.element_bytes;
    const int64_t stride = window_.stride;
    if (begin_ < end_) {
      together_(line.operand + (first_ + begin_ * stride) * width, to + begin_ * width,
                {stride, end_ - begin_, width, array_bytes, stride * width, width});
    }
    for (size_t i = 0; i < part_count_; ++i) {
      const Part& part = parts_[i];
      line.CopyRows(part.index, stride, part.count,
                    to + part.phase * array_bytes + part.place * line.tile * width);
    }
  }

 private:
  // Neighbouring positions of one phase that are in the operand.
  struct Part {
    int64_t phase, place, index, count;
  };

  void AddPart(size_t phase, int64_t begin, int64_t end) {
    const int64_t first = first_ + remainders_[phase];
    begin = std::max(begin, CeilDivide(-first, window_.stride));
    end = std::min(end, CeilDivide(window_.operand_size - first, window_.stride));
    if (begin >= end) return;
    parts_[part_count_++] = {static_cast<int64_t>(phase), begin, first + begin * window_.stride,
                             end - begin};
  }

  const WindowDimension& window_;
  std::span<const int64_t> remainders_;
  CopyBlockKernel together_ = nullptr;
  int64_t first_ = 0;
  int64_t count_ = 0;
  // Positions in all phases, which are read together.
  int64_t begin_ = 0, end_ = 0;
  size_t part_count_ = 0;
  Part parts_[kMostSummedCells];
};

class SumsRunner {
 public:
  SumsRunner(const WindowSums& sums, const void* operand, const void* init, void* result,
             void* scratch)
      : sums_(sums),
        line_(sums.windows.back()),
        blocked_(sums.windows[sums.windows.size() - 2]),
        operand_(static_cast<const uint8_t*>(operand)),
        init_(init),
        result_(static_cast<uint8_t*>(result)),
        scratch_(static_cast<uint8_t*>(scratch)),
        reader_(sums) {
    if (!sums.is_gathered && !sums.skips_padding) FillInit(scratch_, sums.tile);
  }

  void Run(int64_t item) {
    column_ = item % sums_.tiles * sums_.tile;
    tile_ = std::min(sums_.tile, sums_.unit - column_);
    item /= sums_.tiles;
    at_ = item % sums_.runs * sums_.run;
    run_ = std::min(sums_.run, line_.result_size - at_);
    item /= sums_.runs;
    row_ = item % sums_.row_groups * sums_.rows;
    rows_ = std::min(sums_.rows, blocked_.result_size - row_);
    outer_ = item / sums_.row_groups;
    if (sums_.is_gathered) {
      RunGathered();
    } else {
      RunInPlace();
    }
  }

 private:
  void FillInit(uint8_t* to, int64_t elements) const {
    Fill(to, init_, static_cast<size_t>(sums_.element_bytes), elements);
  }
  uint8_t* ResultAt(int64_t row, int64_t at) const {
    const int64_t line = outer_ * blocked_.result_size + row;
    const int64_t element = (line * line_.result_size + at) * sums_.unit + column_;
    return result_ + element * sums_.element_bytes;
  }

  // Returns the offset of cell number `cell` in the dimensions before the last `dimensions`, for
  // windows `window` of these; -1 for padding.
  int64_t OffsetOf(int64_t window, int64_t cell, size_t dimensions) const {
    int64_t offset = 0;
    for (size_t i = sums_.windows.size() - dimensions; i-- > 0;) {
      const WindowDimension& along = sums_.windows[i];
      const int64_t index = along.IndexAt(window % along.result_size, cell % along.window);
      if (index < 0) return -1;
      offset += index * sums_.strides[i];
      window /= along.result_size;
      cell /= along.window;
    }
    return offset;
  }

  // --- Units that are read in place.

  void RunInPlace() {
    const int64_t end = at_ + run_;
    int64_t begin = at_;
    for (auto next = std::ranges::upper_bound(sums_.ends, begin); begin < end; ++next) {
      const int64_t part_end = std::min(*next, end);
      RunPart(begin, part_end);
      begin = part_end;
    }
  }

  // Runs windows that have padding in the same cells.
  void RunPart(int64_t begin, int64_t end) {
    const int64_t lines = sums_.cells / line_.window;
    const int64_t step = line_.stride * sums_.unit;
    CellRow cells[kMostFoldedCells];
    int64_t count = 0;
    bool has_padding = false;
    for (int64_t i = 0; i < lines; ++i) {
      const int64_t offset = OffsetOf(outer_ * blocked_.result_size + row_, i, 1);
      for (int64_t cell = 0; cell < line_.window; ++cell) {
        const int64_t index = line_.IndexAt(begin, cell);
        if (offset >= 0 && index >= 0) {
          const int64_t element = offset + index * sums_.unit + column_;
          cells[count++] = {operand_ + element * sums_.element_bytes, step};
        } else if (!sums_.skips_padding) {
          cells[count++] = {scratch_, 0};
          has_padding = true;
        }
      }
    }
    CellFold fold{cells, count, end - begin, tile_, sums_.unit, init_};
    if (step == tile_ && !has_padding) {
      fold.unit *= fold.units;
      fold.units = 1;
    }
    FoldCells(fold, ResultAt(row_, begin));
  }

  // --- Lines gathered in scratch memory.

  int64_t LineElements() const { return (sums_.run + sums_.line_phases.extra) * tile_; }

  // Returns the array of a pair of phases; each pair has an array of lines.
  uint8_t* ArrayAt(int64_t lines, size_t row_phase, size_t line_phase) const {
    const auto number = static_cast<int64_t>(
        (static_cast<size_t>(lines) * sums_.row_phases.remainders.size() + row_phase) *
            sums_.line_phases.remainders.size() +
        line_phase);
    const int64_t elements = (sums_.rows + sums_.row_phases.extra) * LineElements();
    return scratch_ + number * elements * sums_.element_bytes;
  }

  void RunGathered() {
    const int64_t outer_cells = sums_.cells / (blocked_.window * line_.window);
    // The padding at the ends of lines can be reused if it has the same position.
    if (sums_.runs * sums_.tiles > 1 || !is_padded_) {
      FillInit(scratch_, static_cast<int64_t>(sums_.gathered_bytes) / sums_.element_bytes);
    }
    is_padded_ = true;
    reader_.MoveTo(at_, run_ + sums_.line_phases.extra);
    CellRow cells[kMostFoldedCells];
    int64_t count = 0;
    for (int64_t i = 0; i < outer_cells; ++i) {
      const int64_t offset = OffsetOf(outer_, i, 2);
      for (size_t phase = 0; phase < sums_.row_phases.remainders.size(); ++phase) {
        GatherPhase(i, offset, phase);
      }
      count = AddCells(i, cells, count);
    }
    FoldGathered(cells, count);
  }

  void GatherPhase(int64_t lines, int64_t offset, size_t phase) const {
    const int64_t bytes = LineElements() * sums_.element_bytes;
    const int64_t array_bytes = ArrayAt(0, 0, 1) - scratch_;
    const int64_t all = rows_ + sums_.row_phases.extra;
    uint8_t* to = ArrayAt(lines, phase, 0);
    for (int64_t i = 0; i < all; ++i, to += bytes) {
      const int64_t position = (row_ + i) * blocked_.stride + sums_.row_phases.remainders[phase];
      const int64_t index = offset < 0 ? -1 : blocked_.IndexAtPosition(position);
      if (index >= 0) {
        const int64_t element = offset + index * sums_.strides[sums_.strides.size() - 2] + column_;
        reader_.Read({operand_ + element * sums_.element_bytes, init_, sums_.element_bytes,
                      sums_.unit, tile_},
                     to, array_bytes);
        continue;
      }
      for (size_t k = 0; k < sums_.line_phases.remainders.size(); ++k) {
        FillInit(to + static_cast<int64_t>(k) * array_bytes, LineElements());
      }
    }
  }

  int64_t AddCells(int64_t lines, CellRow* cells, int64_t count) const {
    const WindowSums::Phases& down = sums_.row_phases;
    const WindowSums::Phases& along = sums_.line_phases;
    for (size_t i = 0; i < down.phase.size(); ++i) {
      for (size_t k = 0; k < along.phase.size(); ++k) {
        const int64_t element = down.place[i] * LineElements() + along.place[k] * tile_;
        cells[count++] = {
            ArrayAt(lines, down.phase[i], along.phase[k]) + element * sums_.element_bytes,
            LineElements()};
      }
    }
    return count;
  }

  void FoldGathered(CellRow* cells, int64_t count) const {
    const int64_t elements = run_ * tile_;
    CellFold fold{cells, count, rows_, elements, line_.result_size * sums_.unit, init_};
    if (tile_ != sums_.unit) {
      fold = {cells, count, run_, tile_, sums_.unit, init_};
      const int64_t row_step = LineElements() * sums_.element_bytes;
      for (int64_t i = 0; i < count; ++i) cells[i].step = tile_;
      for (int64_t row = 0; row < rows_; ++row) {
        FoldCells(fold, ResultAt(row_ + row, at_));
        for (int64_t i = 0; i < count; ++i) {
          cells[i].first = static_cast<const uint8_t*>(cells[i].first) + row_step;
        }
      }
      return;
    }
    if (LineElements() == elements && run_ == line_.result_size) {
      fold.unit *= fold.units;
      fold.units = 1;
    } else if (rows_ > 1 && elements * sums_.element_bytes < kLeastFoldedBytes) {
      return FoldShortRows(fold);
    }
    FoldCells(fold, ResultAt(row_, at_));
  }

  // Folds all rows at once; values computed between the rows are not used.
  void FoldShortRows(CellFold fold) const {
    const auto bytes = static_cast<size_t>(fold.unit * sums_.element_bytes);
    fold.unit += (rows_ - 1) * LineElements();
    fold.units = 1;
    const uint8_t* totals = scratch_ + sums_.rows_at;
    FoldCells(fold, scratch_ + sums_.rows_at);
    for (int64_t row = 0; row < rows_; ++row, totals += LineElements() * sums_.element_bytes) {
      std::memcpy(ResultAt(row_ + row, at_), totals, bytes);
    }
  }

  void FoldCells(const CellFold& fold, uint8_t* result) const {
    const MonoidKernels& kernels = *sums_.kernels;
    if (fold.cell_count == 0) {
      for (int64_t u = 0; u < fold.units; ++u) {
        FillInit(result + u * fold.result_step * sums_.element_bytes, fold.unit);
      }
      return;
    }
    const bool has_kernel =
        kernels.fold_cells != nullptr && fold.unit * sums_.element_bytes >= kLeastFoldedBytes;
    if (has_kernel && kernels.fold_cells(kernels.type, fold, result)) return;
    FoldByCombining(fold, result);
  }

  // Folds cells without a kernel.
  void FoldByCombining(const CellFold& fold, uint8_t* result) const {
    const MonoidKernels& kernels = *sums_.kernels;
    uint8_t* totals = scratch_ + sums_.totals_at;
    const int64_t width = sums_.element_bytes;
    const int64_t most = kTotalsBytes / width;
    for (int64_t u = 0; u < fold.units; ++u) {
      for (int64_t i = 0; i < fold.unit; i += most) {
        const int64_t elements = std::min(most, fold.unit - i);
        for (int64_t c = 0; c < fold.cell_count; ++c) {
          const uint8_t* from = static_cast<const uint8_t*>(fold.cells[c].first) +
                                (u * fold.cells[c].step + i) * width;
          if (c == 0) {
            std::memcpy(totals, from, static_cast<size_t>(elements * width));
          } else {
            kernels.combine(kernels.type, totals, from, elements);
          }
        }
        uint8_t* to = result + (u * fold.result_step + i) * width;
        FillInit(to, elements);
        kernels.combine(kernels.type, to, totals, elements);
      }
    }
  }

  const WindowSums& sums_;
  const WindowDimension& line_;
  const WindowDimension& blocked_;
  const uint8_t* operand_;
  const void* init_;
  uint8_t* result_;
  uint8_t* scratch_;
  int64_t column_ = 0, tile_ = 1;
  int64_t at_ = 0, run_ = 1;
  int64_t row_ = 0, rows_ = 1;
  int64_t outer_ = 0;
  LineReader reader_;
  bool is_padded_ = false;
};

}  // namespace

int64_t ChunkCount(const WindowSums& sums) {
  return (ItemCount(sums) + sums.items_per_chunk - 1) / sums.items_per_chunk;
}

void RunChunk(const WindowSums& sums, const void* operand, const void* init, void* result,
              int64_t chunk, void* scratch) {
  SumsRunner runner(sums, operand, init, result, scratch);
  const int64_t begin = chunk * sums.items_per_chunk;
  const int64_t end = std::min(begin + sums.items_per_chunk, ItemCount(sums));
  for (int64_t item = begin; item < end; ++item) runner.Run(item);
}

}  // namespace paddock::simd
