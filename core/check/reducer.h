// The functions that reductions and scatters fold with.
#ifndef PADDOCK_CORE_CHECK_REDUCER_H_
#define PADDOCK_CORE_CHECK_REDUCER_H_

#include <span>
#include <vector>

#include "core/check/context.h"

namespace paddock {

// `rule`: the body has type (E0, .., EN-1, E0, .., EN-1) -> (E0, .., EN-1) where the element
// types of inputs and inits are promotable to Ei. The body's values are scalars, or have
// dimensions that are a subsequence of `allowed`, which upstream lets pass. Gives the Ei.
Result<std::vector<Type>> CheckReducer(CheckContext& context, size_t region,
                                       std::span<const TensorType> inputs,
                                       std::span<const TensorType> inits,
                                       std::span<const Dimension> allowed, Constraint rule);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_REDUCER_H_
