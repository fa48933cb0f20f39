// result_accuracy: what a program asks of a mathematical function.
#ifndef PADDOCK_CORE_CHECK_ACCURACY_RULES_H_
#define PADDOCK_CORE_CHECK_ACCURACY_RULES_H_

#include "core/check/context.h"

namespace paddock {

// DEFAULT and HIGHEST take no tolerances, and none is negative; one that is asked for is kept by
// the kernel's published bound. Nothing is wrong where the attribute is absent.
Result<void> CheckResultAccuracy(CheckContext& context);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_ACCURACY_RULES_H_
