#include "core/plan/fusion/tile_load.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "core/plan/fusion/joined_load.h"
#include "core/plan/fusion/rolled_load.h"
#include "core/plan/fusion/tile_chain.h"
#include "simd/movement/columns.h"
#include "simd/movement/copy_kernels.h"
#include "simd/movement/offset_cursor.h"
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

// Gathers `count` elements that are `stride` apart.
void LoadRun(const std::byte* source, std::byte* result, size_t element_bytes, int64_t stride,
             int64_t count) {
  if (stride == 0) return simd::Fill(result, source, element_bytes, count);
  if (stride == 1) {
    std::memcpy(result, source, element_bytes * static_cast<size_t>(count));
    return;
  }
  const auto bytes = static_cast<int64_t>(element_bytes);
  const bool is_half = stride == 2 && bytes <= 8;
  if (stride == -1 || is_half) {
    const auto kernel = is_half ? simd::CopyKernel::kHalve : simd::CopyKernel::kReverse;
    const simd::CopyBlock block{1, count, 0, 0, stride * bytes, bytes};
    simd::FindCopyKernel(kernel, element_bytes)(reinterpret_cast<const uint8_t*>(source),
                                                reinterpret_cast<uint8_t*>(result), block);
    return;
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
bool AreRepeated(const TileLoad& load, const simd::OffsetCursor& cursor) {
  constexpr int64_t kMostTimes = 48, kMostBytes = 16;
  if (load.outer.size() < 2 || load.run.source_stride != 1 || cursor.index(0) != 0) return false;
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
  const int64_t read_end = (groups - 1) * step + bytes, written_end = groups * times * bytes;
  for (int64_t group = 0; group < groups; ++group) {
    const int64_t read = group * step, written = group * times * bytes;
    // The next run overwrites the bytes behind this one.
    const bool moves =
        read + kMoved <= read_end && written + (times - 1) * bytes + kMoved <= written_end;
    for (int64_t i = 0; i < times; ++i) {
      std::byte* const to = result + written + i * bytes;
      if (moves) {
        std::memcpy(to, from + read, kMoved);
      } else {
        std::memcpy(to, from + read, static_cast<size_t>(bytes));
      }
    }
  }
  return groups * times;
}

// Copies whole runs up to the end of the loop around them. Returns their number; 0 if they are
// neither consecutive nor short.
int64_t CopyWholeRuns(const TileLoad& load, const simd::OffsetCursor& cursor,
                      const std::byte* source, std::byte* result, int64_t count) {
  const int64_t stride = load.run.source_stride;
  if (load.outer.empty() || stride < 0 || stride > 1) return 0;
  const simd::CopyDimension& loop = load.outer.back();
  const bool may_reverse = !kHasChainModules || loop.source_stride >= 0;
  const bool fits = stride == 0 ? simd::ShortRuns::MayRepeat(load.run.size, load.element_bytes)
                                : load.run.size <= simd::ShortRuns::kMostElements;
  const bool is_short = fits && may_reverse;
  if (!is_short && stride == 0) return 0;
  const int64_t runs = std::min(loop.size - cursor.index(0), count / load.run.size);
  if (runs == 0) return 0;
  const auto bytes = static_cast<int64_t>(load.element_bytes);
  const std::byte* from = source + cursor.source_offset() * bytes;
  if (is_short) {
    simd::CopyShortRuns({load.run.size, runs, loop.source_stride, stride == 0}, load.element_bytes,
                        from, result);
    return runs;
  }
  const int64_t run_bytes = load.run.size * bytes;
  const simd::CopyBlock block{runs, run_bytes, loop.source_stride * bytes, run_bytes, 1, 1};
  simd::FindCopyKernel(simd::CopyKernel::kContiguous, load.element_bytes)(
      reinterpret_cast<const uint8_t*>(from), reinterpret_cast<uint8_t*>(result), block);
  return runs;
}

// Elements that are copied to the stack before each is repeated.
constexpr int64_t kRepeatedAtOnce = 256;

// Copies runs of one element each, of which few are neighbours in the source, such as the pixels of
// a part of an enlarged image: first the elements of several rows beside each other. Returns the
// number of runs; 0 if their rows are too long, or too few.
int64_t CopyRepeatedRows(const TileLoad& load, const simd::OffsetCursor& cursor,
                         const std::byte* source, std::byte* result, int64_t count) {
  constexpr int64_t kLongRow = 64, kFewestRows = 3;
  if (kHasChainModules || load.outer.size() < 2 || load.run.source_stride != 0) return 0;
  const simd::CopyDimension &loop = load.outer.back(), &next = *(load.outer.end() - 2);
  const bool is_short = loop.source_stride == 1 && loop.size < kLongRow &&
                        load.run.size <= simd::ShortRuns::kMostElements;
  if (!is_short || cursor.index(0) != 0) return 0;
  const int64_t left = std::min(next.size - cursor.index(1), count / (load.run.size * loop.size));
  const int64_t rows = std::min(left, kRepeatedAtOnce / loop.size);
  if (rows < kFewestRows) return 0;
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
    const bool are_repeated = index == 0 && AreRepeated(load, cursor);
    int64_t runs = are_repeated ? CopyRepeatedRuns(load, cursor, source, result, count)
                   : index == 0 ? CopyRepeatedRows(load, cursor, source, result, count)
                                : 0;
    if (runs > 0) {
      result += runs * load.run.size * bytes;
      count -= runs * load.run.size;
      cursor.Seek(cursor.position() + runs);
      continue;
    }
    if (index == 0) runs = CopyWholeRuns(load, cursor, source, result, count);
    const int64_t elements =
        runs > 0 ? runs * load.run.size : std::min(load.run.size - index, count);
    if (runs == 0) {
      const int64_t offset = cursor.source_offset() + index * load.run.source_stride;
      LoadRun(source + offset * bytes, result, load.element_bytes, load.run.source_stride,
              elements);
    }
    result += elements * bytes;
    count -= elements;
    index = 0;
    if (count > 0) cursor.AdvanceInner(std::max<int64_t>(runs, 1));
  }
}

void LoadIota(const TileLoad& load, std::byte* result, int64_t begin, int64_t count) {
  const auto bytes = static_cast<int64_t>(load.element_bytes);
  while (count > 0) {
    const int64_t value = begin / load.inner % load.size;
    // Elements up to the end of the equal values, or of the ramp if each value occurs once.
    const int64_t left = load.inner == 1 ? load.size - value : load.inner - begin % load.inner;
    const int64_t run = std::min(left, count);
    if (load.inner == 1) {
      load.ramp(result, value, run);
    } else {
      alignas(16) std::byte element[16];
      load.ramp(element, value, 1);
      simd::Fill(result, element, load.element_bytes, run);
    }
    result += run * bytes;
    begin += run;
    count -= run;
  }
}

// Elements that are copied to the stack before they are put apart.
constexpr int64_t kSpacedAtOnce = 256;

// Writes rows of the first part `step` rows apart. A row is a position.
void CopyApart(const TileLoad& load, std::byte* const* pointers, std::byte* result, int64_t row,
               int64_t rows) {
  alignas(64) std::byte copied[kSpacedAtOnce * 16];
  const auto row_bytes = load.inner * static_cast<int64_t>(load.element_bytes);
  const auto kind = load.inner == 1 ? simd::CopyKernel::kStrided : simd::CopyKernel::kContiguous;
  const auto kernel = simd::FindCopyKernel(kind, load.element_bytes);
  const int64_t most = std::max<int64_t>(1, kSpacedAtOnce / load.inner);
  for (int64_t i = 0; i < rows; i += most) {
    const int64_t some = std::min(most, rows - i);
    std::byte* to = result + i * load.step * row_bytes;
    const std::byte* from =
        FindInMemory(load.parts()[0], pointers, (row + i) * load.inner, some * load.inner);
    if (from == nullptr && load.inner > kSpacedAtOnce) {
      CopyElements(load.parts()[0], pointers, to, (row + i) * load.inner, load.inner);
      continue;
    }
    if (from == nullptr) {
      CopyElements(load.parts()[0], pointers, copied, (row + i) * load.inner, some * load.inner);
      from = copied;
    }
    simd::CopyBlock block{some, row_bytes, row_bytes, load.step * row_bytes, 1, 1};
    if (load.inner == 1) block = {1, some, 0, 0, row_bytes, load.step * row_bytes};
    kernel(reinterpret_cast<const uint8_t*>(from), reinterpret_cast<uint8_t*>(to), block);
  }
}

// Rounds up; `b` is positive.
int64_t Quotient(int64_t a, int64_t b) { return a <= 0 ? 0 : (a + b - 1) / b; }

// Whole positions, all in one dimension `outer`.
void CopyPositions(const TileLoad& load, std::byte* const* pointers, std::byte* result,
                   int64_t outer, int64_t position, int64_t count) {
  const auto row_bytes = load.inner * static_cast<int64_t>(load.element_bytes);
  CopyElements(load.parts()[1], pointers, result, 0, count * load.inner);
  const int64_t first = Quotient(position - load.low, load.step);
  const int64_t last = std::min(load.filled, Quotient(position + count - load.low, load.step));
  if (first >= last) return;
  const int64_t at = load.low + first * load.step - position;
  CopyApart(load, pointers, result + at * row_bytes, outer * load.filled + first, last - first);
}

// Returns the element of parts[0] at an element of kSpaced; nothing if parts[1] is there.
std::optional<int64_t> FilledElement(const TileLoad& load, int64_t at) {
  const int64_t position = at / load.inner % load.size - load.low;
  const bool is_filled =
      position >= 0 && position % load.step == 0 && position / load.step < load.filled;
  if (!is_filled) return std::nullopt;
  const int64_t outer = at / load.inner / load.size;
  return (outer * load.filled + position / load.step) * load.inner + at % load.inner;
}

std::optional<ElementRun> Shortened(std::optional<ElementRun> run, int64_t count) {
  if (run) run->count = std::min(run->count, count);
  return run;
}

// A part of one position.
void CopyInner(const TileLoad& load, std::byte* const* pointers, std::byte* result, int64_t begin,
               int64_t count) {
  const auto element = FilledElement(load, begin);
  CopyElements(load.parts()[element ? 0 : 1], pointers, result, element.value_or(0), count);
}

void CopySpaced(const TileLoad& load, std::byte* const* pointers, std::byte* result, int64_t begin,
                int64_t count) {
  const auto bytes = static_cast<int64_t>(load.element_bytes);
  while (count > 0) {
    const int64_t index = begin % load.inner, position = begin / load.inner % load.size;
    int64_t run = std::min(count / load.inner, load.size - position) * load.inner;
    if (index == 0 && run > 0) {
      CopyPositions(load, pointers, result, begin / load.inner / load.size, position,
                    run / load.inner);
    } else {
      run = std::min(count, load.inner - index);
      CopyInner(load, pointers, result, begin, run);
    }
    result += run * bytes;
    begin += run;
    count -= run;
  }
}

}  // namespace

