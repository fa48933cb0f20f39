#include "core/plan/fusion/rolled_load.h"

#include <algorithm>
#include <cstring>

#include "simd/movement/copy_kernels.h"

namespace paddock {
namespace {

// Copies the first `share` elements of each row, `from` and `to` the first ones.
void CopyPartsOfRows(const TileLoad& load, const std::byte* from, std::byte* to, int64_t rows,
                     int64_t share) {
  const auto bytes = static_cast<int64_t>(load.element_bytes);
  const int64_t stride = load.run.size * bytes;
  const auto kind = share == 1 ? simd::CopyKernel::kStrided : simd::CopyKernel::kContiguous;
  const auto kernel = simd::FindCopyKernel(kind, load.element_bytes);
  simd::CopyBlock block{rows, share * bytes, stride, stride, 1, 1};
  if (share == 1) block = {1, rows, 0, 0, stride, stride};
  kernel(reinterpret_cast<const uint8_t*>(from), reinterpret_cast<uint8_t*>(to), block);
}

// Rows that are neighbours in the source, too. Both parts of each row if the shorter one is long;
// else all rows at once, displaced by the shift of a row, then again the elements that come from
// the other end of their row.
void CopyRolledRows(const TileLoad& load, const std::byte* from, std::byte* result, int64_t rows) {
  const auto bytes = static_cast<int64_t>(load.element_bytes);
  const int64_t size = load.run.size, shift = load.shifts.back(), back = size - shift;
  const bool is_left = shift <= back;
  const int64_t skipped = is_left ? shift : back;
  // Shorter parts take longer than copying the row around them twice.
  constexpr int64_t kLeastBytes = 64;
  const bool has_long_parts = 4 * skipped >= size && skipped * bytes >= kLeastBytes;
  const auto moved = static_cast<size_t>((rows * size - skipped) * bytes);
  if (has_long_parts) {
    CopyPartsOfRows(load, from + shift * bytes, result, rows, back);
    CopyPartsOfRows(load, from, result + back * bytes, rows, shift);
  } else if (is_left) {
    std::memcpy(result, from + shift * bytes, moved);
    if (shift > 0) CopyPartsOfRows(load, from, result + back * bytes, rows, shift);
  } else {
    std::memcpy(result + back * bytes, from, moved);
    CopyPartsOfRows(load, from + shift * bytes, result, rows, back);
  }
}

// Returns the number of rows from `row` on that are neighbours in the source.
int64_t NeighboursOf(const TileLoad& load, int64_t row) {
  if (load.outer.empty()) return 1;
  const int64_t size = load.outer.back().size, index = row % size;
  const int64_t at = index + load.shifts[load.outer.size() - 1];
  return std::min(size - index, at >= size ? 2 * size - at : size - at);
}

// Rows of fewer bytes are copied many at once: calls of memcpy would take longer.
constexpr int64_t kFewestRolledBytes = 1024;

}  // namespace

int64_t RolledRow(const TileLoad& load, int64_t row) {
  int64_t offset = 0;
  for (size_t i = load.outer.size(); i-- > 0;) {
    const simd::CopyDimension& loop = load.outer[i];
    const int64_t at = row % loop.size + load.shifts[i];
    offset += (at >= loop.size ? at - loop.size : at) * loop.source_stride;
    row /= loop.size;
  }
  return offset;
}

RolledPlace FindRolled(const TileLoad& load, int64_t index) {
  const int64_t shifted = index + load.shifts.back();
  if (shifted < load.run.size) return {shifted, load.run.size - shifted};
  return {shifted - load.run.size, load.run.size - index};
}

void CopyRolled(const TileLoad& load, const std::byte* source, std::byte* result, int64_t begin,
                int64_t count) {
  const auto bytes = static_cast<int64_t>(load.element_bytes);
  const int64_t size = load.run.size;
  const bool is_short = size * bytes < kFewestRolledBytes;
  int64_t row = begin / size, index = begin % size;
  while (count > 0) {
    const std::byte* const from = source + RolledRow(load, row) * bytes;
    const int64_t whole = index == 0 && is_short ? count / size : 0;
    const int64_t rows = whole > 1 ? std::min(whole, NeighboursOf(load, row)) : 1;
    const RolledPlace place = FindRolled(load, index);
    const int64_t run = rows > 1 ? rows * size : std::min(place.left, count);
    if (rows > 1) {
      CopyRolledRows(load, from, result, rows);
    } else {
      std::memcpy(result, from + place.element * bytes, static_cast<size_t>(run * bytes));
    }
    count -= run;
    result += run * bytes;
    row += (index + run) / size;
    index = (index + run) % size;
  }
}

}  // namespace paddock
