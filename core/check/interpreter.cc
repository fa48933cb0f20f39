// Checks of the interpreter dialect, with whose probe test programs inspect values.
#include "core/check/context.h"

namespace paddock {

CheckResult CheckProbe(CheckContext& context) {
  if (context.operand_type(0) == context.result_type(0)) return context.Declared();
  return context.Fail(Constraint::kInterpreterProbeX1, At::Result(0),
                      Say("they are ", context.operand_type(0), " and ", context.result_type(0)));
}

}  // namespace paddock
