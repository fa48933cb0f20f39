// Checks of the parts of custom_call, and of channels.
#ifndef PADDOCK_CORE_CHECK_CUSTOM_CALL_RULES_H_
#define PADDOCK_CORE_CHECK_CUSTOM_CALL_RULES_H_

#include "core/check/context.h"

namespace paddock {

// Warns of a target without a known function. It is no error: a run may bring one.
void CheckTarget(CheckContext& context);
// Requires a dictionary for API version 4, else a string.
bool CheckBackendConfig(CheckContext& context);
// Checks operand_layouts and result_layouts: both or none, a permutation for each tensor.
bool CheckLayouts(CheckContext& context);
// Requires the operands and results of CreateBuffer, Pin and Unpin. Other buffers must be aliased.
bool CheckBuffers(CheckContext& context);
// Checks output_operand_aliases: paths to parts of equal types.
bool CheckAliases(CheckContext& context);

// Rules of the pairs of send and recv: two columns, unique and non-negative sources and targets.
// Upstream checks neither.
struct PairRules {
  Constraint columns;
  Constraint unique;
};
bool CheckChannelPairs(CheckContext& context, const PairRules& rules);

// Requires a positive channel id: a run refuses any other.
bool CheckPositiveChannel(CheckContext& context, Constraint rule);

// Requires by `rule` that the channel's type is `host_type` for host transfers, else 1 (device to
// device).
bool CheckChannelType(CheckContext& context, Constraint rule, int64_t host_type);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_CUSTOM_CALL_RULES_H_
