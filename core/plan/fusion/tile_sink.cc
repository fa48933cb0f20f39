#include "core/plan/fusion/tile_sink.h"

#include <algorithm>

#include "core/plan/fusion/tile_program.h"

namespace paddock {
namespace {

simd::ReduceBuffers BuffersOf(const TileSink& sink, std::byte* const* pointers) {
  return {nullptr, pointers[sink.init], pointers[sink.result], pointers[sink.shared]};
}

// Values that are computed only to be reduced stay in the first-level cache beside their operands.
constexpr int64_t kLargestSunkTile = 2048;

}  // namespace

int64_t SunkTileSize(const TileSink& sink, int64_t tile) {
  tile = std::min(tile, kLargestSunkTile);
  const int64_t row = sink.pieces->row;
  for (const int64_t part : {row * simd::kReduceLanes, row}) {
    if (part <= tile) return tile / part * part;
  }
  return tile;
}

void RunTileSinks(const TileProgram& program, std::byte* const* pointers,
                  std::byte* const* registers, std::byte* scratch, int64_t begin, int64_t count) {
  for (const TileSink& sink : program.sinks) {
    simd::ReducePiece(*sink.pieces, BuffersOf(sink, pointers), registers[sink.tile_register], begin,
                      count, scratch + sink.scratch_offset);
  }
}

void CompleteTileSinks(const TileProgram& program, std::byte* const* pointers, std::byte* scratch,
                       int64_t begin, int64_t end) {
  for (const TileSink& sink : program.sinks) {
    simd::CombineInit(*sink.pieces, BuffersOf(sink, pointers), begin, end,
                      scratch + sink.scratch_offset);
  }
}

void FinishTileSinks(const TileProgram& program, std::byte* const* pointers, std::byte* scratch) {
  for (const TileSink& sink : program.sinks) {
    simd::FinishPieces(*sink.pieces, BuffersOf(sink, pointers), scratch + sink.scratch_offset);
  }
}

}  // namespace paddock
