// The size of the rows in which a tile program computes: elements that its loads have in memory
// behind each other.
#ifndef PADDOCK_CORE_PLAN_FUSION_ROW_SIZE_H_
#define PADDOCK_CORE_PLAN_FUSION_ROW_SIZE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/arena.h"
#include "core/plan/fusion/tile_graph.h"
#include "core/plan/fusion/tile_load.h"

namespace paddock {

// Runs of fewer elements are copied to tiles, unless machine code reads them.
#ifdef __EMSCRIPTEN__
inline constexpr int64_t kFewestOfRow = 256;
#else
inline constexpr int64_t kFewestOfRow = 512;
#endif
inline constexpr int64_t kFewestOfCodedRow = 64;
// Code reads shorter rows if there are several loads, of which each would be copied.
inline constexpr int64_t kFewestOfShortRow = 16;

// Returns whether modules read one element for each row of `size` elements as a vector that does
// not move.
constexpr bool IsRowOfModules(int64_t size) { return size >= kFewestOfRow; }

// Returns whether a node is one element for each row of at least `fewest` elements.
bool IsRowElement(const TileNode& node, int64_t fewest);

// Returns whether the node reads rows of an array, or an element of each. Code reads them where
// they are.
bool ReadsRows(const std::vector<TileNode>& nodes, const TileNode& node);

// Returns whether a large array is read by rows that are apart: a processor waits for the first
// lines of each, and longer with stores to memory between. Half of each row of 16 KB, of 64 MB,
// takes 2.1 ms instead of 3.7 (Zen 5).
bool ReadsLargeRows(const std::vector<TileNode>& nodes);

// Whether code reads the rows of a load in parts, where they are. More parts, or short ones, are
// copied to tiles.
inline constexpr size_t kMostPartsOfRow = 4;
bool IsRowOfParts(const TileLoad& load);

// Returns the loads and the window of a program (TileProgram::window), whose rows are alike.
std::vector<TileLoad> WithWindow(std::span<const TileLoad> loads,
                                 const std::optional<TileLoad>& window);

// Divides longer runs of the loads and the window into rows of the loads that have parts.
void DivideRuns(std::span<TileLoad> loads, std::optional<TileLoad>& window, Arena& arena);

// Returns the length of the program's contiguous runs that need no copy, if all have one length;
// else 0. Without such runs, that of the parts of joined loads. Short runs that all repeat are
// cheaper in a tile of several, which keeps them. `is_coded`: code computes row after row.
int64_t RowSizeOf(std::span<const TileLoad> loads, bool is_coded);

// Returns the length of the rows of a program with such tiles, or 0 for rows that all repeat and of
// which a tile has several: a module computes the whole tile faster than one row after another.
int64_t RowSizeIn(int64_t tile_size, std::span<const TileLoad> loads, bool is_coded);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_ROW_SIZE_H_
