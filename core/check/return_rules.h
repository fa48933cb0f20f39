// Rules that the terminators of a function's body share.
#ifndef PADDOCK_CORE_CHECK_RETURN_RULES_H_
#define PADDOCK_CORE_CHECK_RETURN_RULES_H_

#include <string>

#include "core/check/context.h"

namespace paddock {

// Returns the function whose body ends in `operation`; `nullptr` if it is elsewhere and is not a
// terminator there.
const Operation* ReturningFunction(const Operation& operation);

// Error in the returned values, and its place; empty if there is none.
struct Misreturn {
  At at;
  std::string detail;
};

// Compares the operands with the function's result types.
Misreturn CompareReturned(const CheckContext& context, const Operation& function);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_RETURN_RULES_H_
