// The rule by which an operation gives NaN or an infinity.
#ifndef PADDOCK_CORE_API_WHY_BAD_RULE_H_
#define PADDOCK_CORE_API_WHY_BAD_RULE_H_

#include <span>
#include <string>

#include "core/api/why/cell_value.h"
#include "core/ir/operation.h"

namespace paddock {

// Returns "log of a negative number" for a result that is NaN or infinite. `operands` are some of
// the cells from which it was computed.
std::string BadRule(const Operation& operation, std::span<const CellValue> operands,
                    const CellValue& result);

}  // namespace paddock

#endif  // PADDOCK_CORE_API_WHY_BAD_RULE_H_
