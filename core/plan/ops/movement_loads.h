// Operations that only move elements as loads of tile programs (core/plan/fusion/tile_load.h).
// Functions return nothing where a step of its own moves the elements faster. Sources of a load are
// numbered by the operands of the operation.
#ifndef PADDOCK_CORE_PLAN_OPS_MOVEMENT_LOADS_H_
#define PADDOCK_CORE_PLAN_OPS_MOVEMENT_LOADS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/plan/fusion/copy_loops.h"
#include "core/plan/fusion/strided_load.h"
#include "core/plan/fusion/tile_graph.h"
#include "core/plan/lowering/draft.h"
#include "simd/movement/movement_plan.h"

namespace paddock {

// Returns nothing if a step moves the elements faster.
std::optional<TileNode> IfFast(TileNode load);

std::optional<TileNode> ConcatenateLoad(ElementType type, std::span<const simd::Sizes> shapes,
                                        int64_t dimension);
// Operand 1 is the padding value.
std::optional<TileNode> PadLoad(const Leaf& operand, std::span<const int64_t> low,
                                std::span<const int64_t> high, std::span<const int64_t> interior);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_OPS_MOVEMENT_LOADS_H_
