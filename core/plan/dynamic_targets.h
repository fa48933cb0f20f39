// Targets of custom_call that JAX writes for operations whose attributes are sizes that it has no
// numbers for: the operations, with these values as attributes. The check has judged them.
#ifndef PADDOCK_CORE_PLAN_DYNAMIC_TARGETS_H_
#define PADDOCK_CORE_PLAN_DYNAMIC_TARGETS_H_

#include "core/plan/lowering.h"

namespace paddock {

Result<void> LowerDynamicReduceWindow(Lowering& lowering, const Operation& operation);
Result<void> LowerDynamicRngBitGenerator(Lowering& lowering, const Operation& operation);
Result<void> LowerDynamicTopK(Lowering& lowering, const Operation& operation);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_DYNAMIC_TARGETS_H_
