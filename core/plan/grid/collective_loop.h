// Reductions between processes whose body is more than element-wise computation. The rows of all
// members are gathered in memory, and the body runs one application at a time.
#ifndef PADDOCK_CORE_PLAN_GRID_COLLECTIVE_LOOP_H_
#define PADDOCK_CORE_PLAN_GRID_COLLECTIVE_LOOP_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/result.h"
#include "core/ir/operation.h"
#include "core/plan/grid/collective.h"
#include "core/plan/lowering/draft.h"

namespace paddock {

class Emitter;
class Lowering;

// Allocates memory for `count` elements of each member of the largest group.
Leaf NewFoldRows(Emitter& emitter, const PendingCollective& pending, ElementType type,
                 int64_t count);

// Folds `rows`, which belong to entry `index`, into `result`.
Result<void> EmitFoldLoop(Lowering& lowering, const PendingCollective& pending, const Operation& at,
                          const Leaf& rows, const Value& result, size_t index);
// Emits one loop for each entry of an all_reduce or collective_reduce.
Result<void> EmitFoldLoops(Lowering& lowering, const PendingCollective& pending,
                           const Operation& at, std::span<Value* const> results);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_GRID_COLLECTIVE_LOOP_H_
