// What gather and dynamic_gather share.
#ifndef PADDOCK_CORE_CHECK_GATHER_RULES_H_
#define PADDOCK_CORE_CHECK_GATHER_RULES_H_

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "core/check/context.h"

namespace paddock {

// The operation's constraint for each of gather's C1 to C23, at [1] to [23].
using GatherRules = std::array<Constraint, 24>;

// The result's type, C22; sizes that slice_sizes would say are unknown without them.
Result<TensorType> CheckGatherShape(CheckContext& context, const TensorType& operand,
                                    const TensorType& start_indices,
                                    const std::optional<std::vector<int64_t>>& slice_sizes,
                                    const GatherRules& rules);

// `sizes` with `others` put in at the positions `positions`: the specification's combine.
std::vector<Dimension> Combine(std::span<const Dimension> sizes, std::span<const Dimension> others,
                               std::span<const int64_t> positions);

// The sizes of all dimensions of `type` but those in `left_out`.
std::vector<Dimension> SizesExcept(std::span<const Dimension> sizes,
                                   std::span<const int64_t> left_out);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_GATHER_RULES_H_
