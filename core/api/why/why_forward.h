// WhyForward: the cells that were computed from a cell.
#ifndef PADDOCK_CORE_API_WHY_WHY_FORWARD_H_
#define PADDOCK_CORE_API_WHY_WHY_FORWARD_H_

#include <memory>

#include "core/api/why/chain_follower.h"
#include "core/api/why/why_nodes.h"

namespace paddock {

// Begins the chain of `nodes` with the target. `nodes` must outlive the follower.
std::unique_ptr<ChainFollower> FollowForward(WhyNodes& nodes, const WhyTarget& target,
                                             const WhyOptions& options);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_WHY_WHY_FORWARD_H_
