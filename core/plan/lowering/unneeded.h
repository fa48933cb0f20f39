// Dead code: operations that no result of a function and no effect depends on.
#ifndef PADDOCK_CORE_PLAN_LOWERING_UNNEEDED_H_
#define PADDOCK_CORE_PLAN_LOWERING_UNNEEDED_H_

#include <unordered_set>

#include "core/ir/module.h"
#include "core/plan/lowering/equal_operations.h"
#include "core/run/custom_call.h"

namespace paddock {

using UnneededOperations = std::unordered_set<const Operation*>;

// Returns the outermost unneeded operations of all functions of `module`; operations inside them
// are not listed. effects.h says which operations have an effect.
UnneededOperations FindUnneeded(const Module& module, const CustomCallRegistry* functions,
                                const EqualOperations& equal);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_UNNEEDED_H_
