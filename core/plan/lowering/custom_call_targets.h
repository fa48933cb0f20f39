// Plans targets of custom_call: a function for each name in core/dialect/custom_calls.def.
#ifndef PADDOCK_CORE_PLAN_LOWERING_CUSTOM_CALL_TARGETS_H_
#define PADDOCK_CORE_PLAN_LOWERING_CUSTOM_CALL_TARGETS_H_

#include "core/base/result.h"
#include "core/ir/operation.h"

namespace paddock {

class Lowering;

#define PADDOCK_HANDLER(name) Result<void> name(Lowering& lowering, const Operation& operation);
#include "dialect/call_lower_handlers.inc"
#undef PADDOCK_HANDLER

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_CUSTOM_CALL_TARGETS_H_
