// Steps that move few bytes, as lists of moves (core/plan/step.h).
#ifndef PADDOCK_CORE_PLAN_LOWERING_STEP_MOVES_H_
#define PADDOCK_CORE_PLAN_LOWERING_STEP_MOVES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/arena.h"
#include "core/plan/step.h"
#include "core/plan/tape.h"
#include "core/types/element_type.h"
#include "simd/movement/movement_plan.h"

namespace paddock {

// Calling a step takes as long as about ten moves.
inline constexpr size_t kMostMoves = 12;

// Contiguous bytes that indices displace; places name references of a step.
struct DisplacedMove {
  struct Index {
    TapePlan::Place place;
    int64_t limit = 0;
    int64_t stride = 0;
  };
  TapePlan::Place source;
  TapePlan::Place target;
  int64_t bytes = 0;
  ElementType index_type = ElementType::kI64;
  std::vector<Index> indices;
  // See simd::TapeSlice.
  bool is_update = false;
  bool drops_outside = false;
};

// Returns nothing if there are more than two indices, none, or too many bytes.
std::optional<TapePlan::Instruction> InstructionOf(const DisplacedMove& move, Arena& arena);

// The functions below return null if the step has no such form or moves too many bytes. `work` is
// StepMoves::work.

// Returns the call of a step that charges so much itself (StepMoves::is_call). Null if it works so
// long that the call hardly counts, or may stop before its end. `is_update` as in StepMoves.
const StepMoves* CallInBlock(int64_t work, Arena& arena, bool is_update = false);

// Returns these computations and slices. `is_update` as in StepMoves.
const StepMoves* MovesOfTerms(std::span<const TapePlan::Instruction> terms, int64_t work,
                              Arena& arena, bool is_update = false);

// The references of the step are the operands, then the result.
const StepMoves* MovesOf(const simd::MovementPlan& plan, std::span<const size_t> operand_bytes,
                         size_t result_bytes, int64_t work, Arena& arena);

// dynamic_slice, whose references are the operand, the start indices and the result; or
// dynamic_update_slice, with the update behind the operand.
struct DisplacedSlice {
  bool is_update = false;
  size_t element_bytes = 0;
  std::span<const int64_t> operand_shape;
  // Sizes of the slice, or of the update.
  std::span<const int64_t> sizes;
  ElementType index_type = ElementType::kI64;
};
const StepMoves* MovesOf(const DisplacedSlice& slice, int64_t work, Arena& arena);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_STEP_MOVES_H_
