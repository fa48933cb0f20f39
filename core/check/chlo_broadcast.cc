// Checks of element-wise functions in chlo whose operands broadcast to one shape.
#include <algorithm>
#include <functional>

#include "core/check/context.h"
#include "core/check/element_rules.h"
#include "core/ir/attribute_values.h"

namespace paddock {
namespace {

constexpr std::string_view kDimensions = "broadcast_dimensions";

// Returns the size to which two sizes broadcast; nothing if they are incompatible.
std::optional<Dimension> BroadcastSize(Dimension a, Dimension b) {
  if (a.size == 1) return b;
  if (b.size == 1) return a;
  if (a.is_static() && b.is_static()) {
    if (a.size != b.size) return std::nullopt;
    return a;
  }
  if (a.is_static() || b.is_static()) {
    const Dimension known = a.is_static() ? a : b;
    const Dimension open = a.is_static() ? b : a;
    if (open.bound != kDynamic) return std::nullopt;
    return known;
  }
  if (a.bound != b.bound) return std::nullopt;
  return a;
}

// Returns the dimension map by X3: one entry for each dimension of the lower-rank operand,
// increasing dimensions of the other. Empty for other lists, which upstream accepts: the result is
// then unknown.
Result<std::vector<int64_t>> Mapping(CheckContext& context, size_t lower, size_t higher) {
  const Attribute* attribute = context.attribute(kDimensions);
  std::vector<int64_t> mapping = IntegersOf(attribute);
  if (attribute == nullptr) {
    for (size_t d = 0; d < lower; ++d) mapping.push_back(static_cast<int64_t>(higher - lower + d));
    return mapping;
  }
  const bool is_increasing =
      std::ranges::adjacent_find(mapping, std::greater_equal<>()) == mapping.end();
  const bool is_in_range = std::ranges::all_of(
      mapping, [&](int64_t d) { return d >= 0 && d < static_cast<int64_t>(higher); });
  if (mapping.size() == lower && is_increasing && is_in_range) return mapping;
  const auto warned =
      context.Warn(context.rule("X3"), At::Attribute(kDimensions),
                   Say("broadcast_dimensions = ", mapping, " for ranks ", lower, " and ", higher));
  if (!warned) return Failed();
  return std::vector<int64_t>();
}

// Returns the broadcast shape of a and b by X1, with the element type of a.
Result<TensorType> BroadcastShapes(CheckContext& context, const TensorType& a,
                                   const TensorType& b) {
  TensorType result = a;
  if (!a.is_ranked || !b.is_ranked) {
    result.is_ranked = false;
    result.shape.clear();
    return result;
  }
  const TensorType& high = a.rank() >= b.rank() ? a : b;
  const TensorType& low = a.rank() >= b.rank() ? b : a;
  const auto mapping = Mapping(context, low.rank(), high.rank());
  if (!mapping) return Failed();
  result.shape = high.shape;
  if (mapping->size() != low.rank()) {
    result.shape.assign(high.rank(), Dimension());
    return result;
  }
  for (size_t d = 0; d < low.rank(); ++d) {
    Dimension& size = result.shape[static_cast<size_t>((*mapping)[d])];
    const auto both = BroadcastSize(size, low.shape[d]);
    if (!both) {
      return context.Fail(context.rule("X1"), At(),
                          Say("the shapes are ", a.shape, " and ", b.shape));
    }
    size = *both;
  }
  return result;
}

// Checks X2: the element types of operands i and j.
bool CheckElements(CheckContext& context, size_t i, size_t j) {
  const Type a = context.operand(i).element;
  const Type b = context.operand(j).element;
  if (SameBaseline(a, b)) return true;
  context.Fail(context.rule("X2"), At::Operand(j), Say("they are ", a, " and ", b));
  return false;
}

// Checks X4. An element type that the plain operation refuses is only a warning here: upstream
// leaves the error to the plain operation.
bool CheckPlain(CheckContext& context) {
  const Type element = context.operand(0).element;
  if (!context.has_rule("X4") || PlainTakes(context.info(), element)) return true;
  return context.Warn(context.rule("X4"), At::Operand(0), Say("it is ", element)).has_value();
}

CheckResult Inferred(CheckContext& context, const TensorType& result) {
  return InferredTypes{context.Infer(result, context.rule("X1"), context.rule("X2"))};
}

}  // namespace

CheckResult CheckBroadcastBinary(CheckContext& context) {
  const auto result = BroadcastShapes(context, context.operand(0), context.operand(1));
  if (!result || !CheckElements(context, 0, 1) || !CheckPlain(context)) return Failed();
  return Inferred(context, *result);
}

CheckResult CheckBroadcastCompare(CheckContext& context) {
  auto result = BroadcastShapes(context, context.operand(0), context.operand(1));
  if (!result || !CheckElements(context, 0, 1)) return Failed();
  result->element = context.types().GetScalar(ElementType::kI1);
  return Inferred(context, *result);
}

CheckResult CheckBroadcastComplex(CheckContext& context) {
  auto result = BroadcastShapes(context, context.operand(0), context.operand(1));
  if (!result || !CheckElements(context, 0, 1)) return Failed();
  result->element = context.types().GetComplex(result->element);
  return Inferred(context, *result);
}

CheckResult CheckBroadcastSelect(CheckContext& context) {
  const auto branches = BroadcastShapes(context, context.operand(1), context.operand(2));
  if (!branches || !CheckElements(context, 1, 2)) return Failed();
  const auto result = BroadcastShapes(context, *branches, context.operand(0));
  if (!result) return Failed();
  return Inferred(context, *result);
}

}  // namespace paddock
