// Operations that fail when the run reaches them.
#ifndef PADDOCK_CORE_PLAN_LOWERING_FAILURE_H_
#define PADDOCK_CORE_PLAN_LOWERING_FAILURE_H_

#include <string>

#include "core/base/result.h"
#include "core/ir/operation.h"

namespace paddock {

class Lowering;

// Emits a step that reports this diagnostic when the run reaches it.
Result<void> EmitFailure(Lowering& lowering, const Operation& operation, std::string code,
                         std::string message);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_FAILURE_H_