std::optional<ElementSource> SourceOf(const TileLoad& load, int64_t index) {
  const auto run = RunAt(load, index);
  if (!run) return std::nullopt;
  return ElementSource{run->reference, run->element};
}

std::optional<ElementRun> RunAt(const TileLoad& load, int64_t index) {
  switch (load.kind) {
    case TileLoad::Kind::kSplat:
      return ElementRun{load.reference, load.offset, 0, std::numeric_limits<int64_t>::max()};
    case TileLoad::Kind::kStrided: {
      const int64_t in_run = index % load.run.size, stride = load.run.source_stride;
      const int64_t run = simd::SourceOffsetAt(load.outer, index / load.run.size);
      return ElementRun{load.reference, load.offset + run + in_run * stride, stride,
                        load.run.size - in_run};
    }
    case TileLoad::Kind::kIota:
      return std::nullopt;
    case TileLoad::Kind::kJoined: {
      const auto [part, place] = FindPart(load, index % load.row);
      return Shortened(RunAt(*part, index / load.row * part->share + place), part->share - place);
    }
    case TileLoad::Kind::kSpaced: {
      if (kHasChainModules) return std::nullopt;
      const auto element = FilledElement(load, index);
      return Shortened(RunAt(load.parts()[element ? 0 : 1], element.value_or(0)),
                       load.inner - index % load.inner);
    }
    case TileLoad::Kind::kRolled: {
      if (kHasChainModules) return std::nullopt;
      const RolledPlace place = FindRolled(load, index % load.run.size);
      return ElementRun{load.reference, RolledRow(load, index / load.run.size) + place.element, 1,
                        place.left};
    }
  }
  return std::nullopt;
}

