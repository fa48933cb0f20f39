// Divisions of integers by a constant power of two, which are shifts and masks. WebAssembly leaves
// them out, for size.
#ifndef PADDOCK_CORE_PLAN_OPS_POWER_DIVISION_H_
#define PADDOCK_CORE_PLAN_OPS_POWER_DIVISION_H_

#include <optional>

#include "core/plan/lowering/lowering.h"

namespace paddock {

// Returns k > 0 if the operation, divide or remainder, has integers and the constant divisor 2^k,
// in level kFast; else nothing.
std::optional<int> FindPowerOfDivisor(Lowering& lowering, const Operation& operation);

// Lowers such an operation.
Result<void> LowerPowerDivision(Lowering& lowering, const Operation& operation, int power);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_OPS_POWER_DIVISION_H_
