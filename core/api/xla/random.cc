// Random numbers.
#include "core/api/xla/lower.h"

namespace paddock::xla {
namespace {

bool IsScalarOf(const Lowered& operand, PrimitiveType type) {
  return operand.shape.is_scalar() && operand.shape.element_type == type;
}

// Returns false after a diagnostic of the rule.
bool RequireParameters(Emitter& e, Operands operands, PrimitiveType type, bool is_allowed,
                       const Shape& shape, CallRule rule) {
  if (!e.RequireArrays(operands)) return false;
  for (const Lowered& operand : operands) is_allowed = is_allowed && IsScalarOf(operand, type);
  if (is_allowed && !shape.is_tuple()) return e.RequireShape(shape);
  std::vector<Shape> shapes;
  for (const Lowered& operand : operands) shapes.push_back(operand.shape);
  e.Fail(rule, "the parameters are " + ToString(shapes) + ", the shape is " + ToString(shape));
  return false;
}

build::Value Rng(Emitter& e, build::Value a, build::Value b, const Shape& shape,
                 build::RngDistribution distribution) {
  const build::Value sizes = e.Constant(build::Elements(shape.dimensions));
  return e.f().Rng(a, b, sizes, TypeOf(shape), {.rng_distribution = distribution}, {}, e.where());
}

}  // namespace

// A number below `mean`, out of those of the uniform distribution over [0, 1), is a 1.
Lowered LowerRngBernoulli(Emitter& e, Operands operands, const Shape& shape) {
  if (!RequireParameters(e, operands, F32, shape.element_type == U32, shape,
                         CallRule::kXlaRngBernoulli1)) {
    return e.Failed();
  }
  const Shape floats = ShapeUtil::MakeShape(F32, shape.dimensions);
  // One statement each: the order of arguments is the compiler's.
  const build::Value zero = e.Constant(0.0f);
  const build::Value one = e.Constant(1.0f);
  const build::Value uniform = Rng(e, zero, one, floats, build::RngDistribution::kUniform);
  const build::Value mean =
      e.f().BroadcastInDim(operands[0].value, TypeOf(floats), {}, {}, e.where());
  const build::Value is_below = e.f().Compare(
      uniform, mean, {.comparison_direction = build::ComparisonDirection::kLt}, {}, e.where());
  return e.Made(e.f().Convert(is_below, TypeOf(shape), {}, e.where()));
}

Lowered LowerRngNormal(Emitter& e, Operands operands, const Shape& shape) {
  if (!RequireParameters(e, operands, F32, shape.element_type == F32, shape,
                         CallRule::kXlaRngNormal1)) {
    return e.Failed();
  }
  return e.Made(
      Rng(e, operands[0].value, operands[1].value, shape, build::RngDistribution::kNormal));
}

Lowered LowerRngUniform(Emitter& e, Operands operands, const Shape& shape) {
  const PrimitiveType type = shape.element_type;
  if (!RequireParameters(e, operands, type, type == F32 || type == S32 || type == U32, shape,
                         CallRule::kXlaRngUniform1)) {
    return e.Failed();
  }
  return e.Made(
      Rng(e, operands[0].value, operands[1].value, shape, build::RngDistribution::kUniform));
}

}  // namespace paddock::xla
