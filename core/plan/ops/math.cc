// Lowering of math (family math): operations without an element-wise kernel.
#include <cmath>
#include <limits>

#include "core/plan/lowering/composition_parts.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

double LeastNormal(ElementType type) {
  if (type == ElementType::kF64) return std::numeric_limits<double>::min();
  const SmallFloatFormat format = FormatOf(type);
  if (format.exponent_bits == 0) return std::numeric_limits<float>::min();
  // Without subnormals, every number is normal.
  return std::ldexp(1.0, format.mantissa_bits == 0 ? -format.bias : 1 - format.bias);
}

// Converts to f64, for functions whose narrow forms have unknown accuracy.
Value* Widened(Composition& made, Value* value) { return made.Convert(value, ElementType::kF64); }

Result<void> LowerLogarithm(Lowering& lowering, const Operation& operation, double base) {
  Composition made(lowering, operation);
  Value* logarithm = made.Unary(OpKind::kStablehloLog, Widened(made, made.operand(0)));
  Value* scale = Number(made, logarithm, std::log(base));
  Value* result = made.Binary(OpKind::kStablehloDivide, logarithm, scale);
  return made.Give({made.Convert(result, ElementOf(made.operand(0)))});
}

}  // namespace

Result<void> LowerMathClampf(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  Value* value = made.operand(0);
  return made.Give(
      {made.Add(OpKind::kStablehloClamp, {made.operand(1), value, made.operand(2)}, value->type)});
}

Result<void> LowerMathIsnan(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  return made.Give({made.Compare("NE", made.operand(0), made.operand(0))});
}

// NaN is in no range, and infinity is above the greatest number.
Result<void> LowerMathIsnormal(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  Value* absolute = made.Unary(OpKind::kStablehloAbs, made.operand(0));
  Value* least = made.Constant(absolute->type, LeastNormal(ElementOf(absolute)));
  Value* is_finite =
      made.Add(OpKind::kStablehloIsFinite, {absolute}, made.LikeOf(absolute, ElementType::kI1));
  return made.Give(
      {made.Binary(OpKind::kStablehloAnd, is_finite, made.Compare("GE", absolute, least))});
}

Result<void> LowerMathExp2(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  Value* operand = made.operand(0);
  return made.Give({made.Binary(OpKind::kStablehloPower, Number(made, operand, 2), operand)});
}

Result<void> LowerMathLog10(Lowering& lowering, const Operation& operation) {
  return LowerLogarithm(lowering, operation, 10);
}

Result<void> LowerMathLog2(Lowering& lowering, const Operation& operation) {
  return LowerLogarithm(lowering, operation, 2);
}

Result<void> LowerMathTrunc(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  Value* operand = made.operand(0);
  Value* is_negative = made.Compare("LT", operand, Number(made, operand, 0));
  return made.Give({made.Select(is_negative, made.Unary(OpKind::kStablehloCeil, operand),
                                made.Unary(OpKind::kStablehloFloor, operand))});
}

Result<void> LowerMathFpowi(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  Value* base = Widened(made, made.operand(0));
  Value* power = made.Binary(OpKind::kStablehloPower, base, Widened(made, made.operand(1)));
  return made.Give({made.Convert(power, ElementOf(made.operand(0)))});
}

// Counts the zeros below the lowest one bit, as ones of a mask.
Result<void> LowerMathCttz(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  Value* operand = made.operand(0);
  Value* less = made.Binary(OpKind::kStablehloSubtract, operand, Number(made, operand, 1));
  Value* below =
      made.Binary(OpKind::kStablehloAnd, made.Unary(OpKind::kStablehloNot, operand), less);
  return made.Give({made.Unary(OpKind::kStablehloPopcnt, below)});
}

// Combines the magnitude bits of one operand with the sign bit of the other. Types without a signed
// zero, or without an integer type of their width, use arithmetic instead.
Result<void> LowerMathCopysign(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  const ElementType type = ElementOf(made.operand(0));
  if (BitWidth(type) <= 8) {
    Value* bits = BitsAs(made, made.Convert(made.operand(1), ElementType::kF32), ElementType::kI32);
    Value* is_negative = made.Compare("LT", bits, Number(made, bits, 0));
    Value* absolute = made.Unary(OpKind::kStablehloAbs, made.operand(0));
    return made.Give(
        {made.Select(is_negative, made.Unary(OpKind::kStablehloNegate, absolute), absolute)});
  }
  Value* magnitude = BitsAs(made, made.operand(0), UnsignedOf(type));
  Value* sign = BitsAs(made, made.operand(1), UnsignedOf(type));
  Value* one = Number(made, magnitude, 1);
  Value* top = Number(made, magnitude, BitWidth(type) - 1);
  magnitude = made.Binary(OpKind::kStablehloShiftRightLogical,
                          made.Binary(OpKind::kStablehloShiftLeft, magnitude, one), one);
  sign = made.Binary(OpKind::kStablehloShiftLeft,
                     made.Binary(OpKind::kStablehloShiftRightLogical, sign, top), top);
  return made.Give({BitsAs(made, made.Binary(OpKind::kStablehloOr, magnitude, sign), type)});
}

}  // namespace paddock
