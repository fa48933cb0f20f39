#include "core/plan/fusion/row_size.h"

#include <algorithm>
#include <vector>

#include "core/plan/fusion/chain_code.h"
#include "core/plan/fusion/copy_loops.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/fusion/tile_graph.h"

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

// Returns whether several loads are runs that would be copied for each tile. A row of a load that
// repeats, or has one element for each row, is cheaper in a tile of several rows.
bool MayHaveShortRows(std::span<const TileLoad> loads) {
  size_t copied = 0;
  for (const TileLoad& load : loads) {
    if (load.kind == TileLoad::Kind::kSplat) continue;
    const bool is_copied =
        load.kind == TileLoad::Kind::kStrided && load.run.source_stride == 1 && load.period == 0;
    if (!is_copied) return false;
    ++copied;
  }
  return copied > 1;
}

}  // namespace

bool IsRowElement(const TileNode& node, int64_t fewest) {
  if (node.kind != TileNode::Kind::kStrided || node.loops.empty()) return false;
  const simd::CopyDimension& run = node.loops.back();
  return run.source_stride == 0 &&
         (kHasChainModules ? IsRowOfModules(run.size) : run.size >= fewest);
}

bool ReadsRows(const std::vector<TileNode>& nodes, const TileNode& node) {
  const int64_t fewest = HasChainCode() ? kFewestOfCodedRow : kFewestOfRow;
  int short_rows = 0;
  for (uint32_t k = 0; k < node.operand_count && !kHasChainModules; ++k) {
    const TileNode& read = nodes[node.operands[k]];
    const bool has_rows = HasChainCode() && read.kind == TileNode::Kind::kStrided &&
                          read.loops.size() > 1 && read.loops.back().source_stride == 1;
    const int64_t size = has_rows ? read.loops.back().size : 0;
    if (size >= fewest || IsRowElement(read, fewest)) return true;
    if (size >= kFewestOfShortRow && ++short_rows > 1) return true;
  }
  return false;
}

bool ReadsLargeRows(const std::vector<TileNode>& nodes) {
  return std::ranges::any_of(nodes, [](const TileNode& node) {
    const bool has_rows = node.kind == TileNode::Kind::kStrided && node.loops.size() > 1 &&
                          node.loops.back().source_stride == 1;
    const int64_t bytes = SourceCount(node.loops) * static_cast<int64_t>(ByteSize(node.type));
    return has_rows && bytes >= kStreamedBytes;
  });
}

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

std::vector<TileLoad> WithWindow(std::span<const TileLoad> loads,
                                 const std::optional<TileLoad>& window) {
  std::vector<TileLoad> all(loads.begin(), loads.end());
  if (window) all.push_back(*window);
  return all;
}

void DivideRuns(std::span<TileLoad> loads, std::optional<TileLoad>& window, Arena& arena) {
  const auto parted = std::ranges::find_if(loads, &IsRowOfParts);
  if (parted == loads.end()) return;
  const int64_t row = parted->row;
  const auto divide = [&](TileLoad& load) {
    const int64_t size = load.run.size, stride = load.run.source_stride;
    const bool is_longer = load.kind == TileLoad::Kind::kStrided && size > row && size % row == 0;
    if (!is_longer) return;
    std::vector<simd::CopyDimension> outer(load.outer.begin(), load.outer.end());
    outer.push_back({size / row, row * stride, 0});
    load.outer = arena.CopyArray(outer);
    load.run.size = row;
  };
  for (TileLoad& load : loads) divide(load);
  if (window) divide(*window);
}

int64_t RowSizeOf(std::span<const TileLoad> loads, bool is_coded) {
  const int64_t fewest = is_coded ? kFewestOfCodedRow : kFewestOfRow;
  const int64_t fewest_of_run = is_coded && MayHaveShortRows(loads) ? kFewestOfShortRow : fewest;
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
    if (load.run.size < fewest_of_run || (size != 0 && load.run.size != size)) return 0;
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

int64_t RowSizeIn(int64_t tile_size, std::span<const TileLoad> loads, bool is_coded) {
  const int64_t size = RowSizeOf(loads, is_coded);
  if (!kHasChainModules || size == 0 || size == tile_size || tile_size % size != 0) return size;
  const bool repeats = std::ranges::all_of(loads, [&](const TileLoad& load) {
    const bool is_row = load.kind == TileLoad::Kind::kStrided && load.run.source_stride == 1;
    return load.run.size != size || (is_row && load.period == size);
  });
  return repeats ? 0 : size;
}

}  // namespace paddock
