// Suspension: the end of a plan whose later steps have sizes that it computes.
//
//   plan 1                          plan 2, made at run time
//     steps                           steps, from the frames' operations on
//     suspend: live values   ------>  arguments: the live values
//                                     results, or the next suspension
//
// Calls are planned in place, so a place is a stack of frames: for each block the operation to
// resume at, the innermost last. Branches and loops whose sizes differ between executions work in
// the same way: the plan ends before the choice is made, and the continuation plans the chosen
// block.
#ifndef PADDOCK_CORE_PLAN_SUSPENSION_H_
#define PADDOCK_CORE_PLAN_SUSPENSION_H_

#include <memory>

#include "core/ir/operation.h"

namespace paddock {

struct PendingCollective;

struct SuspensionFrame {
  Block* block = nullptr;
  const Operation* operation = nullptr;
};

// A future that lives on: the sizes of what it stands for, and what was given for it; null if it
// is the value itself. Both belong to the plan that ends.
struct LiveFuture {
  Type type;
  std::shared_ptr<const PendingCollective> pending;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_SUSPENSION_H_
