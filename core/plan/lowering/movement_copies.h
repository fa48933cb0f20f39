// Movements of a few elements as copies, for tapes (core/plan/tape.h).
#ifndef PADDOCK_CORE_PLAN_LOWERING_MOVEMENT_COPIES_H_
#define PADDOCK_CORE_PLAN_LOWERING_MOVEMENT_COPIES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/plan/step.h"
#include "simd/movement/movement_plan.h"

namespace paddock {

struct MovementShape {
  size_t element_bytes = 0;
  std::vector<int64_t> operand_elements;
  int64_t result_elements = 0;
};

// Appends the copies of a movement whose references are its operands, then its result; nothing if
// it has many elements, or elements of less than four bytes.
void AddMovementCopies(const simd::MovementPlan& plan, const MovementShape& shape,
                       std::vector<SmallCopy>& copies);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_MOVEMENT_COPIES_H_
