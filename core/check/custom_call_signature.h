// Checks a custom_call against its target's signature in the table.
#ifndef PADDOCK_CORE_CHECK_CUSTOM_CALL_SIGNATURE_H_
#define PADDOCK_CORE_CHECK_CUSTOM_CALL_SIGNATURE_H_

#include "core/check/context.h"
#include "core/dialect/custom_call_info.h"

namespace paddock {

// Checks the operands, results and attributes. Returns the types of the results.
CheckResult CheckSignature(CheckContext& context, const CustomCallTarget& target);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_CUSTOM_CALL_SIGNATURE_H_
