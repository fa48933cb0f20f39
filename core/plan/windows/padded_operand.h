// An operand that windows slide over, read through strides: padding and base dilation are
// copied in before, and only where windows meet them.
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
  // The element at the first cell of the first window, and from one to the next along each
  // dimension, in elements.
  int64_t first = 0;
  std::vector<int64_t> strides;
};

// Returns for each dimension the extent of a padded copy: from the first window's beginning to the
// last one's end.
std::vector<simd::PaddedDimension> PaddedDimensionsOf(std::span<const WindowDimension> windows);

// Returns whether a window includes padding or holes; otherwise the operand can be read in place.
bool MeetsPadding(std::span<const WindowDimension> windows);

// Reports an error unless the elements under all windows, padding included, can be counted and
// held. Called once an operation, before any planning with them.
Result<void> CheckReach(Lowering& lowering, const Operation& operation,
                        std::span<const WindowDimension> windows);

// `windows`: of each dimension; the result is not empty. `padding` is one element in memory,
// or null for zero.
PaddedOperand EmitPadded(Lowering& lowering, const Operation& operation, const Leaf& operand,
                         std::span<const WindowDimension> windows, const Leaf* padding);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_WINDOWS_PADDED_OPERAND_H_
