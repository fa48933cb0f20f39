// Rules that convolution and dynamic_conv share.
#ifndef PADDOCK_CORE_CHECK_CONVOLUTION_RULES_H_
#define PADDOCK_CORE_CHECK_CONVOLUTION_RULES_H_

#include <array>
#include <optional>
#include <vector>

#include "core/check/context.h"

namespace paddock {

// Constraints of the operation for convolution's C1 to C34, at [1] to [34]. The three rules that
// the specification omits are at [35] to [37].
using ConvolutionConstraints = std::array<Constraint, 38>;

ConvolutionConstraints ConvolutionRules();
ConvolutionConstraints DynamicConvRules();

CheckResult CheckConvolutionWith(CheckContext& context, const ConvolutionConstraints& rules);
// Checks dynamic_conv, whose padding is operand 2. If it is no constant, windows are not checked
// and the result's shape is known only at run time.
CheckResult CheckDynamicConvWith(CheckContext& context, const ConvolutionConstraints& rules);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_CONVOLUTION_RULES_H_
