#include "simd/reduce/reduce_pieces.h"

#include <algorithm>

#include "simd/chunks.h"
#include "simd/reduce/lane_totals.h"

namespace paddock::simd {
namespace {

using Layout = ReducePass::Layout;

// The lanes of a row of columns stay in the second-level cache.
constexpr int64_t kMostLaneBytes = 256 << 10;
// A unit is not interrupted: it takes a few milliseconds at most.
constexpr int64_t kMostUnit = 4 << 20;

class PieceReducer : LaneTotals {
 public:
  PieceReducer(const ReducePieces& pieces, const ReduceBuffers& buffers, void* scratch)
      : LaneTotals(*pieces.plan, pieces.plan->passes[0], buffers, scratch), pieces_(pieces) {}

  void CombineInit(int64_t first, int64_t last) {
    for (int64_t row = first; row < last; row += kReduceTotals) {
      const int64_t rows = std::min(last - row, kReduceTotals);
      Copy(scratch_, result_ + row * bytes_, rows);
      Finish(scratch_, row, rows);
    }
  }

  void Take(const uint8_t* from, int64_t begin, int64_t count) {
    while (count > 0) {
      const int64_t taken = pieces_.beside != 1 ? TakeOfBrokenRow(from, begin, count)
                            : pieces_.rows == 1 ? TakeOfRow(from, begin, count)
                                                : TakeRows(from, begin, count);
      from += taken * bytes_;
      begin += taken;
      count -= taken;
    }
  }

  void TakeLanes(const void* lanes, int64_t first, int64_t count) {
    kernels_.reduce_rows(type_, lanes, kReduceLanes, kReduceLanes, result_ + first * bytes_, count);
  }

 private:
  // The block of reduced element `r`: its number, and its elements.
  struct Block {
    int64_t index, begin, count;
  };
  Block BlockOf(int64_t r) const {
    const int64_t index = r / kReduceBlock;
    const int64_t begin = index * kReduceBlock;
    return {index, begin, std::min(kReduceBlock, pass_.count - begin)};
  }

  int64_t TakeOfRow(const uint8_t* from, int64_t begin, int64_t count) {
    const int64_t row = begin / pieces_.row;
    const Block block = BlockOf(begin % pieces_.row);
    const int64_t r = begin % pieces_.row - block.begin;
    if (pass_.block_count == 1 && r == 0 && count >= pieces_.row) {
      const int64_t rows = count / pieces_.row;
      kernels_.reduce_rows(type_, from, pieces_.row, pieces_.row, result_ + row * bytes_, rows);
      return rows * pieces_.row;
    }
    const int64_t taken = std::min(count, block.count - r);
    AccumulateRun(scratch_, from, r, taken);
    if (r + taken == block.count) {
      FoldLanes(block.count, 1);
      Copy(result_ + (row * pass_.block_count + block.index) * bytes_, scratch_, 1);
    }
    return taken;
  }

  // Takes a part of a run of one of the alternating results, each of which has its own lanes; or
  // whole runs of several results.
  int64_t TakeOfBrokenRow(const uint8_t* from, int64_t begin, int64_t count) {
    const int64_t run = begin / pieces_.row, in_run = begin % pieces_.row;
    const int64_t beside = run % pieces_.beside, outer = run / pieces_.beside / pieces_.rows;
    const int64_t element = run / pieces_.beside % pieces_.rows * pieces_.row + in_run;
    const Block block = BlockOf(element);
    const int64_t r = element - block.begin;
    const int64_t length = std::min({count, pieces_.row - in_run, block.count - r});
    const int64_t runs =
        length == pieces_.row ? std::min(count / length, pieces_.beside - beside) : 1;
    uint8_t* const lanes = Scratch(beside * kReduceLanes);
    // Before a piece there may be no memory.
    AccumulateRun(lanes, from, r, length);
    AccumulateRuns(lanes + LaneBytes(), from + length * bytes_, {length, length, r, runs - 1});
    if (r + length == block.count) {
      const int64_t kept = outer * pieces_.beside + beside;
      FinishRuns(lanes, block.count, block.index * pass_.kept_count + kept, runs,
                 Scratch(pieces_.beside * kReduceLanes));
    }
    return runs * length;
  }

  // Takes a part of a row of columns, or whole rows in consecutive lanes.
  int64_t TakeRows(const uint8_t* from, int64_t begin, int64_t count) {
    const int64_t column = begin % pieces_.row;
    const int64_t row = begin / pieces_.row;
    const Block block = BlockOf(row % pieces_.rows * pass_.in_row);
    const int64_t block_rows = block.count / pass_.in_row;
    const int64_t r = row % pieces_.rows - block.begin / pass_.in_row;
    int64_t rows = std::min(count / pieces_.row, block_rows - r);
    const bool is_whole = column == 0 && r == 0 && rows == block_rows;
    if (!kIsWeb && is_whole && FinishWhole(from, rows, PositionOf(block, row))) {
      return rows * pieces_.row;
    }
    int64_t taken = std::min(pieces_.row - column, count);
    if (column == 0 && rows > 0) {
      rows = CombineLanes(from, r, rows);
      taken = rows * pieces_.row;
    } else {
      rows = 1;
      AccumulatePart(from, r, column, taken);
    }
    if (r + rows == block_rows && (column + taken) % pieces_.row == 0) {
      FinishColumns(block, row);
    }
    return taken;
  }

