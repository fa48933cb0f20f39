// Dead code: operations that no result of a function and no effect depends on.
#ifndef PADDOCK_CORE_PLAN_LOWERING_UNNEEDED_H_
#define PADDOCK_CORE_PLAN_LOWERING_UNNEEDED_H_

#include <unordered_set>

#include "core/ir/module.h"
#include "core/run/custom_call.h"

namespace paddock {

using UnneededOperations = std::unordered_set<const Operation*>;

// Returns the outermost unneeded operations of all functions of `module`; what is inside of them is
// not listed. A call of a function, a loop or a branch has an effect if something inside of it has.
// A custom_call has one if it says so, if its target is one whose row in custom_calls.def says so,
// or if it gives nothing and `functions`, which may be nullptr, has its target.
UnneededOperations FindUnneeded(const Module& module, const CustomCallRegistry* functions);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_UNNEEDED_H_
