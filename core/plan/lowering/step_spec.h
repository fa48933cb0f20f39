// StepSpec: the description of a step to be emitted.
#ifndef PADDOCK_CORE_PLAN_LOWERING_STEP_SPEC_H_
#define PADDOCK_CORE_PLAN_LOWERING_STEP_SPEC_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/plan/fusion/row_loop.h"
#include "core/plan/lowering/draft.h"
#include "core/plan/step.h"

namespace paddock {

// A step as a Lower function describes it. Its references are the reads, then the writes.
struct StepSpec {
  const Operation* operation = nullptr;
  // Lives as long as the plan.
  std::span<const Operation* const> fused;
  StepFunction function = nullptr;
  const void* parameters = nullptr;
  // Leaves in memory, dense unless the step handles splats.
  std::vector<Leaf> reads;
  std::vector<Leaf> writes;
  // Leaves that the step does not access, but that must stay valid until it has run.
  std::vector<Leaf> keeps;
  // Pairs of indices of references.
  std::vector<InPlacePair> in_place;
  // Reads that the step copies as they are to a part of its only result.
  std::span<const PlacedRead> placed;
  // Work of one execution. A step of more than one chunk charges its own work.
  int64_t work = kStepWork;
  bool pays_by_itself = false;
  // Arithmetic operations of one execution.
  uint64_t operations = 0;
  size_t scratch_bytes = 0;
  const Traffic* traffic = nullptr;
  StepMovesFunction moves = nullptr;
  PrepareStepFunction prepare = nullptr;
  // Form in which parts of the step can be computed, if that may pay
  // (core/plan/lowering/row_joiner.h).
  std::shared_ptr<const RowForm> rows;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_STEP_SPEC_H_
