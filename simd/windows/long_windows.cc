// Long windows in linear time. The line is cut into blocks of kWindowBlock positions from the
// operand's first element on. A window consists of the end of a block, whole blocks, and the
// beginning of another block:
//
//   block A          |   whole blocks   |  block E
//   ....[suffix of A | M(A + 1, E - A - 1) | prefix of E]....
//
// Stage 0 computes the totals of the blocks. Stage 1 computes those of M's two possible numbers of
// blocks from every block on. Stage 2 scans the ends and combines all three.
#include <algorithm>
#include <bit>
#include <utility>

#include "simd/chunks.h"
#include "simd/reduce/monoid.h"
#include "simd/windows/window_runner.h"

namespace paddock::simd {
namespace {

// The tables of the shared workspace, [outer, blocks, inner].
enum class Table : uint8_t { kTotals, kSpare, kLeast, kMost };

uint8_t* TableAt(const WindowPass& pass, const WindowBuffers& buffers, Table table) {
  return static_cast<uint8_t*>(buffers.shared) +
         static_cast<size_t>(table) * (pass.shared_bytes / 4);
}

class BlockRunner : public WindowRunner {
 public:
  BlockRunner(const WindowPass& pass, const WindowBuffers& buffers, const WindowUnit& unit,
              uint8_t* scratch)
      : WindowRunner(pass, buffers, unit),
        scratch_(scratch),
        array_bytes_((kWindowBlock * pass.tile * pass.element_bytes + 63) / 64 * 64) {}

 protected:
  uint8_t* Array(int64_t number) const { return scratch_ + number * array_bytes_; }

  bool IsPadding(int64_t block) const {
    const WindowDimension& window = pass_.window;
    const int64_t size =
        window.operand_size == 0 ? 0 : (window.operand_size - 1) * window.base_dilation + 1;
    return block < 0 || block * kWindowBlock >= size;
  }

  int64_t PositionOf(int64_t block) const { return block * kWindowBlock + pass_.window.low; }

  void ReadBlock(int64_t block, uint8_t* to) const {
    LineAt(unit_.line).Read(pass_.window, PositionOf(block), 1, kWindowBlock, to);
  }

  // A block for kernels of rows, and the elements from a row to the next: in place if the operand
  // has it, else copied to `to`.
  struct Rows {
    const uint8_t* first;
    int64_t stride;
  };
  Rows RowsOf(int64_t block, uint8_t* to) const {
    const uint8_t* const found =
        kIsWeb ? nullptr
               : LineAt(unit_.line).FindRows(pass_.window, PositionOf(block), kWindowBlock);
    if (found != nullptr) return {found, pass_.inner};
    ReadBlock(block, to);
    return {to, unit_.tile};
  }

  // Returns a block for kernels of single elements: in place if the operand has it, else copied to
  // `to`. Null if there is no such kernel, or tiles have several elements.
  const uint8_t* SingleElements(int64_t block, uint8_t* to) const {
    if (unit_.tile != 1 || pass_.kernels->fold_block == nullptr) return nullptr;
    if (const uint8_t* found =
            LineAt(unit_.line).Find(pass_.window, PositionOf(block), kWindowBlock)) {
      return found;
    }
    ReadBlock(block, to);
    return to;
  }

 private:
  uint8_t* scratch_;
  int64_t array_bytes_;
};

class TotalsRunner : public BlockRunner {
 public:
  using BlockRunner::BlockRunner;

  void Run(int64_t begin, int64_t end) {
    for (int64_t block = begin; block < end; ++block) {
      uint8_t* total = Array(0);
      if (IsPadding(pass_.first_block + block)) {
        total = Array(1);
        if (!has_padding_) Fold(pass_.first_block + block, total);
        has_padding_ = true;
      } else {
        Fold(pass_.first_block + block, total);
      }
      const int64_t at = (unit_.line * pass_.blocks + block) * pass_.inner + unit_.column;
      CopyRows(TableAt(pass_, buffers_, Table::kTotals) + at * pass_.element_bytes, total, 1);
    }
  }

 private:
  // Combines the first half of the rows with the second, until one row is left.
  void Fold(int64_t block, uint8_t* rows) const {
    if (const uint8_t* elements = SingleElements(block, rows)) {
      return pass_.kernels->fold_block(pass_.kernels->type, elements, rows);
    }
    if (pass_.kernels->fold_rows != nullptr) {
      const Rows found = RowsOf(block, rows);
      return pass_.kernels->fold_rows(pass_.kernels->type, found.first, found.stride, rows,
                                      unit_.tile);
    }
    ReadBlock(block, rows);
    for (int64_t half = kWindowBlock / 2; half > 0; half /= 2) {
      CombineRows(rows, rows + half * row_bytes_, half);
    }
  }

