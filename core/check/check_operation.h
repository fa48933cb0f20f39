// The rules of one operation, and its result types.
#ifndef PADDOCK_CORE_CHECK_CHECK_OPERATION_H_
#define PADDOCK_CORE_CHECK_CHECK_OPERATION_H_

#include <optional>
#include <vector>

#include "core/check/context.h"

namespace paddock {

// Checks the operation's own rules and compares its declared result types with the inferred ones.
// Its regions and the rules of the table are already checked. Returns the known parts of the result
// types.
Result<std::vector<Type>> CheckOperation(CheckContext& context);

// Returns the result types that the check function starts from if the program has none: the right
// number, with default element types. Returns nothing if, by the table, the program must give a
// type.
std::optional<std::vector<Type>> AssumedResultTypes(CheckContext& context);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_CHECK_OPERATION_H_
