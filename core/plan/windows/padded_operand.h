// An operand that windows read through strides. Padding and base dilation are materialized first,
// if a window contains any.
#ifndef PADDOCK_CORE_PLAN_WINDOWS_PADDED_OPERAND_H_
#define PADDOCK_CORE_PLAN_WINDOWS_PADDED_OPERAND_H_

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/ir/operation.h"
#include "core/plan/lowering/draft.h"
#include "core/plan/lowering/window_attributes.h"
#include "simd/windows/padded_copy.h"

namespace paddock {

class Lowering;

struct PaddedOperand {
  // Dense, in memory.
  Leaf leaf;
  // Offset of the first cell of the first window, and the stride along each dimension, in elements.
  int64_t first = 0;
  std::vector<int64_t> strides;
};

// Returns, for each dimension, the extent of a padded copy: from the start of the first window to
// the end of the last one.
std::vector<simd::PaddedDimension> PaddedDimensionsOf(std::span<const WindowDimension> windows);

// Returns whether a window includes padding or holes; otherwise the operand can be read in place.
bool MeetsPadding(std::span<const WindowDimension> windows);

// Fails, with a diagnostic, if the elements under all windows, including padding, are too many to
// address. Called once for each operation, before planning with the windows.
Result<void> CheckReach(Lowering& lowering, const Operation& operation,
                        std::span<const WindowDimension> windows);

// `windows` has all dimensions; the result is not empty. `padding` is one element in memory, or
// null for zero.
PaddedOperand EmitPadded(Lowering& lowering, const Operation& operation, const Leaf& operand,
                         std::span<const WindowDimension> windows, const Leaf* padding);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_WINDOWS_PADDED_OPERAND_H_