  bool has_padding_ = false;
};

// Arrays of the scratch memory.
enum Arrays : int64_t { kSpare, kSuffix, kPrefix, kPaddedSuffix, kPaddedPrefix, kTotal, kPart };

class ResultRunner : public BlockRunner {
 public:
  ResultRunner(const WindowPass& pass, const WindowBuffers& buffers, const WindowUnit& unit,
               uint8_t* scratch, PaddedScans& padded)
      : BlockRunner(pass, buffers, unit, scratch), padded_(padded) {}

  void Run() {
    const int64_t stride = pass_.window.stride;
    const int64_t end = unit_.row + unit_.rows;
    for (int64_t row = unit_.row; row < end;) {
      const int64_t first = row * stride - pass_.window.low;
      const int64_t last = first + pass_.window.window - 1;
      const int64_t a = FloorDivide(first, kWindowBlock);
      const int64_t e = FloorDivide(last, kWindowBlock);
      const int64_t in_a = first - a * kWindowBlock;
      const int64_t in_e = last - e * kWindowBlock;
      const int64_t fitting = (kWindowBlock - 1 - std::max(in_a, in_e)) / stride + 1;
      const int64_t rows = std::min(fitting, end - row);
      MoveTo(a, e, in_a == 0 && row + rows == end && rows == 1);
      if (AddsAtOnce() && AddAll(row, rows, a, e, in_a, in_e)) {
        row += rows;
        continue;
      }
      TakeRows(suffix_ + in_a * row_bytes_, stride, rows, Array(kTotal));
      AddWhole(a + 1, e - a - 1, rows);
      AddPrefix(in_e, rows);
      Finish(Array(kTotal), unit_.line, row, rows);
      row += rows;
    }
  }

 private:
  // `needs_total`: of the suffixes of block `a`, only the longest.
  void MoveTo(int64_t a, int64_t e, bool needs_total) {
    if (suffix_ == nullptr || a != suffix_block_) {
      suffix_ = IsPadding(a)  ? PaddedScan(a, kPaddedSuffix, padded_.has_suffix, false)
                : needs_total ? LongestSuffix(a)
                              : Scanned(a, kSuffix, false);
      suffix_block_ = a;
    }
    if (prefix_ == nullptr || e != prefix_block_) {
      prefix_ = IsPadding(e) ? PaddedScan(e, kPaddedPrefix, padded_.has_prefix, true)
                             : Scanned(e, kPrefix, true);
      prefix_block_ = e;
    }
  }

  const uint8_t* PaddedScan(int64_t block, int64_t array, bool& is_done, bool is_prefix) {
    if (!is_done && !SpreadScan(array, is_prefix)) Scanned(block, array, is_prefix);
    is_done = true;
    return Array(array);
  }

  // Scans a block of padding, whose columns are equal, as one column. Returns false if single
  // elements have no kernel, or the row has only one.
  bool SpreadScan(int64_t array, bool is_prefix) {
    const MonoidKernels& kernels = *pass_.kernels;
    if (kernels.fold_block == nullptr || unit_.tile < 4) return false;
    const auto width = static_cast<size_t>(pass_.element_bytes);
    uint8_t* elements = Array(kSpare);
    Fill(elements, buffers_.padding, width, kWindowBlock);
    (is_prefix ? kernels.scan_prefix : kernels.scan_suffix)(kernels.type, elements, elements);
    for (int64_t i = 0; i < kWindowBlock; ++i) {
      Fill(Array(array) + i * row_bytes_, elements + i * pass_.element_bytes, width, unit_.tile);
    }
    return true;
  }

  // Computes the first row of Scanned(block, kSuffix, false) alone.
  const uint8_t* LongestSuffix(int64_t block) {
    if (row_bytes_ < kLeastFoldedBytes) return Scanned(block, kSuffix, false);
    uint8_t* rows = Array(kSuffix);
    ReadBlock(block, rows);
    for (int64_t shift = 1; shift < kWindowBlock; shift *= 2) {
      for (int64_t i = 0; i < kWindowBlock; i += 2 * shift) {
        CombineRows(rows + i * row_bytes_, rows + (i + shift) * row_bytes_, 1);
      }
    }
    return rows;
  }

