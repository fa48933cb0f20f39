// Suspension: where a plan ends because sizes of what follows are values that it computes.
//
//   plan 1                          plan 2, made by the run
//     steps                           steps, from the frames' operations on
//     suspend: live values   ------>  arguments: the live values
//                                     results, or the next suspension
//
// Planning goes into calls as if they stood in place, so a place is a stack of frames: in each
// block the operation to go on with, the innermost one last. Branches and loops whose sizes
// differ from one time to another are gone through in the same way: the plan ends before the
// choice is known, and the next one is of what was chosen.
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
