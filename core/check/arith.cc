// Checks of arith, math and index: one trait `Elementwise`. Operands are scalars, or tensors of
// equal shapes. Nothing is broadcast.
#include "core/check/context.h"
#include "core/ir/rounding_mode.h"

namespace paddock {
namespace {

Type ElementOf(Type type) { return type.is_tensor() ? type.element() : type; }

bool IsIndex(Type element) { return element.element_type() == ElementType::kIndex; }

bool IsSignlessInteger(Type element) {
  return IsInteger(element) && element->signedness == Signedness::kSignless;
}

// Returns the type of `shape` with another element type; a scalar for a scalar.
Type WithElement(CheckContext& context, Type shape, Type element) {
  if (!shape.is_tensor()) return element;
  TensorType type = TensorType::Of(shape);
  type.element = element;
  return type.Make(context.types());
}

// Requires a scalar or ranked tensor whose element type the predicate allows.
bool CheckElement(CheckContext& context, size_t i, bool (*is_allowed)(Type),
                  std::string_view words) {
  const Type type = context.operand_type(i);
  if ((type.is_tensor() || type.is(TypeKind::kScalar)) && is_allowed(ElementOf(type))) return true;
  const bool is_vector = type.is(TypeKind::kOpaque) && type->text.starts_with("vector<");
  context.Fail(Constraint::kOperandType, At::Operand(i),
               is_vector ? Say("operand ", i, " is ", type,
                               ": vectors are not supported, scalars and tensors are")
                         : Say("operand ", i, " is ", type, ", not of ", words));
  return false;
}

// Requires that all operands are scalars or tensors of agreeing shapes. Returns the common shape.
std::optional<Type> CheckShapes(CheckContext& context, size_t first = 0) {
  Type shape = context.operand_type(first);
  for (size_t i = first + 1; i < context.operand_count(); ++i) {
    const Type type = context.operand_type(i);
    const bool fits =
        type.is_tensor() == shape.is_tensor() &&
        (!type.is_tensor() || Agree(TensorType::Of(type).shape, TensorType::Of(shape).shape));
    if (!fits) {
      context.Fail(Constraint::kOperandType, At::Operand(i),
                   Say("operand ", i, " is ", type, " and operand ", first, " is ", shape,
                       ": shapes must be equal"));
      return std::nullopt;
    }
    if (!type.is_tensor()) continue;
    TensorType met = TensorType::Of(shape);
    const TensorType other = TensorType::Of(type);
    for (size_t d = 0; d < met.rank(); ++d) met.shape[d] = Meet(met.shape[d], other.shape[d]);
    shape = met.Make(context.types());
  }
  return shape;
}

CheckResult CheckSameTypes(CheckContext& context, bool (*is_allowed)(Type),
                           std::string_view words) {
  const auto shape = CheckShapes(context);
  if (!shape) return Failed();
  const Type element = ElementOf(context.operand_type(0));
  for (size_t i = 0; i < context.operand_count(); ++i) {
    if (!CheckElement(context, i, is_allowed, words)) return Failed();
    if (ElementOf(context.operand_type(i)) == element) continue;
    return context.Fail(Constraint::kOperandType, At::Operand(i),
                        Say("operand ", i, " is ", context.operand_type(i), " and operand 0 is ",
                            context.operand_type(0)));
  }
  return InferredTypes{context.Infer(*shape, Constraint::kResultType)};
}

// Sums and products support only rounding to nearest even.
bool CheckRounding(CheckContext& context, bool takes_all) {
  const auto mode = RoundingModeOf(context.operation());
  if (mode && (takes_all || *mode == RoundingMode::kNearestEven)) return true;
  context.Fail(Constraint::kAttributeRange, At::Attribute("roundingmode"),
               mode ? Say("roundingmode is ", kRoundingModes[static_cast<size_t>(*mode)],
                          ", and only to_nearest_even can be run")
                    : Say("roundingmode is to_nearest_even, downward, upward, toward_zero or "
                          "to_nearest_away"));
  return false;
}

bool IsWhole(Type element) { return IsSignlessInteger(element) || IsIndex(element); }

bool IsNumber(Type element) { return IsWhole(element) || IsFloat(element); }

}  // namespace

CheckResult CheckStandardInteger(CheckContext& context) {
  return CheckSameTypes(context, &IsWhole, "signless integers or index");
}

CheckResult CheckStandardFloat(CheckContext& context) {
  if (!CheckRounding(context, /*takes_all=*/false)) return Failed();
  return CheckSameTypes(context, &IsFloat, "floats");
}

CheckResult CheckStandardIndex(CheckContext& context) {
  return CheckSameTypes(context, &IsIndex, "index");
}

// The result's element type is free; its shape is the operand's.
CheckResult CheckStandardCast(CheckContext& context) {
  if (!CheckElement(context, 0, &IsNumber, "numbers")) return Failed();
  const Type to = context.result_type(0);
  if (!to.is_tensor() && !to.is(TypeKind::kScalar)) {
    return context.Fail(Constraint::kResultType, At::Result(0), Say("it is ", to));
  }
  return InferredTypes{context.Infer(WithElement(context, context.operand_type(0), ElementOf(to)),
                                     Constraint::kResultType)};
}

// Accepts every rounding mode.
CheckResult CheckStandardRounding(CheckContext& context) {
  if (!CheckRounding(context, /*takes_all=*/true)) return Failed();
  return CheckStandardCast(context);
}

// Returns a boolean for each element.
CheckResult CheckMathTest(CheckContext& context) {
  const CheckResult same = CheckSameTypes(context, &IsFloat, "floats");
  if (!same) return Failed();
  const Type boolean = context.types().GetScalar(ElementType::kI1);
  return InferredTypes{
      context.Infer(WithElement(context, (*same)[0].type, boolean), Constraint::kResultType)};
}

CheckResult CheckArithProductExtended(CheckContext& context) {
  const CheckResult same = CheckSameTypes(context, &IsWhole, "signless integers or index");
  if (!same) return Failed();
  return InferredTypes{(*same)[0], (*same)[0]};
}

CheckResult CheckArithSumExtended(CheckContext& context) {
  const CheckResult same = CheckSameTypes(context, &IsWhole, "signless integers or index");
  if (!same) return Failed();
  const Type boolean = context.types().GetScalar(ElementType::kI1);
  const Type overflow = WithElement(context, (*same)[0].type, boolean);
  return InferredTypes{(*same)[0], context.Infer(overflow, Constraint::kResultType)};
}

CheckResult CheckStandardCompare(CheckContext& context) {
  const CheckResult same = CheckSameTypes(context, &IsNumber, "numbers");
  if (!same) return Failed();
  const Type boolean = context.types().GetScalar(ElementType::kI1);
  return InferredTypes{
      context.Infer(WithElement(context, (*same)[0].type, boolean), Constraint::kResultType)};
}

// One boolean may also select between whole tensors.
CheckResult CheckStandardSelect(CheckContext& context) {
  const Type condition = context.operand_type(0);
  const Type on_true = context.operand_type(1);
  const auto shape = CheckShapes(context, 1);
  if (!shape) return Failed();
  if (ElementOf(on_true) != ElementOf(context.operand_type(2))) {
    return context.Fail(Constraint::kOperandType, At::Operand(2),
                        Say("it is ", context.operand_type(2), " and operand 1 is ", on_true));
  }
  const bool is_shaped = condition.is_tensor() && on_true.is_tensor() &&
                         Agree(TensorType::Of(condition).shape, TensorType::Of(on_true).shape);
  if (!IsBoolean(ElementOf(condition)) || (condition.is_tensor() && !is_shaped)) {
    return context.Fail(Constraint::kOperandType, At::Operand(0),
                        Say("the condition is ", condition, " of values of ", on_true));
  }
  return InferredTypes{context.Infer(*shape, Constraint::kResultType)};
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
