// Checks of operations whose result has the operands' shape.
#include <string>

#include "core/check/accuracy_rules.h"
#include "core/check/context.h"
#include "core/check/element_rules.h"

namespace paddock {
namespace {

// Returns the part type of a complex element; any other element itself.
Type PartOf(Type element) { return IsComplex(element) ? element->element : element; }

// Checks abs, real and imag: the result is the real tensor of a complex one.
CheckResult CheckPart(CheckContext& context, Constraint shape_rule, Constraint element_rule) {
  TensorType result = context.operand(0);
  result.element = PartOf(result.element);
  return InferredTypes{context.Infer(result, shape_rule, element_rule)};
}

}  // namespace

// Requires one type for all operands and the result, up to quantization parameters (the first
// rule).
CheckResult CheckElementwise(CheckContext& context) {
  if (!CheckResultAccuracy(context)) return Failed();
  const ConstraintInfo& rule = context.info().constraints[0];
  Result<TensorType> merged = MergeShapes(context, context.operands(), rule);
  if (!merged) return Failed();
  for (size_t i = 1; i < context.operand_count(); ++i) {
    if (!SameBaseline(context.operand(i).element, merged->element)) {
      return context.Fail(rule, At::Operand(i), At::Operand(0),
                          Say("operand ", i, " is ", context.operand_type(i), " and operand 0 is ",
                              context.operand_type(0)));
    }
  }
  return InferredTypes{context.Infer(*merged, rule, rule)};
}

CheckResult CheckAbs(CheckContext& context) {
  return CheckPart(context, Constraint::kAbsC1, Constraint::kAbsC2);
}

CheckResult CheckReal(CheckContext& context) {
  return CheckPart(context, Constraint::kRealC1, Constraint::kRealC2);
}

CheckResult CheckImag(CheckContext& context) {
  return CheckPart(context, Constraint::kImagC1, Constraint::kImagC2);
}

namespace {

// Returns the first of the operands and the result whose element type is not quantized.
At NotQuantized(const CheckContext& context) {
  for (size_t i = 0; i < context.operand_count(); ++i) {
    if (!context.operand(i).element.is_quantized()) return At::Operand(i);
  }
  return At::Result(0);
}

}  // namespace

// Only add takes per-axis quantized tensors and combines quantization parameters.
CheckResult CheckAdd(CheckContext& context) {
  const auto merged = MergeShapes(context, context.operands(), Info(Constraint::kAddC1));
  if (!merged) return Failed();
  const Type lhs = context.operand(0).element;
  const Type rhs = context.operand(1).element;
  const Type result = context.result(0).element;
  const std::string all = Say("the types are ", lhs, ", ", rhs, " and ", result);
  const bool any_quantized = lhs.is_quantized() || rhs.is_quantized() || result.is_quantized();
  if (!any_quantized) {
    if (lhs != rhs) {
      return context.Fail(Constraint::kAddC1, At::Operand(1), At::Operand(0), all);
    }
    return InferredTypes{context.Infer(*merged, Constraint::kAddC1, Constraint::kAddC1)};
  }
  if (!lhs.is_quantized() || !rhs.is_quantized() || !result.is_quantized()) {
    return context.Fail(Constraint::kAddC2, NotQuantized(context), all);
  }
  const QuantizedType& x = *lhs->quantized;
  const QuantizedType& y = *rhs->quantized;
  const QuantizedType& z = *result->quantized;
  if (x.storage != y.storage || x.storage != z.storage) {
    const At at = x.storage != y.storage ? At::Operand(1) : At::Result(0);
    return context.Fail(Constraint::kAddC3, at, At::Operand(0), all);
  }
  if (x.expressed != y.expressed || x.expressed != z.expressed) {
    const At at = x.expressed != y.expressed ? At::Operand(1) : At::Result(0);
    return context.Fail(Constraint::kAddC4, at, At::Operand(0), all);
  }
  if ((x.axis >= 0 || y.axis >= 0) != (z.axis >= 0)) {
    return context.Fail(Constraint::kAddC5, At::Result(0), all);
  }
  if (x.axis >= 0 && x.axis != z.axis) {
    return context.Fail(Constraint::kAddC6, At::Operand(0), At::Result(0), all);
  }
  if (y.axis >= 0 && y.axis != z.axis) {
    return context.Fail(Constraint::kAddC7, At::Operand(1), At::Result(0), all);
  }
  TensorType inferred = *merged;
  inferred.element = result;
  return InferredTypes{context.Infer(inferred, Constraint::kAddC1, Constraint::kAddC1)};
}

CheckResult CheckIsFinite(CheckContext& context) {
  TensorType result = context.operand(0);
  result.element = context.types().GetScalar(ElementType::kI1);
  return InferredTypes{context.Infer(result, Constraint::kIsFiniteC1, Constraint::kIsFiniteC1)};
}

// Requires that min and max are scalars or have the operand's shape.
CheckResult CheckClamp(CheckContext& context) {
  const TensorType operand = context.operand(1);
  for (const size_t i : {size_t{0}, size_t{2}}) {
    const TensorType bound = context.operand(i);
    if (bound.rank() != 0 && !Agree(bound.shape, operand.shape)) {
      return context.Fail(i == 0 ? Constraint::kClampC1 : Constraint::kClampC2, At::Operand(i),
                          At::Operand(1),
                          Say("it has shape ", bound.shape, " and the operand ", operand.shape));
    }
    if (!SameBaseline(bound.element, operand.element)) {
      return context.Fail(
          Constraint::kClampC3, At::Operand(i), At::Operand(1),
          Say("its element type is ", bound.element, " and the operand's ", operand.element));
    }
  }
  return InferredTypes{context.Infer(operand, Constraint::kClampC4, Constraint::kClampC4)};
}

CheckResult CheckCompare(CheckContext& context) {
  const Type lhs = context.operand(0).element;
  const Type rhs = context.operand(1).element;
  if (!SameBaseline(lhs, rhs)) {
    return context.Fail(Constraint::kCompareC1, At::Operand(1), At::Operand(0),
                        Say("lhs has ", lhs, " and rhs ", rhs));
  }
  auto merged = MergeShapes(context, context.operands(), Info(Constraint::kCompareC2));
  if (!merged) return Failed();
  const std::string_view type = context.text("compare_type");
  const bool is_float = IsFloat(lhs) || IsComplex(lhs) || lhs.is_quantized();
  const bool is_unsigned =
      IsBoolean(lhs) || (IsInteger(lhs) && lhs->signedness == Signedness::kUnsigned);
  const bool fits = type.empty() || type == "NOTYPE" ||
                    (is_float      ? type == "FLOAT" || (type == "TOTALORDER" && !IsComplex(lhs))
                     : is_unsigned ? type == "UNSIGNED"
                                   : type == "SIGNED");
  if (!fits) {
    const auto warned = context.Warn(Constraint::kCompareC3, At::Attribute("compare_type"),
                                     Say("it is ", type, " for elements of ", lhs));
    if (!warned) return Failed();
  }
  merged->element = context.types().GetScalar(ElementType::kI1);
  return InferredTypes{context.Infer(*merged, Constraint::kCompareC2, Constraint::kCompareC2)};
}

CheckResult CheckComplex(CheckContext& context) {
  auto merged = MergeShapes(context, context.operands(), Info(Constraint::kComplexC1));
  if (!merged) return Failed();
  if (context.operand(1).element != merged->element) {
    return context.Fail(
        Constraint::kComplexC1, At::Operand(1), At::Operand(0),
        Say("lhs is ", context.operand_type(0), " and rhs ", context.operand_type(1)));
  }
  merged->element = context.types().GetComplex(merged->element);
  return InferredTypes{context.Infer(*merged, Constraint::kComplexC2, Constraint::kComplexC3)};
}

CheckResult CheckConvert(CheckContext& context) {
  TensorType result = context.operand(0);
  result.element = context.result(0).element;
  return InferredTypes{context.Infer(result, Constraint::kConvertC1, Constraint::kConvertC1)};
}

CheckResult CheckReducePrecision(CheckContext& context) {
  const int64_t exponent_bits = context.i64("exponent_bits");
  const int64_t mantissa_bits = context.i64("mantissa_bits");
  if (exponent_bits < 1) {
    return context.Fail(Constraint::kReducePrecisionC2, At::Attribute("exponent_bits"),
                        Say("exponent_bits = ", exponent_bits));
  }
  if (mantissa_bits < 0) {
    return context.Fail(Constraint::kReducePrecisionC3, At::Attribute("mantissa_bits"),
                        Say("mantissa_bits = ", mantissa_bits));
  }
  return InferredTypes{context.Infer(context.operand(0), Constraint::kReducePrecisionC1,
                                     Constraint::kReducePrecisionC1)};
}

CheckResult CheckSelect(CheckContext& context) {
  const TensorType pred = context.operand(0);
  const TensorType on_true = context.operand(1);
  const TensorType on_false = context.operand(2);
  const auto merged =
      MergeShapes(context, std::vector{on_true, on_false}, Info(Constraint::kSelectC2), 1);
  if (!merged) return Failed();
  const std::string elements =
      Say("on_true has ", on_true.element, " and on_false ", on_false.element);
  if (!SameBaseline(on_true.element, on_false.element)) {
    return context.Fail(Constraint::kSelectC2, At::Operand(2), At::Operand(1), elements);
  }
  if (on_true.element != on_false.element &&
      !context.Warn(Constraint::kSelectX1, At::Operand(2), elements)) {
    return Failed();
  }
  if (pred.rank() != 0 && !Agree(pred.shape, on_true.shape)) {
    return context.Fail(Constraint::kSelectC1, At::Operand(0), At::Operand(1),
                        Say("pred has shape ", pred.shape, " and on_true ", on_true.shape));
  }
  return InferredTypes{context.Infer(*merged, Constraint::kSelectC2, Constraint::kSelectC2)};
}

}  // namespace paddock
