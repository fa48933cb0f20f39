// Checks of conversions between quantized and floating-point tensors.
#include "core/check/context.h"

namespace paddock {

CheckResult CheckUniformDequantize(CheckContext& context) {
  TensorType result = context.operand(0);
  result.element = result.element->quantized->expressed;
  return InferredTypes{
      context.Infer(result, Constraint::kUniformDequantizeC1, Constraint::kUniformDequantizeC2)};
}

CheckResult CheckUniformQuantize(CheckContext& context) {
  const Type from = context.operand(0).element;
  const Type to = context.result(0).element;
  const Type expressed = from.is_quantized() ? from->quantized->expressed : from;
  if (to->quantized->expressed != expressed) {
    return context.Fail(Constraint::kUniformQuantizeC2, At::Result(0),
                        Say("the operand has ", from, " and the result ", to));
  }
  TensorType result = context.operand(0);
  result.element = to;
  return InferredTypes{
      context.Infer(result, Constraint::kUniformQuantizeC1, Constraint::kUniformQuantizeC1)};
}

}  // namespace paddock
