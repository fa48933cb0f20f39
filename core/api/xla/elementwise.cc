// Element-wise operations, with implicit broadcasting of their operands.
#include <algorithm>

#include "core/api/xla/lower.h"

namespace paddock::xla {
namespace {

std::string ShapesOf(Operands operands) {
  return "lhs is " + ToString(operands[0].shape) + ", rhs is " + ToString(operands[1].shape);
}

Dimensions Iota(int64_t rank) {
  Dimensions numbers(static_cast<size_t>(rank));
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int64_t>(i);
  return numbers;
}

bool IsIncreasingBelow(const Dimensions& mapping, int64_t rank) {
  int64_t previous = -1;
  for (const int64_t dimension : mapping) {
    if (dimension <= previous || dimension >= rank) return false;
    previous = dimension;
  }
  return true;
}

// The dimensions of the result that each operand's dimensions are, and the result's sizes.
struct Broadcasting {
  Dimensions lhs;
  Dimensions rhs;
  Dimensions sizes;
};

// Returns false after a diagnostic.
bool MapDimensions(Emitter& e, Operands operands, const Dimensions& mapping, Broadcasting& result) {
  const int64_t lhs = operands[0].shape.rank();
  const int64_t rhs = operands[1].shape.rank();
  const int64_t low = std::min(lhs, rhs);
  const int64_t high = std::max(lhs, rhs);
  result.lhs = Iota(lhs);
  result.rhs = Iota(rhs);
  if (mapping.empty() && (lhs == rhs || low == 0)) return true;
  const std::string given = ShapesOf(operands) + ", broadcast_dimensions is " + ToString(mapping);
  if (mapping.empty()) {
    e.Fail(CallRule::kXlaBroadcasting1, ShapesOf(operands));
  } else if (static_cast<int64_t>(mapping.size()) != low) {
    e.Fail(CallRule::kXlaBroadcasting2, given);
  } else if (!IsIncreasingBelow(mapping, high)) {
    e.Fail(CallRule::kXlaBroadcasting3, given);
  } else {
    (lhs < rhs ? result.lhs : result.rhs) = mapping;
    return true;
  }
  return false;
}

// Returns false after a diagnostic.
bool FindSizes(Emitter& e, Operands operands, Broadcasting& result) {
  const size_t rank = std::max(result.lhs.size(), result.rhs.size());
  result.sizes.assign(rank, 1);
  for (size_t side = 0; side < 2; ++side) {
    const Dimensions& mapping = side == 0 ? result.lhs : result.rhs;
    const Dimensions& sizes = operands[side].shape.dimensions;
    for (size_t i = 0; i < sizes.size(); ++i) {
      int64_t& size = result.sizes[static_cast<size_t>(mapping[i])];
      if (size != 1 && sizes[i] != 1 && size != sizes[i]) {
        e.Fail(CallRule::kXlaBroadcasting4, ShapesOf(operands) + ": sizes " + std::to_string(size) +
                                                " and " + std::to_string(sizes[i]) +
                                                " in dimension " + std::to_string(mapping[i]));
        return false;
      }
      if (sizes[i] != 1) size = sizes[i];
    }
  }
  return true;
}

build::Value Expand(Emitter& e, const Lowered& operand, const Dimensions& mapping,
                    const Dimensions& sizes) {
  if (operand.shape.dimensions == sizes) return operand.value;
  const auto type = build::TensorOf(*ElementTypeOf(operand.shape.element_type), sizes);
  return e.f().BroadcastInDim(operand.value, type, {.broadcast_dimensions = mapping}, {},
                              e.where());
}

// Checks the rules of all binary operations and returns the operands in the shape of the result.
// Returns no values after a diagnostic.
std::vector<build::Value> BroadcastOperands(Emitter& e, Operands operands,
                                            const Dimensions& mapping) {
  if (!e.RequireArrays(operands)) return {};
  if (operands[0].shape.element_type != operands[1].shape.element_type) {
    e.Fail(CallRule::kXlaElementwise1, ShapesOf(operands));
    return {};
  }
  Broadcasting broadcasting;
  if (!MapDimensions(e, operands, mapping, broadcasting)) return {};
  if (!FindSizes(e, operands, broadcasting)) return {};
  return {Expand(e, operands[0], broadcasting.lhs, broadcasting.sizes),
          Expand(e, operands[1], broadcasting.rhs, broadcasting.sizes)};
}

bool RequirePredicates(Emitter& e, Operands operands) {
  for (const Lowered& operand : operands) {
    if (operand.shape.element_type == PRED) continue;
    e.Fail(CallRule::kXlaLogical1, "operand " + std::to_string(&operand - operands.data()) +
                                       " is " + ToString(operand.shape));
    return false;
  }
  return true;
}

build::Value Zeros(Emitter& e, const Shape& shape) {
  return e.Constant(Literal(0).As(*ElementTypeOf(shape.element_type)).Splat(shape.dimensions));
}

std::string ClampShapes(Operands operands) {
  return "operand is " + ToString(operands[0].shape) + ", min is " + ToString(operands[1].shape) +
         ", max is " + ToString(operands[2].shape);
}

// Returns one leaf of a choice by a scalar.
Lowered SelectTuple(Emitter& e, const Lowered& pred, const Lowered& on_true,
                    const Lowered& on_false) {
  if (!on_true.shape.is_tuple()) {
    return e.Made(e.f().Select(pred.value, on_true.value, on_false.value, {}, e.where()));
  }
  std::vector<Lowered> parts;
  for (size_t i = 0; i < on_true.shape.tuple_shapes.size(); ++i) {
    parts.push_back(SelectTuple(e, pred, e.PartOf(on_true, i), e.PartOf(on_false, i)));
  }
  return e.MakeTuple(std::move(parts));
}

}  // namespace

Lowered LowerBinary(Emitter& e, Operands operands, BinaryMethod method, const Dimensions& mapping) {
  const auto sides = BroadcastOperands(e, operands, mapping);
  if (sides.empty()) return e.Failed();
  return e.Made((e.f().*method)(sides[0], sides[1], {}, e.where()));
}

Lowered LowerLogical(Emitter& e, Operands operands, BinaryMethod method,
                     const Dimensions& mapping) {
  if (!e.RequireArrays(operands) || !RequirePredicates(e, operands)) return e.Failed();
  return LowerBinary(e, operands, method, mapping);
}

Lowered LowerComparison(Emitter& e, Operands operands, build::ComparisonDirection direction,
                        const Dimensions& mapping) {
  const auto sides = BroadcastOperands(e, operands, mapping);
  if (sides.empty()) return e.Failed();
  return e.Made(
      e.f().Compare(sides[0], sides[1], {.comparison_direction = direction}, {}, e.where()));
}

Lowered LowerUnary(Emitter& e, Operands operands, UnaryMethod method) {
  if (!e.RequireArrays(operands)) return e.Failed();
  return e.Made((e.f().*method)(operands[0].value, {}, e.where()));
}

Lowered LowerAbs(Emitter& e, Operands operands) {
  if (IsUnsigned(operands[0].shape.element_type)) return operands[0];
  return LowerUnary(e, operands, &build::FunctionBuilder::Abs);
}

Lowered LowerSign(Emitter& e, Operands operands) {
  const Lowered& operand = operands[0];
  if (!IsUnsigned(operand.shape.element_type)) {
    return LowerUnary(e, operands, &build::FunctionBuilder::Sign);
  }
  // An unsigned number is above 0 or 0.
  const build::Value is_above =
      e.f().Compare(operand.value, Zeros(e, operand.shape),
                    {.comparison_direction = build::ComparisonDirection::kGt}, {}, e.where());
  return e.Made(e.f().Convert(is_above, TypeOf(operand.shape), {}, e.where()));
}

Lowered LowerLogicalNot(Emitter& e, Operands operands) {
  if (!e.RequireArrays(operands) || !RequirePredicates(e, operands)) return e.Failed();
  return LowerUnary(e, operands, &build::FunctionBuilder::Not);
}

Lowered LowerClamp(Emitter& e, Operands operands) {
  if (!e.RequireArrays(operands)) return e.Failed();
  const Shape& shape = operands[0].shape;
  for (const Lowered& bound : operands.subspan(1)) {
    if (bound.shape.element_type != shape.element_type) {
      return e.Fail(CallRule::kXlaClamp1, ClampShapes(operands));
    }
    if (!bound.shape.is_scalar() && !bound.shape.Matches(shape)) {
      return e.Fail(CallRule::kXlaClamp2, ClampShapes(operands));
    }
  }
  return e.Made(
      e.f().Clamp(operands[1].value, operands[0].value, operands[2].value, {}, e.where()));
}

Lowered LowerSelect(Emitter& e, Operands operands) {
  const Shape& pred = operands[0].shape;
  const Shape& on_true = operands[1].shape;
  if (pred.element_type != PRED) {
    return e.Fail(CallRule::kXlaSelect1, "pred is " + ToString(pred));
  }
  if (!on_true.Matches(operands[2].shape)) {
    return e.Fail(CallRule::kXlaSelect2, "on_true is " + ToString(on_true) + ", on_false is " +
                                             ToString(operands[2].shape));
  }
  if (!pred.is_scalar() && (on_true.is_tuple() || pred.dimensions != on_true.dimensions)) {
    return e.Fail(CallRule::kXlaSelect3,
                  "pred is " + ToString(pred) + ", on_true is " + ToString(on_true));
  }
  return SelectTuple(e, operands[0], operands[1], operands[2]);
}

Lowered LowerConvert(Emitter& e, Operands operands, PrimitiveType type) {
  if (!e.RequireArrays(operands)) return e.Failed();
  if (type >= TUPLE) {
    return e.Fail(CallRule::kXlaArray1, "new_element_type is a tuple");
  }
  const Shape result = ShapeUtil::MakeShape(type, operands[0].shape.dimensions);
  return e.Made(e.f().Convert(operands[0].value, TypeOf(result), {}, e.where()));
}

}  // namespace paddock::xla
