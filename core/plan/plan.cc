#include "core/plan/plan.h"

#include <algorithm>

namespace paddock {

bool Plan::Takes(std::span<const Tensor> inputs) const {
  size_t at = 0;
  for (const PlanValue& argument : arguments_) {
    if (argument.is_token) continue;
    if (at >= inputs.size() || !inputs[at].has_value() ||
        inputs[at].element_type() != argument.element_type ||
        !std::ranges::equal(inputs[at].shape(), argument.shape)) {
      return false;
    }
    ++at;
  }
  return at == inputs.size() &&
         std::ranges::all_of(fixed_arguments_, [&](const FixedArgument& fixed) {
           return IsBitwiseEqual(inputs[fixed.index], fixed.value);
         });
}

}  // namespace paddock
