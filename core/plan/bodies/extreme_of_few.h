// The greatest or least of few elements and its index, as element-wise operations on slices.
#ifndef PADDOCK_CORE_PLAN_BODIES_EXTREME_OF_FEW_H_
#define PADDOCK_CORE_PLAN_BODIES_EXTREME_OF_FEW_H_

#include <cstddef>

#include "core/base/result.h"
#include "core/ir/operation.h"
#include "simd/reduce/extreme.h"

namespace paddock {

class Lowering;

// Computes the reduction that `plan` describes, along `dimension`, at level kFast. Returns false,
// without effect, if its kernel is faster, or if its body or its initial values are not the usual
// ones.
Result<bool> LowerExtremeOfFew(Lowering& lowering, const Operation& operation, size_t dimension,
                               const simd::ExtremePlan& plan, size_t value_operand);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_BODIES_EXTREME_OF_FEW_H_
