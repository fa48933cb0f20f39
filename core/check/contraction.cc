// Checks of products that are summed over dimensions.
#include <algorithm>
#include <string_view>

#include "core/base/contains.h"
#include "core/check/context.h"
#include "core/check/dot_rules.h"

namespace paddock {
namespace {

// Checks C14 to C20 of dot_general: products of quantized tensors.
bool CheckQuantizedProduct(CheckContext& context, std::span<const int64_t> rhs_contracting) {
  const Type lhs = context.operand(0).element;
  const Type rhs = context.operand(1).element;
  const Type result = context.result(0).element;
  const auto fail = [&](Constraint rule, At at = At::Operand(1), At other = At::Operand(0)) {
    context.Fail(rule, at, other, Say("the types are ", lhs, ", ", rhs, " and ", result));
    return false;
  };
  if (!rhs.is_quantized()) return fail(Constraint::kDotGeneralC14);
  if (lhs.is_quantized() != result.is_quantized()) {
    return fail(Constraint::kDotGeneralC14, At::Result(0));
  }
  const QuantizedType& y = *rhs->quantized;
  if (!std::ranges::all_of(y.zero_points, [](int64_t zero) { return zero == 0; })) {
    return fail(Constraint::kDotGeneralC15);
  }
  if (y.axis >= 0 && Contains(rhs_contracting, y.axis)) return fail(Constraint::kDotGeneralC16);
  if (!lhs.is_quantized()) {
    if (lhs != y.expressed) return fail(Constraint::kDotGeneralC20, At::Operand(0), At::Operand(1));
    return result == y.expressed || fail(Constraint::kDotGeneralC20, At::Result(0), At::Operand(1));
  }
  const QuantizedType& x = *lhs->quantized;
  const QuantizedType& z = *result->quantized;
  if (x.storage != y.storage) return fail(Constraint::kDotGeneralC17);
  if (x.expressed != y.expressed) return fail(Constraint::kDotGeneralC18);
  if (x.expressed != z.expressed) return fail(Constraint::kDotGeneralC18, At::Result(0));
  if (y.axis < 0 && z.axis >= 0) {
    return fail(Constraint::kDotGeneralC19, At::Result(0), At::Operand(1));
  }
  return true;
}

// Checks C13 and C14 to C20. Other element types of plain tensors only cause a warning.
bool CheckProductElements(CheckContext& context, std::span<const int64_t> rhs_contracting) {
  const Type lhs = context.operand(0).element;
  const Type rhs = context.operand(1).element;
  if (lhs.is_quantized() || rhs.is_quantized() || context.result(0).element.is_quantized()) {
    return CheckQuantizedProduct(context, rhs_contracting);
  }
  return lhs == rhs || context.Warn(Constraint::kDotGeneralC13, At::Operand(1),
                                    Say("lhs has ", lhs, " and rhs ", rhs));
}

}  // namespace

CheckResult CheckDot(CheckContext& context) {
  const TensorType lhs = context.operand(0);
  const TensorType rhs = context.operand(1);
  if (lhs.rank() < 1 || lhs.rank() > 2 || rhs.rank() < 1 || rhs.rank() > 2) {
    const bool is_lhs = lhs.rank() < 1 || lhs.rank() > 2;
    return context.Fail(Constraint::kDotX1, At::Operand(is_lhs ? 0 : 1),
                        Say("rank(lhs) = ", lhs.rank(), " and rank(rhs) = ", rhs.rank()));
  }
  if (!Agree(lhs.shape.back(), rhs.shape.front())) {
    return context.Fail(Constraint::kDotX2, At::Operand(1), At::Operand(0),
                        Say("they are ", lhs.shape.back(), " and ", rhs.shape.front()));
  }
  if (!CheckPrecision(context, Constraint::kDotX4, Constraint::kDotX5)) return Failed();
  TensorType result;
  result.element = context.result(0).element;
  result.shape.assign(lhs.shape.begin(), lhs.shape.end() - 1);
  result.shape.insert(result.shape.end(), rhs.shape.begin() + 1, rhs.shape.end());
  return InferredTypes{context.Infer(result, Constraint::kDotX3, Constraint::kDotX3)};
}

CheckResult CheckDotGeneral(CheckContext& context) {
  constexpr DotRules kRules = {Constraint::kDotGeneralC1, Constraint::kDotGeneralC2,
                               Constraint::kDotGeneralC3, Constraint::kDotGeneralC4,
                               Constraint::kDotGeneralC5, Constraint::kDotGeneralC6,
                               Constraint::kDotGeneralC7, Constraint::kDotGeneralC8,
                               Constraint::kDotGeneralC9, Constraint::kDotGeneralC10};
  const TensorType lhs = context.operand(0);
  const TensorType rhs = context.operand(1);
  const DotDimensions dims(*context.attribute("dot_dimension_numbers"));
  if (!CheckDotDimensions(context, "dot_dimension_numbers", dims, lhs, rhs, kRules))
    return Failed();
  if (!CheckPrecision(context, Constraint::kDotGeneralX1, Constraint::kDotGeneralC11) ||
      !CheckAlgorithm(context) || !CheckProductElements(context, dims.rhs_contracting)) {
    return Failed();
  }
  TensorType result;
  result.shape = DotShape(dims, lhs, rhs);
  result.element = context.result(0).element;
  return InferredTypes{
      context.Infer(result, Constraint::kDotGeneralC12, Constraint::kDotGeneralC13)};
}

}  // namespace paddock
