// Custom calls that cut a tensor into the tiles of devices, and join them again.
#ifndef PADDOCK_CORE_PLAN_COLLECTIVE_SHARDING_H_
#define PADDOCK_CORE_PLAN_COLLECTIVE_SHARDING_H_

#include "core/plan/lowering.h"

namespace paddock {

// SPMDFullToShardShape: the sharding is that of the operand.
Result<void> LowerFullToShard(Lowering& lowering, const Operation& operation);
// SPMDShardToFullShape: the sharding is its own.
Result<void> LowerShardToFull(Lowering& lowering, const Operation& operation);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_COLLECTIVE_SHARDING_H_
