// Checks of arith. The functions with `Standard` in their name also serve math and index.
#include "core/check/context.h"
#include "core/check/standard_rules.h"
#include "core/ir/rounding_mode.h"

namespace paddock {
namespace {

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

}  // namespace paddock
