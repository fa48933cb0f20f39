// Weights that are 0 outside of a range, such as those of jax.image.resize. Whether they are is
// found when the product runs (simd/gemm/sparse.h).
#ifndef PADDOCK_CORE_PLAN_PRODUCTS_LIKELY_ZEROS_H_
#define PADDOCK_CORE_PLAN_PRODUCTS_LIKELY_ZEROS_H_

#include "core/ir/module.h"
#include "core/ir/operation.h"

namespace paddock {

// Returns whether many elements are likely to be 0: those of a selection or of a maximum with a
// constant, perhaps divided by their sums, or the result of a function that makes them.
bool HasLikelyZeros(const Module& module, const Value& value);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_PRODUCTS_LIKELY_ZEROS_H_
