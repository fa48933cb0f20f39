#include "core/plan/fusion/row_size.h"

#include <algorithm>
#include <vector>

#include "core/plan/fusion/tile_chain.h"

namespace paddock {
namespace {

// Returns the elements of a row that each part of a joined load has; 0 if they differ.
int64_t EqualShareOf(const TileLoad& load) {
  if (load.kind != TileLoad::Kind::kJoined) return 0;
  const int64_t share = load.parts()[0].share;
  const bool are_equal =
      std::ranges::all_of(load.parts(), [&](const TileLoad& part) { return part.share == share; });
  return are_equal ? share : 0;
}

}  // namespace

bool IsRowOfParts(const TileLoad& load) {
  constexpr int64_t kFewestOfPart = 32;
  const auto is_whole = [](const TileLoad& part) {
    return part.kind == TileLoad::Kind::kStrided && part.run.source_stride == 1 &&
           (part.run.size == part.share || part.outer.empty());
  };
  return load.kind == TileLoad::Kind::kJoined && load.part_count <= kMostPartsOfRow &&
         load.row >= kFewestOfPart * static_cast<int64_t>(load.part_count) &&
         std::ranges::all_of(load.parts(), is_whole);
}

void DivideRuns(std::span<TileLoad> loads, Arena& arena) {
  const auto parted = std::ranges::find_if(loads, &IsRowOfParts);
  if (parted == loads.end()) return;
  const int64_t row = parted->row;
  for (TileLoad& load : loads) {
    const int64_t size = load.run.size, stride = load.run.source_stride;
    const bool is_longer = load.kind == TileLoad::Kind::kStrided && size > row && size % row == 0;
    if (!is_longer) continue;
    std::vector<simd::CopyDimension> outer(load.outer.begin(), load.outer.end());
    outer.push_back({size / row, row * stride, 0});
    load.outer = arena.CopyArray(outer);
    load.run.size = row;
  }
}

int64_t RowSizeOf(std::span<const TileLoad> loads, bool is_coded) {
  const int64_t fewest = is_coded ? kFewestOfCodedRow : kFewestOfRow;
  int64_t size = 0;
  bool is_copied = false;
  for (const TileLoad& load : loads) {
    if (is_coded && IsRowOfParts(load)) {
      if (size != 0 && load.row != size) return 0;
      size = load.row;
      is_copied = true;
      continue;
    }
    const bool is_run = load.run.source_stride == 1;
    if (load.kind != TileLoad::Kind::kStrided || !(is_run || load.enough != 0)) continue;
    if (load.run.size < fewest || (size != 0 && load.run.size != size)) return 0;
    size = load.run.size;
    is_copied = is_copied || ((is_run || is_coded) && load.period == 0);
  }
  if (size != 0 && size < kFewestOfRow && !is_copied) return 0;
  if (size != 0 || kHasChainModules) return size;
  for (const TileLoad& load : loads) {
    const int64_t share = EqualShareOf(load);
    if (share < fewest) continue;
    if (size != 0 && share != size) return 0;
    size = share;
  }
  return size;
}

}  // namespace paddock
