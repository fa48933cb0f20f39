// Operations that planning may move before a loop, leave out or compute again.
#ifndef PADDOCK_CORE_PLAN_LOWERING_REPEATABLE_H_
#define PADDOCK_CORE_PLAN_LOWERING_REPEATABLE_H_

#include "core/ir/operation.h"

namespace paddock {

// Returns whether the operation, without its regions, depends on its operands only and never fails.
bool IsRepeatable(const Operation& operation);

// Returns whether reading the result costs little more than reading the operand.
bool IsView(const Operation& operation);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_REPEATABLE_H_
