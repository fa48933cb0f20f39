// Checks of the parts of custom_call.
#ifndef PADDOCK_CORE_CHECK_CUSTOM_CALL_RULES_H_
#define PADDOCK_CORE_CHECK_CUSTOM_CALL_RULES_H_

#include "core/check/context.h"

namespace paddock {

// Warns about a target without a known function. It is no error, because a run may have one.
void CheckTarget(CheckContext& context);
// Requires a dictionary for API version 4, else a string.
bool CheckBackendConfig(CheckContext& context);
// Checks operand_layouts and result_layouts: both or none, a permutation for each tensor.
bool CheckLayouts(CheckContext& context);
// Requires the operands and results of CreateBuffer, Pin and Unpin. Other buffers must be aliased.
bool CheckBuffers(CheckContext& context);
// Checks output_operand_aliases: paths to parts of equal types.
bool CheckAliases(CheckContext& context);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_CUSTOM_CALL_RULES_H_
