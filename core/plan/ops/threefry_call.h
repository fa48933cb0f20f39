// Functions that compute Threefry-2x32, as JAX writes them into every program with random numbers:
// 110 operations on an element, in a loop of five iterations.
#ifndef PADDOCK_CORE_PLAN_OPS_THREEFRY_CALL_H_
#define PADDOCK_CORE_PLAN_OPS_THREEFRY_CALL_H_

#include "core/ir/module.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {

// Returns whether the two results of a function are proved to be the words of Threefry-2x32, 20
// rounds, of its four arguments: two keys, then two counters. Arguments have the results' shape, 1
// in place of some of its sizes, or rank 0.
bool IsThreeFry(const Module& module, const Operation& function);

// Plans a call of such a function as one step. Returns false, and plans nothing, for any other
// function, at level kFaithful, and where sizes are open.
bool LowerThreeFryCall(Lowering& lowering, const Operation& call, const Operation& function);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_OPS_THREEFRY_CALL_H_
