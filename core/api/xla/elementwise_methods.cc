// ComputationBuilder's element-wise operations.
#include "core/api/xla/builder.h"
#include "core/api/xla/lower.h"

namespace paddock::xla {
namespace {

using build::ComparisonDirection;
using build::FunctionBuilder;

RecordedCall BinaryCall(std::string_view name, BinaryMethod method, const Dimensions& mapping,
                        Where where) {
  const auto lower = [=](Emitter& e, Operands o) { return LowerBinary(e, o, method, mapping); };
  return {name, {}, lower, where};
}

RecordedCall LogicalCall(std::string_view name, BinaryMethod method, const Dimensions& mapping,
                         Where where) {
  const auto lower = [=](Emitter& e, Operands o) { return LowerLogical(e, o, method, mapping); };
  return {name, {}, lower, where};
}

RecordedCall ComparisonCall(std::string_view name, ComparisonDirection direction,
                            const Dimensions& mapping, Where where) {
  const auto lower = [=](Emitter& e, Operands o) {
    return LowerComparison(e, o, direction, mapping);
  };
  return {name, {}, lower, where};
}

RecordedCall UnaryCall(std::string_view name, UnaryMethod method, Where where) {
  return {name, {}, [=](Emitter& e, Operands o) { return LowerUnary(e, o, method); }, where};
}

// A function whose method also has attributes, which have their defaults.
template <class Attributes>
RecordedCall UnaryCall(std::string_view name,
                       build::Value (FunctionBuilder::*method)(build::Value, const Attributes&,
                                                               const build::Extras&, Where),
                       Where where) {
  const auto lower = [=](Emitter& e, Operands o) {
    if (!e.RequireArrays(o)) return e.Failed();
    return e.Made((e.f().*method)(o[0].value, {}, {}, e.where()));
  };
  return {name, {}, lower, where};
}

}  // namespace

ComputationDataHandle ComputationBuilder::Add(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                              const Dimensions& broadcast_dimensions, Where where) {
  return Record(BinaryCall("Add", &FunctionBuilder::Add, broadcast_dimensions, where), {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::Sub(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                              const Dimensions& broadcast_dimensions, Where where) {
  return Record(BinaryCall("Sub", &FunctionBuilder::Subtract, broadcast_dimensions, where),
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::Mul(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                              const Dimensions& broadcast_dimensions, Where where) {
  return Record(BinaryCall("Mul", &FunctionBuilder::Multiply, broadcast_dimensions, where),
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::Div(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                              const Dimensions& broadcast_dimensions, Where where) {
  return Record(BinaryCall("Div", &FunctionBuilder::Divide, broadcast_dimensions, where),
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::Rem(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                              const Dimensions& broadcast_dimensions, Where where) {
  return Record(BinaryCall("Rem", &FunctionBuilder::Remainder, broadcast_dimensions, where),
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::Max(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                              const Dimensions& broadcast_dimensions, Where where) {
  return Record(BinaryCall("Max", &FunctionBuilder::Maximum, broadcast_dimensions, where),
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::Min(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                              const Dimensions& broadcast_dimensions, Where where) {
  return Record(BinaryCall("Min", &FunctionBuilder::Minimum, broadcast_dimensions, where),
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::LogicalAnd(ComputationDataHandle lhs,
                                                     ComputationDataHandle rhs,
                                                     const Dimensions& broadcast_dimensions,
                                                     Where where) {
  return Record(LogicalCall("LogicalAnd", &FunctionBuilder::And, broadcast_dimensions, where),
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::LogicalOr(ComputationDataHandle lhs,
                                                    ComputationDataHandle rhs,
                                                    const Dimensions& broadcast_dimensions,
                                                    Where where) {
  return Record(LogicalCall("LogicalOr", &FunctionBuilder::Or, broadcast_dimensions, where),
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::Eq(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                             const Dimensions& broadcast_dimensions, Where where) {
  return Record(ComparisonCall("Eq", ComparisonDirection::kEq, broadcast_dimensions, where),
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::Ne(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                             const Dimensions& broadcast_dimensions, Where where) {
  return Record(ComparisonCall("Ne", ComparisonDirection::kNe, broadcast_dimensions, where),
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::Ge(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                             const Dimensions& broadcast_dimensions, Where where) {
  return Record(ComparisonCall("Ge", ComparisonDirection::kGe, broadcast_dimensions, where),
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::Gt(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                             const Dimensions& broadcast_dimensions, Where where) {
  return Record(ComparisonCall("Gt", ComparisonDirection::kGt, broadcast_dimensions, where),
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::Le(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                             const Dimensions& broadcast_dimensions, Where where) {
  return Record(ComparisonCall("Le", ComparisonDirection::kLe, broadcast_dimensions, where),
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::Lt(ComputationDataHandle lhs, ComputationDataHandle rhs,
                                             const Dimensions& broadcast_dimensions, Where where) {
  return Record(ComparisonCall("Lt", ComparisonDirection::kLt, broadcast_dimensions, where),
                {lhs, rhs});
}

ComputationDataHandle ComputationBuilder::Ceil(ComputationDataHandle operand, Where where) {
  return Record(UnaryCall("Ceil", &FunctionBuilder::Ceil, where), {operand});
}

ComputationDataHandle ComputationBuilder::Floor(ComputationDataHandle operand, Where where) {
  return Record(UnaryCall("Floor", &FunctionBuilder::Floor, where), {operand});
}

ComputationDataHandle ComputationBuilder::IsFinite(ComputationDataHandle operand, Where where) {
  return Record(UnaryCall("IsFinite", &FunctionBuilder::IsFinite, where), {operand});
}

ComputationDataHandle ComputationBuilder::Neg(ComputationDataHandle operand, Where where) {
  return Record(UnaryCall("Neg", &FunctionBuilder::Negate, where), {operand});
}

ComputationDataHandle ComputationBuilder::Cos(ComputationDataHandle operand, Where where) {
  return Record(UnaryCall("Cos", &FunctionBuilder::Cosine, where), {operand});
}

ComputationDataHandle ComputationBuilder::Exp(ComputationDataHandle operand, Where where) {
  return Record(UnaryCall("Exp", &FunctionBuilder::Exponential, where), {operand});
}

ComputationDataHandle ComputationBuilder::Log(ComputationDataHandle operand, Where where) {
  return Record(UnaryCall("Log", &FunctionBuilder::Log, where), {operand});
}

ComputationDataHandle ComputationBuilder::Tanh(ComputationDataHandle operand, Where where) {
  return Record(UnaryCall("Tanh", &FunctionBuilder::Tanh, where), {operand});
}

ComputationDataHandle ComputationBuilder::Abs(ComputationDataHandle operand, Where where) {
  return Record({"Abs", {}, LowerAbs, where}, {operand});
}

ComputationDataHandle ComputationBuilder::Sign(ComputationDataHandle operand, Where where) {
  return Record({"Sign", {}, LowerSign, where}, {operand});
}

ComputationDataHandle ComputationBuilder::LogicalNot(ComputationDataHandle operand, Where where) {
  return Record({"LogicalNot", {}, LowerLogicalNot, where}, {operand});
}

ComputationDataHandle ComputationBuilder::Clamp(ComputationDataHandle operand,
                                                ComputationDataHandle min,
                                                ComputationDataHandle max, Where where) {
  return Record({"Clamp", {}, LowerClamp, where}, {operand, min, max});
}

ComputationDataHandle ComputationBuilder::Select(ComputationDataHandle pred,
                                                 ComputationDataHandle on_true,
                                                 ComputationDataHandle on_false, Where where) {
  return Record({"Select", {}, LowerSelect, where}, {pred, on_true, on_false});
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
