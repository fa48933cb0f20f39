// Result types of custom_call where more than their declaration determines them.
#ifndef PADDOCK_CORE_CHECK_CUSTOM_CALL_RESULTS_H_
#define PADDOCK_CORE_CHECK_CUSTOM_CALL_RESULTS_H_

#include "core/check/context.h"

namespace paddock {

// Checks `indices_of_shape_operands`, which names an operand for each result: a list of its sizes.
bool CheckShapeOperands(CheckContext& context);
// Returns the declared result types, with sizes from operands whose values are known.
Result<std::vector<Type>> SizedResults(CheckContext& context);
// Checks the results of a target without a signature: by its row of custom_calls.def, else as
// declared.
CheckResult CheckCallResults(CheckContext& context);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_CUSTOM_CALL_RESULTS_H_
