// Sinks of tile programs: reductions of values that a program computes. Each tile is reduced while
// it is in the first-level cache, so the values are never in memory as a whole.
#ifndef PADDOCK_CORE_PLAN_FUSION_TILE_SINK_H_
#define PADDOCK_CORE_PLAN_FUSION_TILE_SINK_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/arena.h"
#include "simd/reduce/monoid.h"
#include "simd/reduce/reduce_pieces.h"

namespace paddock {

struct TileProgram;
struct TileSink;

// Where a sink reads and writes.
simd::ReduceBuffers BuffersOf(const TileSink& sink, std::byte* const* pointers);

// WebAssembly omits sinks, for code size: reductions are steps of their own.
inline constexpr bool kHasTileSinks = !simd::kIsWeb;

struct TileSink {
  uint16_t tile_register = 0;
  const simd::ReducePieces* pieces = nullptr;
  // References of the step.
  uint32_t init = 0;
  uint32_t result = 0;
  uint32_t shared = 0;
  uint32_t scratch_offset = 0;
};

// Returns the elements of a tile, at most `tile`: whole rows, if they fit.
int64_t SunkTileSize(const TileSink& sink, int64_t tile);

// Sets the program's sinks, whose registers it has.
void SetSinks(TileProgram& program, std::span<const TileSink> sinks, Arena& arena);

// A tile that has been computed: its first element, and their number.
struct SunkTile {
  int64_t begin = 0;
  int64_t count = 0;
  // Elements of tiles before it, which no sink has read.
  int64_t waiting = 0;
};

// Reduces the tile in the registers and the elements that wait, if `is_full`. Otherwise scratch
// registers advance. Returns how many elements wait: several short rows are reduced at a time.
int64_t RunTileSinks(const TileProgram& program, std::byte* const* pointers, std::byte** registers,
                     std::byte* scratch, const SunkTile& tile, bool is_full);

// Completes the results of elements begin .. end, which are whole units.
void CompleteTileSinks(const TileProgram& program, std::byte* const* pointers, std::byte* scratch,
                       int64_t begin, int64_t end);

// Completes the results after the last tile.
void FinishTileSinks(const TileProgram& program, std::byte* const* pointers, std::byte* scratch);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_TILE_SINK_H_
