// The order in which operations are lowered around updates that may be done in place.
#ifndef PADDOCK_CORE_PLAN_LOWERING_UPDATE_ORDER_H_
#define PADDOCK_CORE_PLAN_LOWERING_UPDATE_ORDER_H_

#include <vector>

#include "core/ir/operation.h"

namespace paddock {

// Returns the operations of the block from `first` on. One that reads few elements of a tensor
// comes before the scatter or dynamic_update_slice of that tensor, unless it depends on its result;
// otherwise the update would have to copy the tensor. All else keeps its order.
std::vector<const Operation*> OrderAroundUpdates(const Operation* first);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_UPDATE_ORDER_H_
