// The step of an operation that only moves elements.
#ifndef PADDOCK_CORE_PLAN_LOWERING_MOVEMENT_STEP_H_
#define PADDOCK_CORE_PLAN_LOWERING_MOVEMENT_STEP_H_

#include <span>

#include "core/plan/lowering/emitter.h"
#include "simd/movement/movement_plan.h"

namespace paddock {

// Emits no step if the result has no elements. Operands are dense.
void EmitMovement(Emitter& emitter, const Operation& operation, simd::MovementPlan plan,
                  std::span<const Leaf> operands, const Leaf& result);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_MOVEMENT_STEP_H_
