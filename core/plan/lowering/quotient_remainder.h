// Remainders of integers by the quotient of the same numbers, as in JAX's floor_divide.
#ifndef PADDOCK_CORE_PLAN_LOWERING_QUOTIENT_REMAINDER_H_
#define PADDOCK_CORE_PLAN_LOWERING_QUOTIENT_REMAINDER_H_

#include "core/plan/fusion/tile_graph.h"

namespace paddock {

// Returns x - q * y for a node x % y of which the graph has the quotient q, to which it adds the
// product; otherwise the node. Where y is 0, q is -1 and the remainder x.
TileNode RemainderByQuotient(TileGraph& graph, const TileNode& node);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_QUOTIENT_REMAINDER_H_