  // Replaces every row by the total from the block's beginning, or to its end. Combines each with
  // the row at distance 1, 2, 4, ...
  const uint8_t* Scanned(int64_t block, int64_t array, bool is_prefix) {
    if (const uint8_t* elements = SingleElements(block, Array(array))) {
      const MonoidKernels& kernels = *pass_.kernels;
      (is_prefix ? kernels.scan_prefix : kernels.scan_suffix)(kernels.type, elements, Array(array));
      return Array(array);
    }
    if (pass_.kernels->scan_rows != nullptr) {
      const Rows found = RowsOf(block, Array(array));
      pass_.kernels->scan_rows(pass_.kernels->type, found.first, found.stride, Array(array),
                               unit_.tile, is_prefix);
      return Array(array);
    }
    ReadBlock(block, Array(array));
    if constexpr (!kHasCombineBehind) return ScannedByCopies(array, is_prefix);
    uint8_t* rows = Array(array);
    for (int64_t shift = 1; shift < kWindowBlock; shift *= 2) {
      uint8_t* shifted = rows + shift * row_bytes_;
      const int64_t elements = (kWindowBlock - shift) * unit_.tile;
      if (is_prefix) {
        pass_.kernels->combine_behind(pass_.kernels->type, shifted, rows, elements);
      } else {
        Combine(rows, shifted, elements);
      }
    }
    return rows;
  }

  // There are eight iterations, so the result is in the intended array.
  const uint8_t* ScannedByCopies(int64_t array, bool is_prefix) {
    uint8_t* now = Array(array);
    uint8_t* then = Array(kSpare);
    static_assert(std::countr_zero(static_cast<uint64_t>(kWindowBlock)) % 2 == 0);
    for (int64_t shift = 1; shift < kWindowBlock; shift *= 2) {
      const int64_t rows = kWindowBlock - shift;
      const int64_t shift_bytes = shift * row_bytes_;
      if (is_prefix) {
        CopyRows(then, now, shift);
        CopyRows(then + shift_bytes, now, rows);
        CombineRows(then + shift_bytes, now + shift_bytes, rows);
      } else {
        CopyRows(then, now, kWindowBlock);
        CombineRows(then, now + shift_bytes, rows);
      }
      std::swap(now, then);
    }
    return now;
  }

  void TakeRows(const uint8_t* from, int64_t step, int64_t rows, uint8_t* to) const {
    if (step == 1) return CopyRows(to, from, rows);
    for (int64_t i = 0; i < rows; ++i) {
      CopyRows(to + i * row_bytes_, from + i * step * row_bytes_, 1);
    }
  }

  // Whether one kernel can combine all parts.
  bool AddsAtOnce() const {
    if (pass_.kernels->fold_cells == nullptr) return false;
    return pass_.inner == 1 ? pass_.window.stride == 1 : row_bytes_ >= kLeastFoldedBytes;
  }

  bool AddAll(int64_t row, int64_t rows, int64_t a, int64_t e, int64_t in_a, int64_t in_e) const {
    const bool is_line = pass_.inner == 1;
    const int64_t step = pass_.window.stride * unit_.tile;
    // If there are few elements, computes more than needed: the memory after the scans is scratch
    // memory too.
    const int64_t least = kLeastFoldedBytes / pass_.element_bytes;
    const bool are_few = is_line && rows < least;
    const int64_t elements = are_few ? least : rows;
    CellRow cells[3];
    int64_t count = 0;
    cells[count++] = {suffix_ + in_a * row_bytes_, step};
    if (e - a > 1) {
      const uint8_t* whole = WholeAt(a + 1, e - a - 1);
      if (is_line) {
        Fill(Array(kPart), whole, static_cast<size_t>(pass_.element_bytes), elements);
        whole = Array(kPart);
      }
      cells[count++] = {whole, 0};
    }
    cells[count++] = {prefix_ + in_e * row_bytes_, step};
    CellFold fold{cells,      count,       elements,
                  unit_.tile, pass_.inner, pass_.takes_init ? buffers_.init : nullptr};
    if (is_line) std::swap(fold.units, fold.unit);
    uint8_t* result = ResultAt(unit_.line, row);
    uint8_t* to = are_few ? Array(kTotal) : result;
    if (!pass_.kernels->fold_cells(pass_.kernels->type, fold, to)) return false;
    if (are_few) CopyRows(result, to, rows);
    return true;
  }

