#include "core/plan/fusion/joined_load.h"

#include <algorithm>
#include <cstring>

#include "core/plan/fusion/tile_chain.h"
#include "simd/movement/copy_kernels.h"

namespace paddock {
namespace {

// Whether the part has one element everywhere, or the same elements of equally distant rows, or
// consecutive rows, or one element of each row.
bool IsEven(const TileLoad& part) {
  if (part.kind == TileLoad::Kind::kSplat) return true;
  if (part.kind != TileLoad::Kind::kStrided) return false;
  const bool is_consecutive = part.run.source_stride == 1;
  if (part.outer.empty()) return is_consecutive || part.share == 1;
  return is_consecutive && part.run.size == part.share && part.outer.size() == 1;
}

// Returns the distance of the part's rows in its source, in elements.
int64_t RowStep(const TileLoad& part) {
  if (part.kind == TileLoad::Kind::kSplat) return 0;
  return part.outer.empty() ? part.share * part.run.source_stride : part.outer.back().source_stride;
}

// Rows of parts that are copied part by part.
bool AreEven(const TileLoad& load) {
  return !kHasChainModules && std::ranges::all_of(load.parts(), &IsEven);
}

// Whether the part is most of a row, and as far apart in memory as the rows. One copy of all then
// writes over the places of the others.
bool Overwrites(const TileLoad& load, const TileLoad& part) {
  return 2 * part.share > load.row && RowStep(part) == load.row;
}

// Copies the part of `rows` rows to `result`, its first place.
void CopyPart(const TileLoad& load, const TileLoad& part, std::byte* const* pointers,
              std::byte* result, int64_t row, int64_t rows) {
  const auto bytes = static_cast<int64_t>(load.element_bytes);
  const bool is_splat = part.kind == TileLoad::Kind::kSplat;
  const int64_t step = RowStep(part) * bytes;
  const std::byte* const from = is_splat
                                    ? SplatAddress(part, pointers)
                                    : pointers[part.reference] + part.offset * bytes + row * step;
  const int64_t row_bytes = load.row * bytes;
  // Between its elements are other parts, which are copied later.
  if (Overwrites(load, part)) {
    std::memcpy(result, from, static_cast<size_t>((rows - 1) * row_bytes + part.share * bytes));
    return;
  }
  const bool is_column = part.share == 1;
  const auto kind = is_column  ? simd::CopyKernel::kStrided
                    : is_splat ? simd::CopyKernel::kFill
                               : simd::CopyKernel::kContiguous;
  simd::CopyBlock block{rows, part.share * bytes, step, row_bytes, 1, 1};
  if (is_splat) block = {rows, part.share, 0, row_bytes, 0, bytes};
  if (is_column) block = {1, rows, 0, 0, step, row_bytes};
  simd::FindCopyKernel(kind, load.element_bytes)(reinterpret_cast<const uint8_t*>(from),
                                                 reinterpret_cast<uint8_t*>(result), block);
}

// Copies whole rows, whose parts are even.
void CopyEvenRows(const TileLoad& load, std::byte* const* pointers, std::byte* result, int64_t row,
                  int64_t rows) {
  const auto bytes = static_cast<int64_t>(load.element_bytes);
  // Those that overwrite others' places first.
  for (const bool is_dense : {true, false}) {
    int64_t at = 0;
    for (const TileLoad& part : load.parts()) {
      if (Overwrites(load, part) == is_dense)
        CopyPart(load, part, pointers, result + at * bytes, row, rows);
      at += part.share;
    }
  }
}

}  // namespace

PlaceInRow FindPart(const TileLoad& load, int64_t at) {
  const TileLoad* part = load.parts().data();
  for (; at >= part->share; ++part) at -= part->share;
  return {part, at};
}

void CopyJoined(const TileLoad& load, std::byte* const* pointers, std::byte* result, int64_t begin,
                int64_t count) {
  const auto bytes = static_cast<int64_t>(load.element_bytes);
  const bool may_copy_rows = count >= 2 * load.row && AreEven(load);
  int64_t row = begin / load.row;
  auto [part, index] = FindPart(load, begin % load.row);
  while (count > 0) {
    const bool begins_row = index == 0 && part == load.parts().data();
    if (begins_row && may_copy_rows && count >= load.row) {
      const int64_t rows = count / load.row;
      CopyEvenRows(load, pointers, result, row, rows);
      row += rows;
      result += rows * load.row * bytes;
      count -= rows * load.row;
      continue;
    }
    const int64_t run = std::min(part->share - index, count);
    CopyElements(*part, pointers, result, row * part->share + index, run);
    count -= run;
    result += run * bytes;
    index = 0;
    if (++part == load.parts().data() + load.parts().size()) {
      part = load.parts().data();
      ++row;
    }
  }
}

}  // namespace paddock
