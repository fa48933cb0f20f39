// Dead values: values that loops carry, and that calls and branches pass on, but that reach no
// result of the planned function and no effect.
#ifndef PADDOCK_CORE_PLAN_LOWERING_DEAD_VALUES_H_
#define PADDOCK_CORE_PLAN_LOWERING_DEAD_VALUES_H_

#include <vector>

#include "core/ir/module.h"
#include "core/plan/lowering/unneeded.h"
#include "core/run/custom_call.h"

namespace paddock {

// By id of the module's values: whether it is dead. May be empty if none is.
using DeadValues = std::vector<bool>;

// Finds the values that are dead when `planned`, a function of the module, is planned, and adds the
// operations that only compute such values to `unneeded`, which has the result of FindUnneeded.
// A carried value that only determines its own next value is dead. If a type of the module leaves a
// size open, no value is dead.
DeadValues FindDeadValues(const Module& module, const Operation& planned,
                          const CustomCallRegistry* functions, const EqualOperations& equal,
                          UnneededOperations& unneeded);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_DEAD_VALUES_H_
