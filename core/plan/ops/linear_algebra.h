// Custom calls that simd/factor computes.
#ifndef PADDOCK_CORE_PLAN_OPS_LINEAR_ALGEBRA_H_
#define PADDOCK_CORE_PLAN_OPS_LINEAR_ALGEBRA_H_

#include "core/ir/operation.h"

namespace paddock {

// Returns whether `operation` is a custom_call of a routine of simd/factor, valid or not.
bool IsFactorization(const Operation& operation);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_OPS_LINEAR_ALGEBRA_H_