const std::byte* AddressInRun(const TileLoad& load, std::byte* const* pointers, int64_t run,
                              int64_t index) {
  const int64_t element = load.offset + simd::SourceOffsetAt(load.outer, run) + index;
  return pointers[load.reference] + element * int64_t{load.element_bytes};
}

const std::byte* FindInMemory(const TileLoad& load, std::byte* const* pointers, int64_t begin,
                              int64_t count) {
  if (load.kind == TileLoad::Kind::kJoined) {
    const auto [part, index] = FindPart(load, begin % load.row);
    if (index + count > part->share) return nullptr;
    return FindInMemory(*part, pointers, begin / load.row * part->share + index, count);
  }
  if (!kHasChainModules && load.kind == TileLoad::Kind::kRolled) {
    const RolledPlace place = FindRolled(load, begin % load.run.size);
    const int64_t element = RolledRow(load, begin / load.run.size) + place.element;
    return count <= place.left ? pointers[load.reference] + element * int64_t{load.element_bytes}
                               : nullptr;
  }
  if (load.kind != TileLoad::Kind::kStrided || load.run.source_stride != 1) return nullptr;
  const int64_t index = begin % load.run.size;
  if (index + count > load.run.size) return nullptr;
  return AddressInRun(load, pointers, begin / load.run.size, index);
}

void CopyElements(const TileLoad& load, std::byte* const* pointers, std::byte* result,
                  int64_t begin, int64_t count) {
  switch (load.kind) {
    case TileLoad::Kind::kSplat:
      return simd::Fill(result, SplatAddress(load, pointers), load.element_bytes, count);
    case TileLoad::Kind::kStrided:
      return CopyRuns(load, pointers[load.reference], result, begin, count);
    case TileLoad::Kind::kIota:
      return LoadIota(load, result, begin, count);
    case TileLoad::Kind::kJoined:
      return CopyJoined(load, pointers, result, begin, count);
    case TileLoad::Kind::kSpaced:
      // No load of WebAssembly is spaced or rolled.
      if (!kHasChainModules) CopySpaced(load, pointers, result, begin, count);
      return;
    case TileLoad::Kind::kRolled:
      if (!kHasChainModules) CopyRolled(load, pointers[load.reference], result, begin, count);
      return;
  }
}

}  // namespace paddock
