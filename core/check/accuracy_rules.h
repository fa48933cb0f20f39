// result_accuracy: the accuracy that a program requires of a mathematical function.
#ifndef PADDOCK_CORE_CHECK_ACCURACY_RULES_H_
#define PADDOCK_CORE_CHECK_ACCURACY_RULES_H_

#include "core/check/context.h"

namespace paddock {

// Requires that DEFAULT and HIGHEST have no tolerances and that none is negative. The kernel's
// published bound must meet the tolerances. An absent attribute is valid.
Result<void> CheckResultAccuracy(CheckContext& context);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_ACCURACY_RULES_H_
