// Functions that the operations which only move elements share.
#ifndef PADDOCK_CORE_PLAN_OPS_MOVED_OPERANDS_H_
#define PADDOCK_CORE_PLAN_OPS_MOVED_OPERANDS_H_

#include <optional>
#include <vector>

#include "core/plan/fusion/tile_graph.h"
#include "core/plan/lowering/lowering.h"
#include "simd/movement/movement_plan.h"

namespace paddock {

// Emits the movement of the operands, or defers it if a tile program loads its result as fast by
// `load`.
void MoveOperands(Lowering& lowering, const Operation& operation, std::vector<Leaf> operands,
                  const std::optional<TileNode>& load, simd::MovementPlan plan);

// Binds the result to the operand's elements, with another shape and perhaps another type of the
// same width.
void AliasAs(Lowering& lowering, const Value& result, Leaf leaf);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_OPS_MOVED_OPERANDS_H_
