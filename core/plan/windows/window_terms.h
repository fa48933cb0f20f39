// Windows of few elements as terms on tapes (core/plan/step.h). The step's references are the
// operand, init and the result.
#ifndef PADDOCK_CORE_PLAN_WINDOWS_WINDOW_TERMS_H_
#define PADDOCK_CORE_PLAN_WINDOWS_WINDOW_TERMS_H_

#include <cstddef>
#include <cstdint>

#include "core/base/arena.h"
#include "core/plan/step.h"
#include "simd/elementwise/elementwise_kernel.h"
#include "simd/windows/prefix_windows.h"
#include "simd/windows/window_sums.h"

namespace paddock {

// Scratch memory of a step with terms, for a temporary total.
inline constexpr size_t kWindowTermsScratch = 16;

// Returns terms in the order of docs/numerics.md, "Windows"; null if there are too many. Without a
// function, `body` has none. `work` is StepMoves::work.
const StepMoves* MovesOfWindows(const simd::PrefixWindows& windows,
                                const simd::ElementwiseKernel& body, int64_t work, Arena& arena);
const StepMoves* MovesOfWindows(const simd::WindowSums& windows,
                                const simd::ElementwiseKernel& body, int64_t work, Arena& arena);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_WINDOWS_WINDOW_TERMS_H_
