// Steps that move few bytes, as lists of moves (core/plan/step.h).
#ifndef PADDOCK_CORE_PLAN_LOWERING_STEP_MOVES_H_
#define PADDOCK_CORE_PLAN_LOWERING_STEP_MOVES_H_

#include <cstdint>
#include <span>

#include "core/base/arena.h"
#include "core/plan/lowering/draft.h"
#include "core/plan/step.h"
#include "simd/movement/movement_plan.h"

namespace paddock {

// Each function returns null if the step has no such form or moves too many bytes. The references
// of the step are the operands, then the result. `work` is StepMoves::work.

const StepMoves* MovesOf(const simd::MovementPlan& plan, std::span<const Leaf> operands,
                         const Leaf& result, int64_t work, Arena& arena);

// dynamic_slice: operand, start indices, result; and dynamic_update_slice: operand, update, start
// indices, result. `sizes` are those of the slice or the update.
const StepMoves* MovesOfSlice(const Leaf& operand, std::span<const int64_t> sizes,
                              std::span<const Leaf> start_indices, int64_t work, Arena& arena);
const StepMoves* MovesOfUpdate(const Leaf& operand, std::span<const int64_t> sizes,
                               std::span<const Leaf> start_indices, int64_t work, Arena& arena);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_STEP_MOVES_H_
