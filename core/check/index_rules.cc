#include "core/check/index_rules.h"

#include <algorithm>

namespace paddock {
namespace {

// Returns the product of the sizes before `axis`; nothing if one is unknown.
std::optional<int64_t> SizeBefore(const TensorType& type, int64_t axis) {
  TensorType before;
  before.shape.assign(type.shape.begin(), type.shape.begin() + static_cast<ptrdiff_t>(axis));
  return before.element_count();
}

std::optional<int64_t> SizeAfter(const TensorType& type, int64_t axis) {
  TensorType after;
  after.shape.assign(type.shape.begin() + static_cast<ptrdiff_t>(axis) + 1, type.shape.end());
  return after.element_count();
}

}  // namespace

bool CheckInRange(CheckContext& context, Constraint rule, At at, std::span<const int64_t> values,
                  uint64_t limit) {
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i] >= 0 && static_cast<uint64_t>(values[i]) < limit) continue;
    context.Fail(rule, at, Say("value ", i, " is ", values[i], " and the limit ", limit));
    return false;
  }
  return true;
}

bool CheckUnique(CheckContext& context, Constraint rule, At at, std::span<const int64_t> values) {
  std::vector<int64_t> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice == sorted.end()) return true;
  context.Fail(rule, at, Say(*twice, " occurs twice in ", values));
  return false;
}

bool CheckSorted(CheckContext& context, Constraint rule, At at, std::span<const int64_t> values) {
  if (std::ranges::is_sorted(values)) return true;
  context.Fail(rule, at, Say("it is ", values));
  return false;
}

Dimension Sum(Dimension a, Dimension b) {
  int64_t sum = kDynamic;
  if (a.limit() != kDynamic && b.limit() != kDynamic &&
      __builtin_add_overflow(a.limit(), b.limit(), &sum)) {
    return Dimension();
  }
  if (a.is_static() && b.is_static()) return {sum};
  return {kDynamic, sum};
}

bool CheckStaticOrOneBounded(CheckContext& context, size_t i) {
  const TensorType result = context.result(i);
  size_t unknown = 0;
  size_t bounded = 0;
  for (const Dimension& dimension : result.shape) {
    unknown += dimension.is_static() ? 0 : 1;
    bounded += dimension.bound == kDynamic ? 0 : 1;
  }
  if (unknown == 0 || (unknown == 1 && bounded == 1)) return true;
  context.Fail(Constraint::kResultType, At::Result(i),
               Say("the result is ", context.result_type(i),
                   "; its shape must be static, or have one size that is bounded"));
  return false;
}

bool SameParameters(Type a, Type b) {
  return std::ranges::equal(a->quantized->scales, b->quantized->scales) &&
         std::ranges::equal(a->quantized->zero_points, b->quantized->zero_points);
}

namespace {

// Checks C1: equal element types. Per-axis quantized ones may differ in parameters.
bool CheckBroadcastElement(CheckContext& context, Type from, Type to, const ConstraintInfo& rule) {
  if (from == to || (IsPerAxisQuantized(from) && SameBaseline(from, to))) return true;
  context.Fail(rule, At::Result(0), Say("the operand has ", from, " and the result ", to));
  return false;
}

// Checks C6: the axis moves with its dimension. An axis of size 1 repeats its parameters.
bool CheckBroadcastAxis(CheckContext& context, const TensorType& operand, const TensorType& result,
                        std::span<const int64_t> dimensions, const ConstraintInfo& rule) {
  if (!IsPerAxisQuantized(operand.element) || !IsPerAxisQuantized(result.element)) return true;
  const QuantizedType& from = *operand.element->quantized;
  const QuantizedType& to = *result.element->quantized;
  const auto axis = static_cast<size_t>(from.axis);
  if (axis >= dimensions.size() || dimensions[axis] != to.axis) {
    context.Fail(rule, At::Result(0),
                 Say("quantization_dimension(operand) = ", from.axis,
                     ", quantization_dimension(result) = ", to.axis));
    return false;
  }
  if (operand.shape[axis].size != 1) return true;
  const bool repeats =
      std::ranges::all_of(to.scales, [&](double scale) { return scale == from.scales[0]; }) &&
      std::ranges::all_of(to.zero_points,
                          [&](int64_t zero) { return zero == from.zero_points[0]; });
  if (!repeats) {
    context.Fail(rule, At::Result(0), "the scales or zero points of the result differ");
  }
  return repeats;
}

}  // namespace

bool CheckBroadcastDimensions(CheckContext& context, const TensorType& operand,
                              const TensorType& result, std::span<const int64_t> dimensions,
                              const BroadcastRules& rules) {
  const At at = At::Attribute("broadcast_dimensions");
  if (!CheckBroadcastElement(context, operand.element, result.element, rules.element)) return false;
  if (dimensions.size() != operand.rank()) {
    context.Fail(
        rules.count, at,
        Say("broadcast_dimensions = ", dimensions, " and rank(operand) = ", operand.rank()));
    return false;
  }
  for (int64_t d : dimensions) {
    if (d >= 0 && d < static_cast<int64_t>(result.rank())) continue;
    context.Fail(rules.range, at, Say("there is ", d, " and rank(result) = ", result.rank()));
    return false;
  }
  std::vector<int64_t> sorted(dimensions.begin(), dimensions.end());
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) != sorted.end()) {
    context.Fail(rules.unique, at, Say("broadcast_dimensions = ", dimensions));
    return false;
  }
  return CheckBroadcastAxis(context, operand, result, dimensions, rules.quantized);
}

bool CheckReshaped(CheckContext& context, const TensorType& operand, const TensorType& result,
                   const ReshapeRules& rules) {
  const Type from = operand.element;
  const Type to = result.element;
  const bool per_axis = IsPerAxisQuantized(from) && IsPerAxisQuantized(to);
  if (from != to && !(per_axis && SameBaseline(from, to) && SameParameters(from, to))) {
    context.Fail(rules.element, At::Result(0),
                 Say("the operand has ", from, " and the result ", to));
    return false;
  }
  const auto before = operand.element_count();
  const auto after = result.element_count();
  if (before && after && *before != *after) {
    context.Fail(rules.count, At::Result(0),
                 Say("size(operand) = ", *before, " and size(result) = ", *after));
    return false;
  }
  if (!per_axis) return true;
  const int64_t x = from->quantized->axis;
  const int64_t y = to->quantized->axis;
  const auto lead_x = SizeBefore(operand, x);
  const auto lead_y = SizeBefore(result, y);
  if ((lead_x && lead_y && *lead_x != *lead_y) ||
      !Agree(operand.shape[static_cast<size_t>(x)], result.shape[static_cast<size_t>(y)])) {
    context.Fail(rules.quantized, At::Result(0),
                 Say("the operand is ", context.operand_type(0), " and the result ",
                     context.result_type(0)));
    return false;
  }
  const auto rest_x = SizeAfter(operand, x);
  const auto rest_y = SizeAfter(result, y);
  if (!rest_x || !rest_y || *rest_x == *rest_y) return true;
  return context
      .Warn(rules.quantized, At::Result(0),
            Say("the sizes after the axis are ", *rest_x, " and ", *rest_y))
      .has_value();
}

}  // namespace paddock
