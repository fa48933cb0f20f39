// The result types of custom_call, where more than their declaration says them.
#ifndef PADDOCK_CORE_CHECK_CUSTOM_CALL_RESULTS_H_
#define PADDOCK_CORE_CHECK_CUSTOM_CALL_RESULTS_H_

#include "core/check/context.h"

namespace paddock {

// `indices_of_shape_operands` names an operand for each result, a list of its sizes.
bool CheckShapeOperands(CheckContext& context);
// The declared result types; where an operand whose value is known says the sizes, with these.
Result<std::vector<Type>> SizedResults(CheckContext& context);
// The results of a target without a signature: by its row of custom_calls.def, else as declared.
CheckResult CheckCallResults(CheckContext& context);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_CUSTOM_CALL_RESULTS_H_
