// The tiles of a tile program in order, and the registers that loads fill for each.
#ifndef PADDOCK_CORE_PLAN_FUSION_TILE_PLACE_H_
#define PADDOCK_CORE_PLAN_FUSION_TILE_PLACE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/plan/fusion/tile_chain.h"
#include "core/plan/fusion/tile_load.h"
#include "core/plan/fusion/tile_program.h"
#include "simd/movement/copy_kernels.h"

namespace paddock {

// The elements of a tile, and its place in rows of TileProgram::row_size, if there are rows.
struct TilePlace {
  int64_t begin = 0, count = 0;
  int64_t row = 0, index = 0;
};

// Returns whether the register already holds these elements.
inline bool IsLoaded(const TileLoad& load, TileRegisters& registers, int64_t begin, int64_t count) {
  if (load.period == 0) return false;
  TileRegisters::Loaded& loaded = registers.loaded[load.result];
  const int64_t index = begin % load.period;
  if (loaded.index == index && loaded.count >= count) return true;
  loaded = {index, count};
  return false;
}

// Whether a tile of the load is a part of one row in memory.
inline bool IsInRow(const TileProgram& program, const TileLoad& load) {
  return load.kind == TileLoad::Kind::kStrided && load.run.source_stride == 1 &&
         load.run.size == program.row_size && load.result >= program.moving_registers;
}

// Fills the register of a load that has one element for each run, if the tile is in one run.
// Returns false otherwise.
template <class Loader>
bool LoadSame(const TileLoad& load, std::byte* const* pointers, std::byte* to,
              TileRegisters& registers, int64_t begin, int64_t count, Loader& loader) {
  const int64_t run = begin / load.run.size;
  if (begin - run * load.run.size + count > load.run.size) return false;
  registers.at[load.result] = to;
  registers.is_same[load.result] = true;
  registers.loaded[load.result].count = 0;
  loader.Fill(to, AddressInRun(load, pointers, run, 0), load.element_bytes,
              std::min(int64_t{load.enough}, count));
  return true;
}

// Calls loader.Copy as CopyElements or loader.Fill as simd::Fill, unless the tile is consecutive in
// memory, so that its register can be there.
template <class Loader>
void LoadTile(const TileProgram& program, const TileLoad& load, std::byte* const* pointers,
              std::byte* scratch, TileRegisters& registers, const TilePlace& place,
              Loader& loader) {
  if (load.kind == TileLoad::Kind::kSplat) return;
  std::byte*& at = registers.at[load.result];
  if (IsInRow(program, load)) {
    at = const_cast<std::byte*>(AddressInRun(load, pointers, place.row, place.index));
    return;
  }
  const int64_t begin = place.begin, count = place.count;
  const bool is_result = load.result < program.moving_registers;
  std::byte* const own = scratch + program.registers[load.result].scratch_offset;
  const bool may_be_same = !is_result && load.kind == TileLoad::Kind::kStrided &&
                           load.run.source_stride == 0 && load.enough != 0;
  if (may_be_same && LoadSame(load, pointers, own, registers, begin, count, loader)) return;
  if (!is_result) at = own;
  registers.is_same[load.result] = false;
  const std::byte* const found = is_result ? nullptr : FindInMemory(load, pointers, begin, count);
  // No instruction writes into the register of a load.
  if (found != nullptr) {
    at = const_cast<std::byte*>(found);
  } else if (is_result || !IsLoaded(load, registers, begin, count)) {
    loader.Copy(load, pointers, at, begin, count);
  }
}

// Advances to the next tile.
inline void Advance(const TileProgram& program, int64_t end, TilePlace& place) {
  place.begin += place.count;
  place.index += place.count;
  if (program.row_size != 0 && place.index == program.row_size) {
    place.index = 0;
    ++place.row;
  }
  place.count = std::min(program.tile_size, end - place.begin);
  if (program.row_size != 0) place.count = std::min(place.count, program.row_size - place.index);
}

inline TilePlace FirstPlace(const TileProgram& program, int64_t begin, int64_t end) {
  TilePlace place{.begin = begin};
  if (program.row_size != 0) {
    place.row = begin / program.row_size;
    place.index = begin % program.row_size;
  }
  Advance(program, end, place);
  return place;
}

// Returns whether the tile after `place` does not fit into the registers of sinks, in which
// `waiting` elements come before this tile. Streams take a tile's register away.
inline bool IsFull(const TileProgram& program, int64_t waiting, int64_t end,
                   const TilePlace& place) {
  TilePlace next = place;
  Advance(program, end, next);
  const bool fits = waiting + place.count + next.count <= program.tile_size;
  return next.count == 0 || !fits || !program.streams.empty();
}

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_TILE_PLACE_H_
