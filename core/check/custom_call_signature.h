// Holds a custom_call against the signature that the table gives its target.
#ifndef PADDOCK_CORE_CHECK_CUSTOM_CALL_SIGNATURE_H_
#define PADDOCK_CORE_CHECK_CUSTOM_CALL_SIGNATURE_H_

#include "core/check/context.h"
#include "core/dialect/custom_call_info.h"

namespace paddock {

// Judges the operands, results and attributes; gives the types of the results.
CheckResult CheckSignature(CheckContext& context, const CustomCallTarget& target);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_CUSTOM_CALL_SIGNATURE_H_
