// Lowering of CHLO's broadcast_*: broadcasts the operands to one shape, then applies the plain
// operation.
#include <algorithm>
#include <optional>
#include <string>

#include "core/check/element_rules.h"
#include "core/ir/attribute_values.h"
#include "core/plan/lowering/composition.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

using Shape = std::vector<int64_t>;

Shape ShapeOf(const Value* value) {
  const std::span<const int64_t> shape = value->type.shape();
  return {shape.begin(), shape.end()};
}

// Returns, for each of `lower` trailing dimensions, its dimension in a shape of rank `higher`.
Shape Trailing(size_t lower, size_t higher) {
  Shape mapping;
  for (size_t d = 0; d < lower; ++d) mapping.push_back(static_cast<int64_t>(higher - lower + d));
  return mapping;
}

// Returns the dimensions of the attribute for the operand of lower rank, or the trailing ones
// without it.
Shape MappingOf(const Operation& operation, size_t lower, size_t higher) {
  const Attribute* attribute = operation.Find("broadcast_dimensions");
  if (attribute == nullptr || lower == higher) return Trailing(lower, higher);
  return IntegersOf(attribute);
}

bool IsMapping(const Shape& mapping, size_t lower, size_t higher) {
  const bool is_in_range = std::ranges::all_of(
      mapping, [&](int64_t d) { return d >= 0 && d < static_cast<int64_t>(higher); });
  return mapping.size() == lower && is_in_range &&
         std::ranges::adjacent_find(mapping, std::greater_equal<>()) == mapping.end();
}

// Returns the common shape, in which sizes of 1 are broadcast; nothing if sizes differ.
std::optional<Shape> BroadcastShape(const Shape& low, const Shape& high, const Shape& mapping) {
  Shape result = high;
  for (size_t d = 0; d < low.size(); ++d) {
    int64_t& size = result[static_cast<size_t>(mapping[d])];
    if (size != low[d] && size != 1 && low[d] != 1) return std::nullopt;
    if (size == 1) size = low[d];
  }
  return result;
}

Value* BroadcastTo(Composition& made, Value* operand, const Shape& shape, const Shape& mapping) {
  if (ShapeOf(operand) == shape) return operand;
  return made.Broadcast(operand, mapping, made.TensorOf(shape, *operand->type.element_type()));
}

Result<void> FailToBroadcast(Lowering& lowering, const Operation& operation, const Shape& lhs,
                             const Shape& rhs) {
  const auto text = [](const Shape& shape) {
    std::string list = "[";
    for (size_t i = 0; i < shape.size(); ++i) {
      list += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
    }
    return list + "]";
  };
  return lowering.Fail(operation, "run",
                       "the shapes " + text(lhs) + " and " + text(rhs) + " do not broadcast");
}

// Refuses element types for which the checks only warn.
Result<void> CheckElements(Lowering& lowering, const Operation& operation) {
  const Type type = operation.operands[0]->type;
  const auto rule = std::ranges::find(operation.info->constraints, "X4", &ConstraintInfo::label);
  if (rule == operation.info->constraints.end() || PlainTakes(*operation.info, type.element())) {
    return {};
  }
  return lowering.FailRule(operation, *rule,
                           "lhs is " + ToString(type) + ", which " +
                               std::string(PlainOf(*operation.info).name) + " does not take");
}

}  // namespace

Result<void> LowerBroadcastBinary(Lowering& lowering, const Operation& operation) {
  if (!CheckElements(lowering, operation)) return Failed();
  Composition made(lowering, operation);
  Value* operands[] = {made.operand(0), made.operand(1)};
  const Shape lhs = ShapeOf(operands[0]), rhs = ShapeOf(operands[1]);
  const bool lhs_is_higher = lhs.size() >= rhs.size();
  const Shape& high = lhs_is_higher ? lhs : rhs;
  const Shape& low = lhs_is_higher ? rhs : lhs;
  const Shape mapping = MappingOf(operation, low.size(), high.size());
  if (!IsMapping(mapping, low.size(), high.size())) {
    return lowering.Fail(operation, "run", "broadcast_dimensions do not match the operands");
  }
  const auto shape = BroadcastShape(low, high, mapping);
  if (!shape) return FailToBroadcast(lowering, operation, lhs, rhs);
  const Shape all = Trailing(high.size(), high.size());
  operands[0] = BroadcastTo(made, operands[0], *shape, lhs_is_higher ? all : mapping);
  operands[1] = BroadcastTo(made, operands[1], *shape, lhs_is_higher ? mapping : all);
  std::vector<NamedAttribute> attributes;
  for (const NamedAttribute& attribute : operation.attributes) {
    if (attribute.name != "broadcast_dimensions") attributes.push_back(attribute);
  }
  const Type results[] = {made.TensorOf(*shape, *made.result_type(0).element_type())};
  return made.Give(made.AddAll(PlainOf(*operation.info).kind, operands, results, attributes));
}

// All three operands align at their last dimension.
Result<void> LowerBroadcastSelect(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  Shape shape;
  for (Value* operand : made.operands()) {
    const Shape other = ShapeOf(operand);
    const Shape& high = shape.size() >= other.size() ? shape : other;
    const Shape& low = shape.size() >= other.size() ? other : shape;
    const auto both = BroadcastShape(low, high, Trailing(low.size(), high.size()));
    if (!both) return FailToBroadcast(lowering, operation, shape, other);
    shape = *both;
  }
  std::vector<Value*> operands;
  for (Value* operand : made.operands()) {
    operands.push_back(
        BroadcastTo(made, operand, shape, Trailing(operand->type.rank(), shape.size())));
  }
  return made.Give({made.Select(operands[0], operands[1], operands[2])});
}

}  // namespace paddock