  // Stores the totals of all rows of a block if no lanes are needed.
  bool FinishWhole(const uint8_t* from, int64_t rows, int64_t position) {
    if (pass_.in_row == 1) return FinishAtOnce(from, pieces_.row, rows, position, pieces_.row);
    if (rows > group() && !kernels_.has_any_order) return false;
    FinishGrouped(from, rows, position);
    return true;
  }

  void FinishColumns(const Block& block, int64_t row) {
    const int64_t position = PositionOf(block, row);
    if (!kIsWeb && pass_.in_row != 1) {
      return FinishGrouped(scratch_, std::min(block.count / pass_.in_row, group()), position);
    }
    FoldLanes(block.count, pieces_.row);
    Finish(scratch_, position, pieces_.row);
  }

  // Returns the first total of the columns of a row.
  int64_t PositionOf(const Block& block, int64_t row) const {
    return block.index * pass_.kept_count + row / pieces_.rows * (pieces_.row / pass_.in_row);
  }

  // Rows that fill all lanes.
  int64_t group() const { return kReduceLanes / pass_.in_row; }

  void AccumulatePart(const uint8_t* from, int64_t r, int64_t column, int64_t count) {
    uint8_t* lane = Scratch(r % group() * pieces_.row + column);
    if (r < group()) {
      Copy(lane, from, count);
    } else {
      Combine(lane, from, count);
    }
  }

  // Returns how many of the rows it has taken.
  int64_t CombineLanes(const uint8_t* from, int64_t r, int64_t rows) {
    const int64_t lane = r % group();
    const int64_t groups = rows / group();
    if (kernels_.combine_rows != nullptr && lane == 0 && r != 0 && groups > 1) {
      const int64_t step = group() * pieces_.row;
      kernels_.combine_rows(type_, scratch_, from, step, step, groups);
      return groups * group();
    }
    const int64_t taken = std::min(rows, group() - lane);
    AccumulatePart(from, r, 0, taken * pieces_.row);
    return taken;
  }

  const ReducePieces& pieces_;
};

// Whether the rows of all kept elements come before the next row of any, from the outermost kept
// dimension on.
bool IsNested(const ReducePass& pass) {
  if (pass.reduced.size() != 1 || pass.kept.size() > 2) return false;
  if (pass.layout != Layout::kBrokenRows) {
    if (pass.kept.empty()) return true;
    return pass.kept.size() == 1 && pass.kept[0].source_stride > pass.reduced[0].source_stride;
  }
  return !pass.joins_runs && pass.kept.back().source_stride == pass.run;
}

bool AreColumns(const ReducePass& pass) {
  return pass.layout == Layout::kColumns || pass.layout == Layout::kDenseColumns ||
         pass.layout == Layout::kGroupedColumns;
}

}  // namespace

ReducePieces PlanPieces(const ReducePlan& plan) {
  ReducePieces pieces{&plan};
  if (plan.passes.empty()) return pieces;
  const ReducePass& pass = plan.passes[0];
  const bool are_columns = AreColumns(pass), are_broken = pass.layout == Layout::kBrokenRows;
  if (are_columns || are_broken ? !IsNested(pass) : pass.layout != Layout::kRows) return pieces;
  // Results whose elements alternate.
  const int64_t width = are_columns  ? pass.run / pass.in_row
                        : are_broken ? pass.kept.back().size
                                     : 1;
  const int64_t in_row = are_columns ? pass.in_row : pass.run;
  const bool is_block = pass.count % kReduceBlock == 0 || pass.kept_count == width;
  const bool ends_rows = kReduceBlock % in_row == 0 || pass.layout == Layout::kRows;
  const int64_t unit =
      width * (is_block && ends_rows ? std::min(pass.count, kReduceBlock) : pass.count);
  const int64_t lane_bytes = kReduceLanes * width * plan.element_bytes;
  if (unit > kMostUnit || lane_bytes > kMostLaneBytes) return pieces;
  pieces.row = pass.run;
  pieces.rows = pass.layout == Layout::kRows ? 1 : pass.count / in_row;
  pieces.beside = are_broken ? width : 1;
  pieces.unit = unit;
  const int64_t totals = kReduceTotals * plan.element_bytes;
  pieces.scratch_bytes = std::max(static_cast<size_t>(lane_bytes + totals), plan.scratch_bytes);
  return pieces;
}

void ReducePiece(const ReducePieces& pieces, const ReduceBuffers& buffers, const void* piece,
                 int64_t begin, int64_t count, void* scratch) {
  PieceReducer(pieces, buffers, scratch).Take(static_cast<const uint8_t*>(piece), begin, count);
}

void ReduceLanes(const ReducePieces& pieces, const ReduceBuffers& buffers, const void* lanes,
                 int64_t first, int64_t count, void* scratch) {
  PieceReducer(pieces, buffers, scratch).TakeLanes(lanes, first, count);
}

void CombineInit(const ReducePieces& pieces, const ReduceBuffers& buffers, int64_t begin,
                 int64_t end, void* scratch) {
  if (!pieces.has_whole_rows()) return;
  PieceReducer(pieces, buffers, scratch).CombineInit(begin / pieces.row, end / pieces.row);
}

void FinishPieces(const ReducePieces& pieces, const ReduceBuffers& buffers, void* scratch) {
  const ReducePlan& plan = *pieces.plan;
  for (int64_t pass = 1; pass < PassCount(plan); ++pass) {
    for (int64_t chunk = 0; chunk < ChunkCount(plan, pass); ++chunk) {
      RunChunk(plan, buffers, pass, chunk, scratch);
    }
  }
}

}  // namespace paddock::simd
