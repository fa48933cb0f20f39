// Calls, tuples and loops.
#include <algorithm>

#include "core/api/xla/lower.h"

namespace paddock::xla {
namespace {

std::string ComputationType(const Computation& computation) {
  return "the computation has type " + ToString(computation.program_shape().parameters) + " -> " +
         ToString(computation.program_shape().result);
}

std::string LayoutText(const Shape& shape) {
  std::string text = ToString(shape.Layout());
  text = text.substr(1, text.size() - 2);
  if (shape.rank() != 0) text = "[" + text + "]";
  return "dense<" + text + "> : tensor<" + std::to_string(shape.rank()) + "xindex>";
}

// Returns whether the computation takes `parameters` and returns `result`.
bool IsOfType(const Computation& computation, const Shape& parameter, const Shape& result) {
  const ProgramShape& shape = computation.program_shape();
  return shape.parameters.size() == 1 && shape.parameters[0].Matches(parameter) &&
         shape.result.Matches(result);
}

}  // namespace

Lowered LowerCall(Emitter& e, Operands operands, const Computation& computation) {
  std::vector<Shape> shapes;
  for (const Lowered& operand : operands) shapes.push_back(operand.shape);
  if (!std::ranges::equal(shapes, computation.program_shape().parameters, &Shape::Matches)) {
    return e.Fail(CallRule::kXlaCall1,
                  "args are " + ToString(shapes) + ", " + ComputationType(computation));
  }
  return e.Call(computation);
}

Lowered LowerCustomCall(Emitter& e, Operands operands, const std::string& target,
                        const Shape& shape) {
  if (target.empty()) return e.Fail(CallRule::kXlaCustomCall1, "it is \"\"");
  if (!e.RequireShape(shape)) return e.Failed();
  build::CustomCallAttributes attributes = {.call_target_name = target};
  std::vector<build::Value> values;
  std::string layouts;
  bool has_tuples = shape.is_tuple();
  for (const Lowered& operand : operands) {
    values.push_back(e.ValueOf(operand));
    layouts += (layouts.empty() ? "[" : ", ") + LayoutText(operand.shape);
    has_tuples = has_tuples || operand.shape.is_tuple();
  }
  if (!has_tuples && !shape.minor_to_major.empty()) {
    attributes.operand_layouts = layouts.empty() ? "[]" : layouts + "]";
    attributes.result_layouts = "[" + LayoutText(shape) + "]";
  }
  const build::Values results =
      e.f().CustomCall(values, {TypeOf(shape)}, attributes, {}, e.where());
  return e.Made(results);
}

Lowered LowerGetTupleElement(Emitter& e, Operands operands, int64_t index) {
  const Shape& shape = operands[0].shape;
  if (!shape.is_tuple()) {
    return e.Fail(CallRule::kXlaGetTupleElement1, "it is " + ToString(shape));
  }
  if (index < 0 || index >= static_cast<int64_t>(shape.tuple_shapes.size())) {
    return e.Fail(CallRule::kXlaGetTupleElement2,
                  "index is " + std::to_string(index) + ", the operand is " + ToString(shape));
  }
  return e.PartOf(operands[0], static_cast<size_t>(index));
}

Lowered LowerTuple(Emitter& e, Operands operands) {
  return e.MakeTuple({operands.begin(), operands.end()});
}

Lowered LowerWhile(Emitter& e, Operands operands, const Computation& condition,
                   const Computation& body) {
  const Shape& state = operands[0].shape;
  if (!IsOfType(condition, state, ShapeUtil::MakeShape(PRED, {}))) {
    return e.Fail(CallRule::kXlaWhile1,
                  "init is " + ToString(state) + ", " + ComputationType(condition));
  }
  if (!IsOfType(body, state, state)) {
    return e.Fail(CallRule::kXlaWhile2,
                  "init is " + ToString(state) + ", " + ComputationType(body));
  }
  return e.While(condition, body);
}

}  // namespace paddock::xla
