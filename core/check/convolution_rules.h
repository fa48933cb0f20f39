// What convolution and dynamic_conv share.
#ifndef PADDOCK_CORE_CHECK_CONVOLUTION_RULES_H_
#define PADDOCK_CORE_CHECK_CONVOLUTION_RULES_H_

#include <array>
#include <optional>
#include <vector>

#include "core/check/context.h"

namespace paddock {

// The operation's constraint for each of convolution's C1 to C34, at [1] to [34], and for the
// three rules that the specification leaves out, at [35] to [37].
using ConvolutionConstraints = std::array<Constraint, 38>;

ConvolutionConstraints ConvolutionRules();
ConvolutionConstraints DynamicConvRules();

CheckResult CheckConvolutionWith(CheckContext& context, const ConvolutionConstraints& rules);
// With the padding as operand 2: where it is no constant, nothing is said of the windows, and
// the result's shape is known only when running.
CheckResult CheckDynamicConvWith(CheckContext& context, const ConvolutionConstraints& rules);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_CONVOLUTION_RULES_H_
