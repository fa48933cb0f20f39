// Suspension: the end of a plan that computes sizes of later steps.
//
//   plan 1                          plan 2, made at run time
//     steps                           steps, from the frames' operations on
//     suspend: live values   ------>  arguments: the live values
//                                     results, or the next suspension
//
// Calls are planned in place, so a position is a stack of frames: for each block, the operation to
// resume at, the innermost last. Branches and loops whose sizes differ between executions suspend
// too: the plan ends before the branch is taken, and the continuation plans the chosen block.
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

// A live future: the sizes of its value, and its pending collective (null if the future is the
// value itself). Both belong to the suspended plan.
struct LiveFuture {
  Type type;
  std::shared_ptr<const PendingCollective> pending;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_SUSPENSION_H_
