// Visits all operations of a program in order.
#ifndef PADDOCK_CORE_API_QUERY_WALK_H_
#define PADDOCK_CORE_API_QUERY_WALK_H_

#include <cstdint>
#include <functional>

#include "core/ir/operation.h"

namespace paddock {

// Returns whether the operation is a module or a function, whose contents have the depth of its
// surroundings.
bool HoldsSymbols(const Operation& operation);

// Calls visit(operation, depth) for every operation below `region`, outer ones first, until it
// returns false. `depth` counts regions, without those of functions and modules.
void ForEachOperation(const Region& region,
                      const std::function<bool(const Operation&, uint32_t)>& visit);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_QUERY_WALK_H_
