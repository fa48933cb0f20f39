// Reductions of few elements as terms on tapes (core/plan/step.h).
#ifndef PADDOCK_CORE_PLAN_OPS_REDUCTION_TERMS_H_
#define PADDOCK_CORE_PLAN_OPS_REDUCTION_TERMS_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/arena.h"
#include "core/plan/step.h"
#include "simd/elementwise/elementwise_kernel.h"

namespace paddock {

// Scratch memory of a step with terms, for temporary totals.
inline constexpr size_t kReductionTermsScratch = 128;

// A reduction by one operation.
struct FewReduced {
  // No function: it has no terms.
  simd::ElementwiseKernel body;
  std::span<const int64_t> shape;
  std::span<const int64_t> dimensions;
};

// Returns terms in the order of docs/numerics.md, "Reductions"; null if there are too many. The
// step's references are the operand, init and the result. `work` is StepMoves::work.
const StepMoves* MovesOfReduction(const FewReduced& reduced, int64_t work, Arena& arena);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_OPS_REDUCTION_TERMS_H_
