#include "core/plan/fusion/run_copies.h"

#include <algorithm>
#include <cstring>

#include "core/plan/fusion/tile_chain.h"
#include "simd/movement/columns.h"
#include "simd/movement/copy_kernels.h"
#include "simd/movement/offset_cursor.h"
#include "simd/movement/picked_columns.h"
#include "simd/movement/short_runs.h"

namespace paddock {
namespace {

template <class T>
void CopyRun(const std::byte* source, std::byte* result, int64_t stride, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(result + i * static_cast<int64_t>(sizeof(T)),
                source + i * stride * static_cast<int64_t>(sizeof(T)), sizeof(T));
  }
}

struct Pair64 {
  uint64_t low, high;
};

// Returns the kernel for rows of `count` elements that are `stride` apart, backwards or every few;
// null if there is none.
simd::CopyBlockKernel FindRowKernel(size_t element_bytes, int64_t stride, int64_t count) {
  if (stride == -1) return simd::FindCopyKernel(simd::CopyKernel::kReverse, element_bytes);
  if (stride == 2 && element_bytes <= 8) {
    return simd::FindCopyKernel(simd::CopyKernel::kHalve, element_bytes);
  }
  return kHasChainModules ? nullptr : simd::FindPickKernel(element_bytes, stride, count);
}

// Gathers `count` elements that are `stride` apart.
void LoadRun(const std::byte* source, std::byte* result, size_t element_bytes, int64_t stride,
             int64_t count) {
  if (stride == 0) return simd::Fill(result, source, element_bytes, count);
  if (stride == 1) {
    std::memcpy(result, source, element_bytes * static_cast<size_t>(count));
    return;
  }
  const auto bytes = static_cast<int64_t>(element_bytes);
  if (const auto kernel = FindRowKernel(element_bytes, stride, count)) {
    return kernel(reinterpret_cast<const uint8_t*>(source), reinterpret_cast<uint8_t*>(result),
                  {1, count, 0, 0, stride * bytes, bytes});
  }
  if (!kHasChainModules && stride > 2 && stride <= 4) {
    return simd::SplitColumns(source, element_bytes, &result, 1, stride, count);
  }
  switch (element_bytes) {
    case 1:
      return CopyRun<uint8_t>(source, result, stride, count);
    case 2:
      return CopyRun<uint16_t>(source, result, stride, count);
    case 4:
      return CopyRun<uint32_t>(source, result, stride, count);
    case 8:
      return CopyRun<uint64_t>(source, result, stride, count);
    default:
      return CopyRun<Pair64>(source, result, stride, count);
  }
}

// Whether each run is copied several times in a row, and is short: pixels of an enlarged image, or
// a point beside its neighbours. More copies pay for a call.
bool AreRepeated(const TileLoad& load) {
  constexpr int64_t kMostTimes = 48, kMostBytes = 16;
  if (load.outer.size() < 2 || load.run.source_stride != 1) return false;
  const simd::CopyDimension &loop = load.outer.back(), &next = *(load.outer.end() - 2);
  const int64_t bytes = load.run.size * static_cast<int64_t>(load.element_bytes);
  return loop.source_stride == 0 && loop.size <= kMostTimes && bytes <= kMostBytes &&
         next.source_stride > 0;
}

// Copies repeated runs up to the end of the second loop around them. Returns their number, with
// the repetitions.
int64_t CopyRepeatedRuns(const TileLoad& load, const simd::OffsetCursor& cursor,
                         const std::byte* source, std::byte* result, int64_t count) {
  constexpr int64_t kMoved = 16;
  const simd::CopyDimension& next = *(load.outer.end() - 2);
  const int64_t times = load.outer.back().size;
  const int64_t groups = std::min(next.size - cursor.index(1), count / (load.run.size * times));
  const auto element_bytes = static_cast<int64_t>(load.element_bytes);
  const int64_t bytes = load.run.size * element_bytes, step = next.source_stride * element_bytes;
  const std::byte* const from = source + cursor.source_offset() * element_bytes;
  const int64_t read = (groups - 1) * step + bytes - kMoved;
  const int64_t written = groups * times * bytes - (times - 1) * bytes - kMoved;
  // The next run overwrites the bytes behind one that is moved.
  const bool may_move = groups > 0 && read >= 0 && written >= 0;
  const int64_t moved = may_move ? std::min(read / step, written / (times * bytes)) + 1 : 0;
  std::byte* to = result;
  for (int64_t group = 0; group < groups; ++group) {
    std::byte run[kMoved];
    if (group < moved) {
      std::memcpy(run, from + group * step, kMoved);
      for (int64_t i = 0; i < times; ++i, to += bytes) std::memcpy(to, run, kMoved);
    } else {
      std::memcpy(run, from + group * step, static_cast<size_t>(bytes));
      for (int64_t i = 0; i < times; ++i, to += bytes) {
        std::memcpy(to, run, static_cast<size_t>(bytes));
      }
    }
  }
  return groups * times;
}

// Copies runs that are too long for CopyShortRuns, and `step` elements apart. Returns false, and
// copies nothing, if no kernel copies several.
bool CopyLongRuns(const TileLoad& load, int64_t step, int64_t runs, const std::byte* from,
                  std::byte* result) {
  const auto bytes = static_cast<int64_t>(load.element_bytes);
  const int64_t stride = load.run.source_stride, size = load.run.size;
  const auto kernel = stride == 0 ? nullptr
                      : stride == 1
                          ? simd::FindCopyKernel(simd::CopyKernel::kContiguous, load.element_bytes)
                          : FindRowKernel(load.element_bytes, stride, size);
  if (kernel == nullptr) return false;
  simd::CopyBlock block{runs, size, step * bytes, size * bytes, stride * bytes, bytes};
  if (stride == 1) block = {runs, size * bytes, step * bytes, size * bytes, 1, 1};
  kernel(reinterpret_cast<const uint8_t*>(from), reinterpret_cast<uint8_t*>(result), block);
  return true;
}

// Fewer rows are not copied together by CopyRepeatedRows.
constexpr int64_t kFewestRepeatedRows = 3;

// Whether the runs repeat one element each, and few are neighbours in the source, such as the
// pixels of a part of an enlarged image.
bool AreShortRows(const TileLoad& load) {
  constexpr int64_t kLongRowBytes = 128;
  if (kHasChainModules || load.outer.size() < 2 || load.run.source_stride != 0) return false;
  const simd::CopyDimension &loop = load.outer.back(), &next = *(load.outer.end() - 2);
  return loop.source_stride == 1 && loop.size * int64_t{load.element_bytes} < kLongRowBytes &&
         next.size >= kFewestRepeatedRows && load.run.size <= simd::ShortRuns::kMostElements;
}

// Whether runs are copied by CopyShortRuns.
bool AreShort(const TileLoad& load) {
  const int64_t stride = load.run.source_stride;
  if (kHasChainModules && load.outer.back().source_stride < 0) return false;
  return stride == 0 ? simd::ShortRuns::MayRepeat(load.run.size, load.element_bytes)
                     : stride == 1 && load.run.size <= simd::ShortRuns::kMostElements;
}

// Copies whole runs up to the end of the loop around them, or of several iterations of it. Moves
// the cursor behind them, and returns their number.
int64_t CopyShortRuns(const TileLoad& load, simd::OffsetCursor& cursor, const std::byte* source,
                      std::byte* result, int64_t count) {
  constexpr size_t kMostRows = 16;
  const simd::CopyDimension& loop = load.outer.back();
  const size_t most_rows = AreRepeated(load) || AreShortRows(load) ? 1 : kMostRows;
  const int64_t most = count / load.run.size;
  simd::ShortRunRow rows[kMostRows];
  size_t row_count = 0;
  int64_t runs = 0;
  while (runs < most && row_count < most_rows) {
    const int64_t in_row = std::min(loop.size - cursor.index(0), most - runs);
    rows[row_count++] = {cursor.source_offset(), runs * load.run.size, in_row};
    runs += in_row;
    cursor.AdvanceInner(in_row);
  }
  simd::CopyShortRuns({load.run.size, runs, loop.source_stride, load.run.source_stride == 0},
                      std::span(rows, row_count), load.element_bytes, source, result);
  return runs;
}

// Copies whole runs up to the end of the loop around them, or more. Moves the cursor behind them,
// and returns their number; 0 if no kernel copies several.
int64_t CopyWholeRuns(const TileLoad& load, simd::OffsetCursor& cursor, const std::byte* source,
                      std::byte* result, int64_t count) {
  if (count < load.run.size) return 0;
  if (AreShort(load)) return CopyShortRuns(load, cursor, source, result, count);
  const simd::CopyDimension& loop = load.outer.back();
  const int64_t runs = std::min(loop.size - cursor.index(0), count / load.run.size);
  const std::byte* const from = source + cursor.source_offset() * int64_t{load.element_bytes};
  if (!CopyLongRuns(load, loop.source_stride, runs, from, result)) return 0;
  cursor.AdvanceInner(runs);
  return runs;
}

// Elements that are copied to the stack before each is repeated.
constexpr int64_t kRepeatedAtOnce = 256;

// Copies the runs of AreShortRows: first the elements of several rows beside each other. Returns
// the number of runs; 0 if there are too few rows.
int64_t CopyRepeatedRows(const TileLoad& load, const simd::OffsetCursor& cursor,
                         const std::byte* source, std::byte* result, int64_t count) {
  const simd::CopyDimension &loop = load.outer.back(), &next = *(load.outer.end() - 2);
  const int64_t left = std::min(next.size - cursor.index(1), count / (load.run.size * loop.size));
  const int64_t rows = std::min(left, kRepeatedAtOnce / loop.size);
  if (rows < kFewestRepeatedRows) return 0;
  alignas(64) std::byte elements[kRepeatedAtOnce * 16];
  const auto bytes = static_cast<int64_t>(load.element_bytes);
  const int64_t row_bytes = loop.size * bytes;
  simd::FindCopyKernel(simd::CopyKernel::kContiguous, load.element_bytes)(
      reinterpret_cast<const uint8_t*>(source + cursor.source_offset() * bytes),
      reinterpret_cast<uint8_t*>(elements),
      {rows, row_bytes, next.source_stride * bytes, row_bytes, 1, 1});
  simd::CopyShortRuns({load.run.size, rows * loop.size, 1, true}, load.element_bytes, elements,
                      result);
  return rows * loop.size;
}

// Copies whole runs, and moves the cursor behind them. Returns their number; 0 if they are copied
// one by one.
int64_t CopyManyRuns(const TileLoad& load, simd::OffsetCursor& cursor, const std::byte* source,
                     std::byte* result, int64_t count) {
  int64_t runs = 0;
  if (cursor.index(0) == 0 && AreRepeated(load)) {
    runs = CopyRepeatedRuns(load, cursor, source, result, count);
  } else if (cursor.index(0) == 0 && AreShortRows(load)) {
    runs = CopyRepeatedRows(load, cursor, source, result, count);
  }
  if (runs == 0) return CopyWholeRuns(load, cursor, source, result, count);
  cursor.Seek(cursor.position() + runs);
  return runs;
}

}  // namespace

void CopyRuns(const TileLoad& load, const std::byte* source, std::byte* result, int64_t begin,
              int64_t count) {
  const auto bytes = static_cast<int64_t>(load.element_bytes);
  source += load.offset * bytes;
  if (load.outer.empty()) {
    const int64_t stride = load.run.source_stride;
    return LoadRun(source + begin * stride * bytes, result, load.element_bytes, stride, count);
  }
  simd::OffsetCursor cursor(load.outer, begin / load.run.size);
  int64_t index = begin % load.run.size;
  while (count > 0) {
    int64_t elements =
        index == 0 ? load.run.size * CopyManyRuns(load, cursor, source, result, count) : 0;
    if (elements == 0) {
      elements = std::min(load.run.size - index, count);
      const int64_t offset = cursor.source_offset() + index * load.run.source_stride;
      LoadRun(source + offset * bytes, result, load.element_bytes, load.run.source_stride,
              elements);
      if (elements < count) cursor.Advance();
    }
    result += elements * bytes;
    count -= elements;
    index = 0;
  }
}

}  // namespace paddock
