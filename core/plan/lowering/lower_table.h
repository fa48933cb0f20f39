// The Lower functions of all operations. The planner passes them to Lowering, which therefore
// depends on no op family.
#ifndef PADDOCK_CORE_PLAN_LOWERING_LOWER_TABLE_H_
#define PADDOCK_CORE_PLAN_LOWERING_LOWER_TABLE_H_

#include <span>

#include "core/base/result.h"
#include "core/ir/operation.h"

namespace paddock {

class Lowering;

using LowerFunction = Result<void> (*)(Lowering& lowering, const Operation& operation);

struct LowerTable {
  // Returns the Lower function of `operation`, or nullptr if running it is not yet implemented.
  LowerFunction (*find)(const Operation& operation);
  // Lower functions of custom_call by the row of the target in core/dialect/custom_calls.def.
  std::span<const LowerFunction> custom_calls;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_LOWER_TABLE_H_
