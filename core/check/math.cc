// Checks of math. Those that arith shares are in arith.cc.
#include "core/check/context.h"
#include "core/check/standard_rules.h"

namespace paddock {

// Returns a boolean for each element.
CheckResult CheckMathTest(CheckContext& context) {
  const CheckResult same = CheckSameTypes(context, &IsFloat, "floats");
  if (!same) return Failed();
  const Type boolean = context.types().GetScalar(ElementType::kI1);
  return InferredTypes{
      context.Infer(WithElement(context, (*same)[0].type, boolean), Constraint::kResultType)};
}

// Raises a float to an integer power.
CheckResult CheckMathFpowi(CheckContext& context) {
  if (!CheckShapes(context) || !CheckElement(context, 0, &IsFloat, "floats") ||
      !CheckElement(context, 1, &IsSignlessInteger, "integers")) {
    return Failed();
  }
  return InferredTypes{context.Infer(context.operand_type(0), Constraint::kResultType)};
}

}  // namespace paddock
