// The rule that decides an element-wise result at an edge of its element type.
#ifndef PADDOCK_CORE_API_WHY_EDGE_RULE_H_
#define PADDOCK_CORE_API_WHY_EDGE_RULE_H_

#include <span>
#include <string>

#include "core/api/why/cell_value.h"
#include "core/ir/operation.h"

namespace paddock {

// Returns "half way: to the even neighbour" and the like for a result that follows a special rule:
// zeros of either sign, ties, wrapping, saturation, NaN that is compared. Empty if there is none.
// `operands` are the cells from which it was computed.
std::string EdgeRule(const Operation& operation, std::span<const CellValue> operands,
                     const CellValue& result);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_WHY_EDGE_RULE_H_
