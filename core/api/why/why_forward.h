// WhyForward: the cells that were computed from a cell.
#ifndef PADDOCK_CORE_API_WHY_WHY_FORWARD_H_
#define PADDOCK_CORE_API_WHY_WHY_FORWARD_H_

#include "core/api/why/why_nodes.h"

namespace paddock {

// Fills the chain of `nodes` from the target.
void FollowForward(WhyNodes& nodes, const WhyTarget& target, const WhyOptions& options);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_WHY_WHY_FORWARD_H_
