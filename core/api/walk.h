// All operations of a program, one after the other.
#ifndef PADDOCK_CORE_API_WALK_H_
#define PADDOCK_CORE_API_WALK_H_

#include <cstdint>
#include <functional>

#include "core/ir/operation.h"

namespace paddock {

// A module or a function: what it holds is on the level around it.
bool HoldsSymbols(const Operation& operation);

// Calls visit(operation, depth) for every operation below `region`, outer ones first, as long as
// it gives true; `depth` counts regions, those of functions and modules apart.
void ForEachOperation(const Region& region,
                      const std::function<bool(const Operation&, uint32_t)>& visit);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_WALK_H_
