// Lowering of the batch normalizations as decompositions into the operations that
// the specification names. Values that do not vary within a feature are computed once for each
// feature, with the same bits.
#include "core/ir/attribute_values.h"
#include "core/plan/lowering/composition.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

class BatchNormalization {
 public:
  BatchNormalization(Lowering& lowering, const Operation& operation)
      : made_(lowering, operation), feature_(IntegerOf(operation, "feature_index", 0)) {
    const std::span<const int64_t> shape = made_.operand(0)->type.shape();
    for (size_t d = 0; d < shape.size(); ++d) {
      if (static_cast<int64_t>(d) == feature_) continue;
      others_.push_back(static_cast<int64_t>(d));
      elements_per_feature_ *= static_cast<double>(shape[d]);
    }
  }

  Composition& made() { return made_; }
  double elements_per_feature() const { return elements_per_feature_; }

  Value* Add(Value* lhs, Value* rhs) { return made_.Binary(OpKind::kStablehloAdd, lhs, rhs); }
  Value* Sub(Value* lhs, Value* rhs) { return made_.Binary(OpKind::kStablehloSubtract, lhs, rhs); }
  Value* Mul(Value* lhs, Value* rhs) { return made_.Binary(OpKind::kStablehloMultiply, lhs, rhs); }
  Value* Div(Value* lhs, Value* rhs) { return made_.Binary(OpKind::kStablehloDivide, lhs, rhs); }
  Value* Sqrt(Value* value) { return made_.Unary(OpKind::kStablehloSqrt, value); }

  // Broadcasts one value for each feature over the whole operand.
  Value* Spread(Value* value) {
    return made_.Broadcast(value, std::span(&feature_, 1), made_.operand(0)->type);
  }
  // Sums over all dimensions but the feature dimension.
  Value* Sum(Value* value) {
    Value* zero = made_.Constant(made_.ScalarOf(*value->type.element_type()), 0);
    return made_.Reduce(OpKind::kStablehloAdd, value, zero, others_);
  }
  Value* Mean(Value* value) {
    Value* sum = Sum(value);
    return Div(sum, made_.Constant(sum->type, elements_per_feature_));
  }
  Value* PlusEpsilon(Value* variance) {
    const double epsilon = NumberOf(made_.source(), "epsilon", 0);
    return Add(variance, made_.Constant(variance->type, epsilon));
  }

  // (operand - mean) / sqrt(variance + epsilon) * scale + offset.
  Value* Normalize(Value* scale, Value* offset, Value* mean, Value* variance) {
    Value* centered = Sub(made_.operand(0), Spread(mean));
    Value* normalized = Div(centered, Spread(Sqrt(PlusEpsilon(variance))));
    return Add(Mul(Spread(scale), normalized), Spread(offset));
  }

 private:
  Composition made_;
  int64_t feature_;
  std::vector<int64_t> others_;
  double elements_per_feature_ = 1;
};

}  // namespace

Result<void> LowerBatchNormInference(Lowering& lowering, const Operation& operation) {
  BatchNormalization norm(lowering, operation);
  Composition& made = norm.made();
  return made.Give(
      {norm.Normalize(made.operand(1), made.operand(2), made.operand(3), made.operand(4))});
}

Result<void> LowerBatchNormTraining(Lowering& lowering, const Operation& operation) {
  BatchNormalization norm(lowering, operation);
  Composition& made = norm.made();
  Value* mean = norm.Mean(made.operand(0));
  Value* centered = norm.Sub(made.operand(0), norm.Spread(mean));
  Value* variance = norm.Mean(norm.Mul(centered, centered));
  return made.Give(
      {norm.Normalize(made.operand(1), made.operand(2), mean, variance), mean, variance});
}

// The variables have the specification's names.
Result<void> LowerBatchNormGrad(Lowering& lowering, const Operation& operation) {
  BatchNormalization norm(lowering, operation);
  Composition& made = norm.made();
  Value* scale = made.operand(1);
  Value* grad_output = made.operand(4);
  Value* variance = norm.PlusEpsilon(made.operand(3));
  Value* stddev = norm.Sqrt(variance);
  Value* centered = norm.Sub(made.operand(0), norm.Spread(made.operand(2)));
  Value* normalized = norm.Div(centered, norm.Spread(stddev));
  const double count = norm.elements_per_feature();
  Value* grad_offset = norm.Sum(grad_output);
  Value* i1 = norm.Mul(grad_output, made.Constant(grad_output->type, count));
  Value* i2 = norm.Spread(grad_offset);
  Value* i3 = norm.Spread(norm.Sum(norm.Mul(grad_output, centered)));
  Value* i4 = norm.Mul(i3, centered);
  Value* i5 = norm.Div(i4, norm.Spread(variance));
  Value* i6 = norm.Sub(norm.Sub(i1, i2), i5);
  Value* factor = norm.Div(norm.Div(scale, stddev), made.Constant(scale->type, count));
  Value* grad_operand = norm.Mul(norm.Spread(factor), i6);
  Value* grad_scale = norm.Sum(norm.Mul(grad_output, normalized));
  return made.Give({grad_operand, grad_scale, grad_offset});
}

}  // namespace paddock
