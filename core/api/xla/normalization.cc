// Batch normalization.
#include "core/api/xla/lower.h"

namespace paddock::xla {
namespace {

// Checks the operands, of which those from 1 to `features` have one value for each feature.
// Returns false after a diagnostic.
bool RequireFeatures(Emitter& e, Operands operands, size_t features, int64_t feature) {
  if (!e.RequireArrays(operands)) return false;
  const Shape& operand = operands[0].shape;
  if (feature < 0 || feature >= operand.rank()) {
    e.Fail(CallRule::kXlaBatchNorm1,
           "operand is " + ToString(operand) + ", feature_index is " + std::to_string(feature));
    return false;
  }
  const Dimensions sizes = {operand.dimensions[static_cast<size_t>(feature)]};
  for (size_t i = 0; i < operands.size(); ++i) {
    const std::string but = "operand is " + ToString(operand) + ", operand " + std::to_string(i) +
                            " is " + ToString(operands[i].shape);
    if (!IsFloat(operand.element_type) || operands[i].shape.element_type != operand.element_type) {
      e.Fail(CallRule::kXlaBatchNorm2, but);
      return false;
    }
    if (i != 0 && i <= features && operands[i].shape.dimensions != sizes) {
      e.Fail(CallRule::kXlaBatchNorm3, but + ", feature_index is " + std::to_string(feature));
      return false;
    }
  }
  return true;
}

}  // namespace

Lowered LowerBatchNormTraining(Emitter& e, Operands operands, float epsilon, int64_t feature) {
  if (!RequireFeatures(e, operands, 2, feature)) return e.Failed();
  const auto results =
      e.f().BatchNormTraining(operands[0].value, operands[1].value, operands[2].value,
                              {.epsilon = epsilon, .feature_index = feature}, {}, e.where());
  return e.MakeTuple(
      {e.Made(results.output), e.Made(results.batch_mean), e.Made(results.batch_var)});
}

Lowered LowerBatchNormInference(Emitter& e, Operands operands, float epsilon, int64_t feature) {
  if (!RequireFeatures(e, operands, 4, feature)) return e.Failed();
  return e.Made(e.f().BatchNormInference(
      operands[0].value, operands[1].value, operands[2].value, operands[3].value, operands[4].value,
      {.epsilon = epsilon, .feature_index = feature}, {}, e.where()));
}

Lowered LowerBatchNormGrad(Emitter& e, Operands operands, float epsilon, int64_t feature) {
  if (!RequireFeatures(e, operands, 3, feature)) return e.Failed();
  if (operands[4].shape.dimensions != operands[0].shape.dimensions) {
    return e.Fail(CallRule::kXlaBatchNorm4, "operand is " + ToString(operands[0].shape) +
                                                ", grad_output is " + ToString(operands[4].shape));
  }
  const auto results = e.f().BatchNormGrad(
      operands[0].value, operands[1].value, operands[2].value, operands[3].value, operands[4].value,
      {.epsilon = epsilon, .feature_index = feature}, {}, e.where());
  return e.MakeTuple(
      {e.Made(results.grad_operand), e.Made(results.grad_scale), e.Made(results.grad_offset)});
}

}  // namespace paddock::xla
