// Parts of scatter that select_and_scatter uses.
#ifndef PADDOCK_CORE_PLAN_OPS_SCATTER_STEPS_H_
#define PADDOCK_CORE_PLAN_OPS_SCATTER_STEPS_H_

#include <span>

#include "core/base/result.h"
#include "core/ir/operation.h"
#include "core/plan/lowering/draft.h"
#include "simd/reduce/scatter.h"

namespace paddock {

class Lowering;

// The results of `operation` start as copies of the inputs; then `body` combines the updates into
// them in order. All are dense and have the body's types.
Result<void> EmitScatterOf(Lowering& lowering, const Operation& operation, Block& body,
                           simd::ScatterPlan plan, std::span<const Leaf> inputs,
                           const Leaf& indices, std::span<const Leaf> updates);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_OPS_SCATTER_STEPS_H_
