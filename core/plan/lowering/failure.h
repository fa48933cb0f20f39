// Operations that fail when they are reached.
#ifndef PADDOCK_CORE_PLAN_LOWERING_FAILURE_H_
#define PADDOCK_CORE_PLAN_LOWERING_FAILURE_H_

#include <string>

#include "core/base/result.h"
#include "core/ir/operation.h"

namespace paddock {

class Lowering;

// A step that reports this diagnostic when it is reached.
Result<void> EmitFailure(Lowering& lowering, const Operation& operation, std::string code,
                         std::string message);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_FAILURE_H_
