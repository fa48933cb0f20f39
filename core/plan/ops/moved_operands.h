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

// As the attributes of slice.
struct SliceRange {
  std::vector<int64_t> start_indices, limit_indices, strides;
};
// Emits or defers the slice, which is the operation's result.
void MoveSlice(Lowering& lowering, const Operation& operation, Leaf operand, SliceRange range);
// The same for a slice of a deferred pad: a slice of its operand, or one that is padded less.
// Returns false for any other leaf, and for a slice that is neither.
bool MoveSliceOfPadding(Lowering& lowering, const Operation& operation, const Leaf& padded,
                        const SliceRange& range);

// Binds the result to the operand's elements, with another shape and perhaps another type of the
// same width.
void AliasAs(Lowering& lowering, const Value& result, Leaf leaf);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_OPS_MOVED_OPERANDS_H_
