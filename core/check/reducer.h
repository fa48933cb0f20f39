// Rules that reductions and scatters share: of their inputs and their bodies.
#ifndef PADDOCK_CORE_CHECK_REDUCER_H_
#define PADDOCK_CORE_CHECK_REDUCER_H_

#include <span>
#include <vector>

#include "core/check/context.h"

namespace paddock {

struct ReducedInputs {
  std::vector<TensorType> inputs;
  std::vector<TensorType> inits;
};

// Requires equal numbers of inputs, initial values and results, of one shape.
Result<ReducedInputs> CheckReducedInputs(CheckContext& context, Constraint count, Constraint shape,
                                         Constraint element);

// Requires by `rule` that the body has type (E0, .., EN-1, E0, .., EN-1) -> (E0, .., EN-1). The
// element types of inputs and inits must be promotable to Ei. The body's values are scalars, or
// have dimensions that are a subsequence of `allowed`, which upstream accepts. Returns the Ei.
Result<std::vector<Type>> CheckReducer(CheckContext& context, size_t region,
                                       std::span<const TensorType> inputs,
                                       std::span<const TensorType> inits,
                                       std::span<const Dimension> allowed, Constraint rule);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_REDUCER_H_
