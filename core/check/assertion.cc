// Checks of the check dialect: assertions of test programs.
#include "core/check/context.h"

namespace paddock {
namespace {

// Requires by `rule` that both types are identical.
CheckResult CheckSame(CheckContext& context, Type a, Type b) {
  if (a == b) return context.Declared();
  return context.Fail(context.rule("X1"), At::Operand(0), Say("they are ", a, " and ", b));
}

}  // namespace

CheckResult CheckExpect(CheckContext& context) {
  return CheckSame(context, context.operand_type(0), context.operand_type(1));
}

CheckResult CheckExpectConst(CheckContext& context) {
  return CheckSame(context, context.operand_type(0), context.attribute("value")->type);
}

}  // namespace paddock