  const uint8_t* WholeAt(int64_t block, int64_t count) const {
    const Table table = count == pass_.least_whole ? Table::kLeast : Table::kMost;
    const int64_t at =
        (unit_.line * pass_.blocks + block - pass_.first_block) * pass_.inner + unit_.column;
    return TableAt(pass_, buffers_, table) + at * pass_.element_bytes;
  }

  void AddWhole(int64_t block, int64_t count, int64_t rows) const {
    if (count == 0) return;
    const uint8_t* whole = WholeAt(block, count);
    if (unit_.tile == 1) {
      Fill(Array(kPart), whole, static_cast<size_t>(pass_.element_bytes), rows);
      return CombineRows(Array(kTotal), Array(kPart), rows);
    }
    for (int64_t i = 0; i < rows; ++i) CombineRows(Array(kTotal) + i * row_bytes_, whole, 1);
  }

  void AddPrefix(int64_t in_block, int64_t rows) const {
    const uint8_t* from = prefix_ + in_block * row_bytes_;
    if (pass_.window.stride == 1) return CombineRows(Array(kTotal), from, rows);
    TakeRows(from, pass_.window.stride, rows, Array(kPart));
    CombineRows(Array(kTotal), Array(kPart), rows);
  }

  const uint8_t* suffix_ = nullptr;
  const uint8_t* prefix_ = nullptr;
  int64_t suffix_block_ = 0;
  int64_t prefix_block_ = 0;
  PaddedScans& padded_;
};

}  // namespace

void RunTotalsChunk(const WindowPass& pass, const WindowBuffers& buffers, int64_t chunk,
                    uint8_t* scratch) {
  WindowUnit unit;
  unit.column = chunk % pass.tiles * pass.tile;
  unit.tile = std::min(pass.tile, pass.inner - unit.column);
  chunk /= pass.tiles;
  const int64_t groups = (pass.blocks + kTotalsOfChunk - 1) / kTotalsOfChunk;
  unit.line = chunk / groups;
  const int64_t begin = chunk % groups * kTotalsOfChunk;
  TotalsRunner(pass, buffers, unit, scratch)
      .Run(begin, std::min(begin + kTotalsOfChunk, pass.blocks));
}

int64_t LevelCount(const WindowPass& pass) {
  return static_cast<int64_t>(std::bit_width(static_cast<uint64_t>(pass.least_whole + 1)));
}

// Totals of 2^level blocks from every block on alternate between kTotals and kSpare.
void RunLevel(const WindowPass& pass, const WindowBuffers& buffers, int64_t level) {
  const int64_t length = int64_t{1} << level;
  const int64_t elements = pass.outer * pass.blocks * pass.inner;
  const bool is_even = level % 2 == 0;
  const uint8_t* now = TableAt(pass, buffers, is_even ? Table::kTotals : Table::kSpare);
  const auto combine_shifted = [&](uint8_t* to, int64_t blocks) {
    const int64_t shift = blocks * pass.inner;
    if (shift >= elements) return;
    pass.kernels->combine(pass.kernels->type, to, now + shift * pass.element_bytes,
                          elements - shift);
  };
  const auto copy = [&](uint8_t* to) {
    std::memcpy(to, now, static_cast<size_t>(elements * pass.element_bytes));
  };
  for (const int64_t more : {0, 1}) {
    const int64_t count = pass.least_whole + more;
    if ((count & length) == 0) continue;
    uint8_t* to = TableAt(pass, buffers, more == 0 ? Table::kLeast : Table::kMost);
    const int64_t done = count & (length - 1);
    if (done == 0) {
      copy(to);
    } else {
      combine_shifted(to, done);
    }
  }
  if (level + 1 == LevelCount(pass)) return;
  uint8_t* then = TableAt(pass, buffers, is_even ? Table::kSpare : Table::kTotals);
  copy(then);
  combine_shifted(then, length);
}

void RunLongUnit(const WindowPass& pass, const WindowBuffers& buffers, int64_t unit,
                 uint8_t* scratch, PaddedScans& padded) {
  const WindowUnit at = UnitAt(pass, unit);
  if (padded.tile != at.tile) padded = {.tile = at.tile};
  ResultRunner(pass, buffers, at, scratch, padded).Run();
}

}  // namespace paddock::simd
