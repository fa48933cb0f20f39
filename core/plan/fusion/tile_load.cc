#include "core/plan/fusion/tile_load.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "core/plan/fusion/joined_load.h"
#include "core/plan/fusion/rolled_load.h"
#include "core/plan/fusion/run_copies.h"
#include "core/plan/fusion/tile_chain.h"
#include "simd/movement/copy_kernels.h"
#include "simd/movement/offset_cursor.h"

namespace paddock {
namespace {

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
