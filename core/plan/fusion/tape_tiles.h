// Tile programs as instructions of a tape. An operation on few elements is an instruction for each
// of them: calling its kernel takes as long as several such instructions.
#ifndef PADDOCK_CORE_PLAN_FUSION_TAPE_TILES_H_
#define PADDOCK_CORE_PLAN_FUSION_TAPE_TILES_H_

#include <cstdint>
#include <optional>

#include "core/base/arena.h"
#include "core/plan/fusion/tile_program.h"
#include "core/plan/step.h"
#include "core/plan/tape.h"

namespace paddock {

// Returns the instruction that moves so many bytes; nothing for other sizes than 1, 2, 4, 8, 16.
std::optional<simd::TapeControl> TapeMoveOf(uint64_t bytes);

// Returns whether the step is a tile program that AppendTiles takes.
bool IsTapedTiles(const Step& step);

// Returns whether a tape does the program in less time than a call of one with chains.
bool IsShortTape(const TileProgram& program);

// Returns whether the step is a tile program that a block calls (core/plan/fusion/bound_tiles.h).
bool IsCalledTiles(const Step& step);

// Returns the work that such a step charges itself, beside Step::work.
int64_t OwnWork(const Step& step);

// `first_reference`: the number of the step's first reference. `arena` lives as long as the plan.
void AppendTiles(const Step& step, uint32_t first_reference, Arena& arena, TapePlan& plan);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_FUSION_TAPE_TILES_H_
