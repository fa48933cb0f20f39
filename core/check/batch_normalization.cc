// Checks of batch normalization.
#include "core/check/context.h"

namespace paddock {
namespace {

// Constraints of a batch normalization. `sizes` are those of the operands and results after the
// first.
struct BatchNormRules {
  Constraint range;
  Constraint elements;
};

// Requires that feature_index names a dimension of operand 0 and all elements share one baseline
// type.
bool CheckFeature(CheckContext& context, const BatchNormRules& rules) {
  const TensorType operand = context.operand(0);
  const int64_t index = context.i64("feature_index");
  if (index < 0 || index >= static_cast<int64_t>(operand.rank())) {
    context.Fail(rules.range, At::Attribute("feature_index"),
                 Say("feature_index = ", index, " and rank(operand) = ", operand.rank()));
    return false;
  }
  for (size_t i = 1; i < context.operand_count(); ++i) {
    if (SameBaseline(context.operand(i).element, operand.element)) continue;
    context.Fail(rules.elements, At::Operand(i),
                 Say("operand ", i, " has ", context.operand(i).element, " and operand 0 ",
                     operand.element));
    return false;
  }
  return true;
}

Dimension FeatureSize(const CheckContext& context) {
  return context.operand(0).shape[static_cast<size_t>(context.i64("feature_index"))];
}

// Requires that operand i has one element a feature.
bool CheckFeatureSize(CheckContext& context, Constraint rule, size_t i) {
  const Dimension size = context.operand(i).shape[0];
  if (Agree(size, FeatureSize(context))) return true;
  context.Fail(rule, At::Operand(i),
               Say("operand ", i, " has ", size, " elements and there are ", FeatureSize(context),
                   " features"));
  return false;
}

TensorType FeatureType(const CheckContext& context) {
  TensorType type;
  type.element = context.operand(0).element;
  type.shape = {FeatureSize(context)};
  return type;
}

}  // namespace

CheckResult CheckBatchNormGrad(CheckContext& context) {
  if (!CheckFeature(context, {Constraint::kBatchNormGradC1, Constraint::kBatchNormGradC2})) {
    return Failed();
  }
  const TensorType operand = context.operand(0);
  if (!Agree(context.operand(4).shape, operand.shape)) {
    return context.Fail(
        Constraint::kBatchNormGradC3, At::Operand(4),
        Say("grad_output has shape ", context.operand(4).shape, " and operand ", operand.shape));
  }
  for (const size_t i : {size_t{2}, size_t{3}}) {
    if (Agree(context.operand(i).shape, context.operand(1).shape)) continue;
    return context.Fail(
        Constraint::kBatchNormGradC4, At::Operand(i),
        Say("it has shape ", context.operand(i).shape, " and scale ", context.operand(1).shape));
  }
  if (!CheckFeatureSize(context, Constraint::kBatchNormGradC5, 1)) return Failed();
  const TensorType feature = FeatureType(context);
  return InferredTypes{
      context.Infer(operand, Constraint::kBatchNormGradC3, Constraint::kBatchNormGradC2),
      context.Infer(feature, Constraint::kBatchNormGradC4, Constraint::kBatchNormGradC2),
      context.Infer(feature, Constraint::kBatchNormGradC4, Constraint::kBatchNormGradC2)};
}

CheckResult CheckBatchNormInference(CheckContext& context) {
  if (!CheckFeature(context,
                    {Constraint::kBatchNormInferenceC1, Constraint::kBatchNormInferenceC2}) ||
      !CheckFeatureSize(context, Constraint::kBatchNormInferenceC3, 1) ||
      !CheckFeatureSize(context, Constraint::kBatchNormInferenceC4, 2) ||
      !CheckFeatureSize(context, Constraint::kBatchNormInferenceC5, 3) ||
      !CheckFeatureSize(context, Constraint::kBatchNormInferenceC6, 4)) {
    return Failed();
  }
  return InferredTypes{context.Infer(context.operand(0), Constraint::kBatchNormInferenceC7,
                                     Constraint::kBatchNormInferenceC7)};
}

CheckResult CheckBatchNormTraining(CheckContext& context) {
  if (!CheckFeature(context,
                    {Constraint::kBatchNormTrainingC1, Constraint::kBatchNormTrainingC2}) ||
      !CheckFeatureSize(context, Constraint::kBatchNormTrainingC3, 1) ||
      !CheckFeatureSize(context, Constraint::kBatchNormTrainingC4, 2)) {
    return Failed();
  }
  const TensorType feature = FeatureType(context);
  return InferredTypes{
      context.Infer(context.operand(0), Constraint::kBatchNormTrainingC7,
                    Constraint::kBatchNormTrainingC7),
      context.Infer(feature, Constraint::kBatchNormTrainingC5, Constraint::kBatchNormTrainingC2),
      context.Infer(feature, Constraint::kBatchNormTrainingC6, Constraint::kBatchNormTrainingC2)};
}

}  // namespace paddock
