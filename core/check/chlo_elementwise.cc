// Checks of element-wise functions in chlo whose operands have one shape.
#include "core/check/context.h"

namespace paddock {

CheckResult CheckIsInf(CheckContext& context) {
  TensorType result = context.operand(0);
  result.element = context.types().GetScalar(ElementType::kI1);
  const ConstraintInfo& rule = context.rule("X1");
  return InferredTypes{context.Infer(result, rule, rule)};
}

CheckResult CheckConstantLike(CheckContext& context) {
  const Attribute& value = *context.attribute("value");
  TensorType result = context.operand(0);
  result.element = value.type.is_tensor() ? value.type.element() : value.type;
  if (!result.element) result.element = context.result(0).element;
  return InferredTypes{
      context.Infer(result, Constraint::kChloConstantLikeX2, Constraint::kChloConstantLikeX1)};
}

}  // namespace paddock
