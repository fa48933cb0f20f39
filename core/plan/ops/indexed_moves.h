// gather and scatter of few windows as terms (core/plan/step.h).
#ifndef PADDOCK_CORE_PLAN_OPS_INDEXED_MOVES_H_
#define PADDOCK_CORE_PLAN_OPS_INDEXED_MOVES_H_

#include <cstddef>
#include <cstdint>

#include "core/base/arena.h"
#include "core/plan/step.h"
#include "core/types/element_type.h"
#include "simd/elementwise/elementwise_kernel.h"
#include "simd/movement/gather.h"
#include "simd/reduce/scatter.h"

namespace paddock {

// Scratch memory of a scatter with terms, for a window that is combined.
inline constexpr size_t kScatterTermsScratch = 4096;

// Both functions return null if there are many windows, or bytes that are not contiguous. `work` is
// StepMoves::work.

// The step's references are the operand, the start indices and the result.
const StepMoves* MovesOfGather(const simd::GatherPlan& plan, int64_t work, Arena& arena);

// The step's references are the input, the indices, the updates and the result. `combiner`: no
// function if updates replace elements.
const StepMoves* MovesOfScatter(const simd::ScatterPlan& plan, ElementType index_type,
                                const simd::ElementwiseKernel& combiner, int64_t work,
                                Arena& arena);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_OPS_INDEXED_MOVES_H_
