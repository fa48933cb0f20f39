// ComputationBuilder's element-wise operations.
#include "core/api/xla/builder.h"
#include "core/api/xla/lower.h"

namespace paddock::xla {

using build::ComparisonDirection;
using build::FunctionBuilder;

ComputationDataHandle ComputationBuilder::Add(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                              const Dimensions& broadcast_dimensions, Where where) {
  return Record({"Add",
                 {},
                 [=](Emitter& e, Operands o) {
                   return LowerBinary(e, o, &FunctionBuilder::Add, broadcast_dimensions);
                 },
                 where},
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::Sub(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                              const Dimensions& broadcast_dimensions, Where where) {
  return Record({"Sub",
                 {},
                 [=](Emitter& e, Operands o) {
                   return LowerBinary(e, o, &FunctionBuilder::Subtract, broadcast_dimensions);
                 },
                 where},
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::Mul(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                              const Dimensions& broadcast_dimensions, Where where) {
  return Record({"Mul",
                 {},
                 [=](Emitter& e, Operands o) {
                   return LowerBinary(e, o, &FunctionBuilder::Multiply, broadcast_dimensions);
                 },
                 where},
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::Div(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                              const Dimensions& broadcast_dimensions, Where where) {
  return Record({"Div",
                 {},
                 [=](Emitter& e, Operands o) {
                   return LowerBinary(e, o, &FunctionBuilder::Divide, broadcast_dimensions);
                 },
                 where},
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::Rem(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                              const Dimensions& broadcast_dimensions, Where where) {
  return Record({"Rem",
                 {},
                 [=](Emitter& e, Operands o) {
                   return LowerBinary(e, o, &FunctionBuilder::Remainder, broadcast_dimensions);
                 },
                 where},
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::Max(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                              const Dimensions& broadcast_dimensions, Where where) {
  return Record({"Max",
                 {},
                 [=](Emitter& e, Operands o) {
                   return LowerBinary(e, o, &FunctionBuilder::Maximum, broadcast_dimensions);
                 },
                 where},
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::Min(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                              const Dimensions& broadcast_dimensions, Where where) {
  return Record({"Min",
                 {},
                 [=](Emitter& e, Operands o) {
                   return LowerBinary(e, o, &FunctionBuilder::Minimum, broadcast_dimensions);
                 },
                 where},
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::LogicalAnd(ComputationDataHandle lhs,
                                                     ComputationDataHandle rhs,
                                                     const Dimensions& broadcast_dimensions,
                                                     Where where) {
  return Record({"LogicalAnd",
                 {},
                 [=](Emitter& e, Operands o) {
                   return LowerLogical(e, o, &FunctionBuilder::And, broadcast_dimensions);
                 },
                 where},
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::LogicalOr(ComputationDataHandle lhs,
                                                    ComputationDataHandle rhs,
                                                    const Dimensions& broadcast_dimensions,
                                                    Where where) {
  return Record({"LogicalOr",
                 {},
                 [=](Emitter& e, Operands o) {
                   return LowerLogical(e, o, &FunctionBuilder::Or, broadcast_dimensions);
                 },
                 where},
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::Eq(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                             const Dimensions& broadcast_dimensions, Where where) {
  return Record({"Eq",
                 {},
                 [=](Emitter& e, Operands o) {
                   return LowerComparison(e, o, ComparisonDirection::kEq, broadcast_dimensions);
                 },
                 where},
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::Ne(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                             const Dimensions& broadcast_dimensions, Where where) {
  return Record({"Ne",
                 {},
                 [=](Emitter& e, Operands o) {
                   return LowerComparison(e, o, ComparisonDirection::kNe, broadcast_dimensions);
                 },
                 where},
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::Ge(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                             const Dimensions& broadcast_dimensions, Where where) {
  return Record({"Ge",
                 {},
                 [=](Emitter& e, Operands o) {
                   return LowerComparison(e, o, ComparisonDirection::kGe, broadcast_dimensions);
                 },
                 where},
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::Gt(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                             const Dimensions& broadcast_dimensions, Where where) {
  return Record({"Gt",
                 {},
                 [=](Emitter& e, Operands o) {
                   return LowerComparison(e, o, ComparisonDirection::kGt, broadcast_dimensions);
                 },
                 where},
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::Le(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                             const Dimensions& broadcast_dimensions, Where where) {
  return Record({"Le",
                 {},
                 [=](Emitter& e, Operands o) {
                   return LowerComparison(e, o, ComparisonDirection::kLe, broadcast_dimensions);
                 },
                 where},
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::Lt(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                             const Dimensions& broadcast_dimensions, Where where) {
  return Record({"Lt",
                 {},
                 [=](Emitter& e, Operands o) {
                   return LowerComparison(e, o, ComparisonDirection::kLt, broadcast_dimensions);
                 },
                 where},
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::Ceil(ComputationDataHandle operand, Where where) {
  return Record({"Ceil",
                 {},
                 [](Emitter& e, Operands o) { return LowerUnary(e, o, &FunctionBuilder::Ceil); },
                 where},
                {operand});
}

ComputationDataHandle ComputationBuilder::Floor(ComputationDataHandle operand, Where where) {
  return Record({"Floor",
                 {},
                 [](Emitter& e, Operands o) { return LowerUnary(e, o, &FunctionBuilder::Floor); },
                 where},
                {operand});
}

ComputationDataHandle ComputationBuilder::IsFinite(ComputationDataHandle operand, Where where) {
  return Record(
      {"IsFinite",
       {},
       [](Emitter& e, Operands o) { return LowerUnary(e, o, &FunctionBuilder::IsFinite); },
       where},
      {operand});
}

ComputationDataHandle ComputationBuilder::Neg(ComputationDataHandle operand, Where where) {
  return Record({"Neg",
                 {},
                 [](Emitter& e, Operands o) { return LowerUnary(e, o, &FunctionBuilder::Negate); },
                 where},
                {operand});
}

ComputationDataHandle ComputationBuilder::Cos(ComputationDataHandle operand, Where where) {
  return Record({"Cos",
                 {},
                 [](Emitter& e, Operands o) {
                   return e.RequireArrays(o) ? e.Made(e.f().Cosine(o[0].value, {}, {}, e.where()))
                                             : e.Failed();
                 },
                 where},
                {operand});
}

ComputationDataHandle ComputationBuilder::Exp(ComputationDataHandle operand, Where where) {
  return Record({"Exp",
                 {},
                 [](Emitter& e, Operands o) {
                   return e.RequireArrays(o)
                              ? e.Made(e.f().Exponential(o[0].value, {}, {}, e.where()))
                              : e.Failed();
                 },
                 where},
                {operand});
}

ComputationDataHandle ComputationBuilder::Log(ComputationDataHandle operand, Where where) {
  return Record({"Log",
                 {},
                 [](Emitter& e, Operands o) {
                   return e.RequireArrays(o) ? e.Made(e.f().Log(o[0].value, {}, {}, e.where()))
                                             : e.Failed();
                 },
                 where},
                {operand});
}

ComputationDataHandle ComputationBuilder::Tanh(ComputationDataHandle operand, Where where) {
  return Record({"Tanh",
                 {},
                 [](Emitter& e, Operands o) {
                   return e.RequireArrays(o) ? e.Made(e.f().Tanh(o[0].value, {}, {}, e.where()))
                                             : e.Failed();
                 },
                 where},
                {operand});
}

ComputationDataHandle ComputationBuilder::Abs(ComputationDataHandle operand, Where where) {
  return Record({"Abs", {}, [](Emitter& e, Operands o) { return LowerAbs(e, o); }, where},
                {operand});
}

ComputationDataHandle ComputationBuilder::Sign(ComputationDataHandle operand, Where where) {
  return Record({"Sign", {}, [](Emitter& e, Operands o) { return LowerSign(e, o); }, where},
                {operand});
}

ComputationDataHandle ComputationBuilder::LogicalNot(ComputationDataHandle operand, Where where) {
  return Record(
      {"LogicalNot", {}, [](Emitter& e, Operands o) { return LowerLogicalNot(e, o); }, where},
      {operand});
}

ComputationDataHandle ComputationBuilder::Clamp(ComputationDataHandle operand,
                                                ComputationDataHandle min,
                                                ComputationDataHandle max, Where where) {
  return Record({"Clamp", {}, [](Emitter& e, Operands o) { return LowerClamp(e, o); }, where},
                {operand, min, max});
}

ComputationDataHandle ComputationBuilder::Select(ComputationDataHandle pred,
                                                 ComputationDataHandle on_true,
                                                 ComputationDataHandle on_false, Where where) {
  return Record({"Select", {}, [](Emitter& e, Operands o) { return LowerSelect(e, o); }, where},
                {pred, on_true, on_false});
}

ComputationDataHandle ComputationBuilder::ConvertElementType(ComputationDataHandle operand,
                                                             PrimitiveType new_element_type,
                                                             Where where) {
  return Record({"ConvertElementType",
                 {},
                 [=](Emitter& e, Operands o) { return LowerConvert(e, o, new_element_type); },
                 where},
                {operand});
}

}  // namespace paddock::xla
