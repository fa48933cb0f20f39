// The parts of custom_call, and what channels share.
#ifndef PADDOCK_CORE_CHECK_CUSTOM_CALL_RULES_H_
#define PADDOCK_CORE_CHECK_CUSTOM_CALL_RULES_H_

#include "core/check/context.h"

namespace paddock {

// A target that nobody is known to have a function for is a warning: a run may still bring one.
void CheckTarget(CheckContext& context);
// A dictionary for API version 4, else a string.
bool CheckBackendConfig(CheckContext& context);
// operand_layouts and result_layouts: both or none, a permutation for each tensor.
bool CheckLayouts(CheckContext& context);
// CreateBuffer, Pin and Unpin take and give what they must; other buffers are aliased.
bool CheckBuffers(CheckContext& context);
// output_operand_aliases: paths to parts of equal types.
bool CheckAliases(CheckContext& context);

// send and recv: the pairs have two columns; sources and targets are unique and not negative.
// Upstream looks at neither.
struct PairRules {
  Constraint columns;
  Constraint unique;
};
bool CheckChannelPairs(CheckContext& context, const PairRules& rules);

// The channel's id is above 0: a run refuses any other.
bool CheckPositiveChannel(CheckContext& context, Constraint rule);

// `rule`: the channel's type is `host_type` for host transfers, else 1, device to device.
bool CheckChannelType(CheckContext& context, Constraint rule, int64_t host_type);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_CUSTOM_CALL_RULES_H_
