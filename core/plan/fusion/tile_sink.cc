#include "core/plan/fusion/tile_sink.h"

#include <algorithm>
#include <vector>

#include "core/plan/fusion/tile_program.h"

namespace paddock {
namespace {

// Values that are computed only to be reduced stay in the first-level cache beside their operands.
constexpr int64_t kLargestSunkTile = 4096;

// The rows of columns that are reduced at once, from a tile that has all of them.
constexpr int64_t kLargestUnitBytes = 48 << 10;

}  // namespace

simd::ReduceBuffers BuffersOf(const TileSink& sink, std::byte* const* pointers) {
  return {nullptr, pointers[sink.init], pointers[sink.result], pointers[sink.shared]};
}

int64_t SunkTileSize(const TileSink& sink, int64_t tile) {
  tile = std::min(tile, kLargestSunkTile);
  const simd::ReducePieces& pieces = *sink.pieces;
  const bool are_columns = pieces.rows > 1 && pieces.beside == 1;
  if (are_columns && pieces.unit * pieces.plan->element_bytes <= kLargestUnitBytes) {
    return std::max<int64_t>(tile / pieces.unit, 1) * pieces.unit;
  }
  const int64_t row = pieces.row;
  for (const int64_t part : {row * simd::kReduceLanes, row}) {
    if (part <= tile) return tile / part * part;
  }
  return tile;
}

void SetSinks(TileProgram& program, std::span<const TileSink> sinks, Arena& arena) {
  std::vector<uint16_t> sunk;
  for (const TileSink& sink : sinks) {
    const bool is_scratch = program.registers[sink.tile_register].is_scratch;
    const bool is_known = std::ranges::find(sunk, sink.tile_register) != sunk.end();
    if (is_scratch && !is_known) sunk.push_back(sink.tile_register);
  }
  program.sinks = arena.CopyArray(sinks);
  program.sunk_registers = arena.CopyArray(sunk);
  program.unit = sinks[0].pieces->unit;
}

int64_t RunTileSinks(const TileProgram& program, std::byte* const* pointers, std::byte** registers,
                     std::byte* scratch, const SunkTile& tile, bool is_full) {
  const int64_t count = tile.waiting + tile.count;
  for (const TileSink& sink : program.sinks) {
    if (!is_full) break;
    const int64_t bytes = program.registers[sink.tile_register].element_bytes;
    const std::byte* elements = registers[sink.tile_register] - tile.waiting * bytes;
    simd::ReducePiece(*sink.pieces, BuffersOf(sink, pointers), elements, tile.begin - tile.waiting,
                      count, scratch + sink.scratch_offset);
  }
  const int64_t advance = is_full ? -tile.waiting : tile.count;
  for (const uint16_t sunk : program.sunk_registers) {
    registers[sunk] += advance * program.registers[sunk].element_bytes;
  }
  return is_full ? 0 : count;
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
