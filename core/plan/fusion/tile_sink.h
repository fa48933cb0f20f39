// Sinks of tile programs: reductions of values that a program computes. Each tile is reduced while
// it is in the first-level cache, so the values are never in memory as a whole.
#ifndef PADDOCK_CORE_PLAN_FUSION_TILE_SINK_H_
#define PADDOCK_CORE_PLAN_FUSION_TILE_SINK_H_

#include <cstddef>
#include <cstdint>

#include "simd/reduce/monoid.h"
#include "simd/reduce/reduce_pieces.h"

namespace paddock {

struct TileProgram;

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

// Reduces `count` elements in the registers, from element `begin` of the program on.
void RunTileSinks(const TileProgram& program, std::byte* const* pointers,
                  std::byte* const* registers, std::byte* scratch, int64_t begin, int64_t count);

// Completes the results of elements begin .. end, which are whole units.
void CompleteTileSinks(const TileProgram& program, std::byte* const* pointers, std::byte* scratch,
                       int64_t begin, int64_t end);

// Completes the results after the last tile.
void FinishTileSinks(const TileProgram& program, std::byte* const* pointers, std::byte* scratch);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_TILE_SINK_H_
