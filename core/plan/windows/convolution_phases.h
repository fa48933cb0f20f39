// A convolution over a dilated lhs as convolutions over lhs itself, so that no hole is multiplied.
//
// With lhs_dilation d, windows whose starts are equal modulo d meet elements in the same cells, and
// holes in all others. Such windows are a phase: a convolution of lhs with some of the elements of
// rhs, whose results are some of the results.
#ifndef PADDOCK_CORE_PLAN_WINDOWS_CONVOLUTION_PHASES_H_
#define PADDOCK_CORE_PLAN_WINDOWS_CONVOLUTION_PHASES_H_

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "simd/windows/window_dimension.h"

namespace paddock {

// Along one spatial dimension. Cells are counted in the order in which they meet lhs.
struct ConvolutionPhase {
  // The windows of the phase with their cells, over lhs with `base_dilation` 1 if it is split.
  simd::WindowDimension window;
  // The windows are number first_result, first_result + result_step .. of all.
  int64_t first_result = 0;
  int64_t result_step = 1;
  // The cells are number first_cell, first_cell + cell_step .. of all.
  int64_t first_cell = 0;
  int64_t cell_step = 1;
  // Phases whose windows meet the same elements of lhs: each one is `result_distance` windows and
  // `cell_distance` cells after the one before it.
  int64_t copies = 1;
  int64_t result_distance = 0;
  int64_t cell_distance = 0;
};

// By spatial dimension.
using PhaseLists = std::vector<std::vector<ConvolutionPhase>>;

// Returns the phases that have windows and cells. If they would be more than 4,096, all windows are
// one phase, with holes.
PhaseLists PhasesOf(std::span<const simd::WindowDimension> windows);
// Returns one phase, with holes.
PhaseLists WholePhasesOf(std::span<const simd::WindowDimension> windows);

// Joins phases whose windows meet the same elements of lhs, as all do where windows of a transposed
// convolution do not overlap. They are in ascending order of their first result.
PhaseLists JoinCopies(const PhaseLists& phases);

// Returns whether each window is in a phase.
bool CoverWindows(const PhaseLists& phases, std::span<const simd::WindowDimension> windows);

// Returns one window over all positions under the windows of `phases`, which may be none.
simd::WindowDimension ReachOf(std::span<const ConvolutionPhase> phases,
                              const simd::WindowDimension& all);

// Calls `visit` with each choice of a phase along every dimension.
void ForEachPhase(const PhaseLists& phases,
                  const std::function<void(std::span<const ConvolutionPhase>)>& visit);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_WINDOWS_CONVOLUTION_PHASES_H_
