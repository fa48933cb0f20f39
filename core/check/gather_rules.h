// Rules that gather and dynamic_gather share.
#ifndef PADDOCK_CORE_CHECK_GATHER_RULES_H_
#define PADDOCK_CORE_CHECK_GATHER_RULES_H_

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "core/check/context.h"

namespace paddock {

// Constraints of the operation for gather's C1 to C23, at [1] to [23].
using GatherRules = std::array<Constraint, 24>;

// Returns the result's type by C22. Without slice_sizes, the sizes that depend on it are unknown.
Result<TensorType> CheckGatherShape(CheckContext& context, const TensorType& operand,
                                    const TensorType& start_indices,
                                    const std::optional<std::vector<int64_t>>& slice_sizes,
                                    const GatherRules& rules);

// Returns `sizes` with `others` inserted at `positions`: the specification's combine.
std::vector<Dimension> Combine(std::span<const Dimension> sizes, std::span<const Dimension> others,
                               std::span<const int64_t> positions);

// Returns the sizes of all dimensions of `type` that are not in `left_out`.
std::vector<Dimension> SizesExcept(std::span<const Dimension> sizes,
                                   std::span<const int64_t> left_out);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_GATHER_RULES_H_
