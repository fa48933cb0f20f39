// Applications of a body that is one operation, as terms on tapes (core/plan/step.h). The step's
// references are the operand, init and the result.
#ifndef PADDOCK_CORE_PLAN_LOWERING_MONOID_TERMS_H_
#define PADDOCK_CORE_PLAN_LOWERING_MONOID_TERMS_H_

#include <cstdint>
#include <vector>

#include "core/base/arena.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/step_moves.h"
#include "core/plan/tape.h"
#include "simd/elementwise/elementwise_kernel.h"

namespace paddock {

class MonoidTerms {
 public:
  using Place = TapePlan::Place;

  // Applications that take as long as the call of a step.
  static constexpr int64_t kMost = 48;

  // Whether the body has terms. One without a function has none.
  static bool MayBeOf(const simd::ElementwiseKernel& body) {
    return !kHasChainModules && body.function != nullptr && body.tape != nullptr;
  }

  explicit MonoidTerms(const simd::ElementwiseKernel& body)
      : forms_(body.tape(ByteSize(body.operand))),
        bytes_(static_cast<uint32_t>(ByteSize(body.operand))) {}

  Place Operand(int64_t element) const { return {0, At(element)}; }
  static Place Init() { return {1, 0}; }
  Place Result(int64_t element) const { return {2, At(element)}; }
  Place Scratch(int64_t element) const { return {TapePlan::kScratch, At(element)}; }

  // result = body(lhs, rhs).
  void Apply(Place result, Place lhs, Place rhs) {
    TapePlan::Instruction instruction;
    instruction.forms = forms_;
    instruction.result = result;
    instruction.operands[0] = lhs;
    instruction.operands[1] = instruction.operands[2] = rhs;
    instructions_.push_back(instruction);
  }

  // `work` is StepMoves::work.
  const StepMoves* Finish(int64_t work, Arena& arena) const {
    return MovesOfTerms(instructions_, work, arena);
  }

 private:
  uint32_t At(int64_t element) const { return static_cast<uint32_t>(element) * bytes_; }

  simd::TapeForms forms_;
  uint32_t bytes_;
  std::vector<TapePlan::Instruction> instructions_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_MONOID_TERMS_H_
