// Checks of normalization, Fourier transforms and triangular systems.
#include <algorithm>
#include <array>

#include "core/check/context.h"
#include "core/check/index_rules.h"

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

CheckResult CheckCholesky(CheckContext& context) {
  const TensorType a = context.operand(0);
  if (a.rank() < 2) {
    return context.Fail(Constraint::kCholeskyC2, At::Operand(0), Say("rank(a) = ", a.rank()));
  }
  if (!Agree(a.shape[a.rank() - 2], a.shape[a.rank() - 1])) {
    return context.Fail(Constraint::kCholeskyC3, At::Operand(0), Say("shape(a) = ", a.shape));
  }
  return InferredTypes{context.Infer(a, Constraint::kCholeskyC1, Constraint::kCholeskyC1)};
}

namespace {

// Checks C2: the element types of a transform.
bool CheckFftElement(CheckContext& context, std::string_view type, Type element) {
  const bool fits =
      type == "RFFT" ? IsFloat(element) && BitWidth(element) >= 32 : IsComplex(element);
  if (!fits) context.Fail(Constraint::kFftC2, At::Operand(0), Say("a ", type, " takes ", element));
  return fits;
}

// Checks C4 and X1. The sizes of the real side are fft_length; so are those of complex sides that
// are not halved. The complex side of RFFT and IRFFT has the last size n / 2 + 1.
bool CheckFftSizes(CheckContext& context, std::span<const int64_t> length, TensorType& result) {
  const std::string_view type = context.text("fft_type");
  const size_t first = result.rank() - length.size();
  const Dimension last = result.shape.back();
  for (size_t i = 0; i < length.size(); ++i) {
    const bool is_last = i + 1 == length.size();
    Dimension& size = result.shape[first + i];
    if (type == "IRFFT" && is_last) {
      const Dimension half = {length[i] == 0 ? 0 : length[i] / 2 + 1};
      if (!Agree(last, half)) {
        context.Fail(Constraint::kFftC5, At::Operand(0),
                     Say("dim(operand, -1) = ", last, ", not ", half));
        return false;
      }
      size = {length[i]};
    } else if (!Agree(size, Dimension{length[i]})) {
      const bool has_real = type == "RFFT" || type == "IRFFT";
      context.Fail(
          has_real ? Constraint::kFftC4 : Constraint::kFftX1, At::Attribute("fft_length"),
          Say("fft_length = ", length, " and the operand has shape ", context.operand(0).shape));
      return false;
    }
    if (type == "RFFT" && is_last) size = {length[i] == 0 ? 0 : length[i] / 2 + 1};
  }
  return true;
}

}  // namespace

CheckResult CheckFft(CheckContext& context) {
  TensorType result = context.operand(0);
  const std::string_view type = context.text("fft_type");
  const auto length = context.i64_array("fft_length");
  if (length.empty() || length.size() > 3) {
    return context.Fail(Constraint::kFftC3, At::Attribute("fft_length"),
                        Say("size(fft_length) = ", length.size()));
  }
  if (length.size() > result.rank()) {
    return context.Fail(
        Constraint::kFftC1, At::Attribute("fft_length"),
        Say("size(fft_length) = ", length.size(), " and rank(operand) = ", result.rank()));
  }
  for (int64_t size : length) {
    if (size >= 0) continue;
    return context.Fail(Constraint::kAttributeRange, At::Attribute("fft_length"),
                        Say("fft_length = ", length));
  }
  if (!CheckFftElement(context, type, result.element) || !CheckFftSizes(context, length, result)) {
    return Failed();
  }
  if (type == "RFFT") result.element = context.types().GetComplex(result.element);
  if (type == "IRFFT") result.element = result.element->element;
  return InferredTypes{context.Infer(result, Constraint::kFftC5, Constraint::kFftC2)};
}

CheckResult CheckTriangularSolve(CheckContext& context) {
  const TensorType a = context.operand(0);
  const TensorType b = context.operand(1);
  if (!SameBaseline(a.element, b.element)) {
    return context.Fail(Constraint::kTriangularSolveC1, At::Operand(1), At::Operand(0),
                        Say("a has ", a.element, " and b ", b.element));
  }
  if (a.rank() < 2 || a.rank() != b.rank()) {
    return context.Fail(Constraint::kTriangularSolveC2, At::Operand(a.rank() < 2 ? 0 : 1),
                        At::Operand(0), Say("rank(a) = ", a.rank(), " and rank(b) = ", b.rank()));
  }
  const size_t rank = a.rank();
  const Dimension rows = a.shape[rank - 2];
  const Dimension other = b.shape[rank - (context.boolean("left_side") ? 2 : 1)];
  bool fits =
      Agree(rows, a.shape[rank - 1]) && Agree(rows, other) && Agree(a.shape[rank - 1], other);
  for (size_t d = 0; d + 2 < rank; ++d) fits = fits && Agree(a.shape[d], b.shape[d]);
  if (!fits) {
    return context.Fail(Constraint::kTriangularSolveC3, At::Operand(1), At::Operand(0),
                        Say("shape(a) = ", a.shape, " and shape(b) = ", b.shape));
  }
  if (context.text("transpose_a") == "TRANSPOSE_INVALID") {
    return context.Fail(Constraint::kTriangularSolveX1, At::Attribute("transpose_a"), "it is");
  }
  return InferredTypes{
      context.Infer(b, Constraint::kTriangularSolveC4, Constraint::kTriangularSolveC4)};
}

}  // namespace paddock
