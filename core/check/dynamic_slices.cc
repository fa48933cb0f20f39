// Checks of slices whose start indices are operands.
#include "core/check/context.h"

namespace paddock {
namespace {

// Requires that all start indices from operand `first` on have one type.
bool CheckSameIndexTypes(CheckContext& context, Constraint rule, size_t first) {
  for (size_t i = first + 1; i < context.operand_count(); ++i) {
    if (context.operand_type(i) == context.operand_type(first)) continue;
    context.Fail(rule, At::Operand(i), At::Operand(first),
                 Say("start_indices[0] is ", context.operand_type(first), " and start_indices[",
                     i - first, "] is ", context.operand_type(i)));
    return false;
  }
  return true;
}

// Requires 0 <= sizes <= shape where the shape is known.
bool CheckWithinShape(CheckContext& context, Constraint rule, At at, std::span<const int64_t> sizes,
                      const TensorType& type) {
  for (size_t i = 0; i < sizes.size(); ++i) {
    const int64_t most = type.shape[i].limit();
    if (sizes[i] >= 0 && (most == kDynamic || sizes[i] <= most)) continue;
    context.Fail(rule, at, Say("size ", i, " is ", sizes[i], " of ", type.shape[i]));
    return false;
  }
  return true;
}

}  // namespace

CheckResult CheckDynamicSlice(CheckContext& context) {
  const TensorType operand = context.operand(0);
  const auto sizes = context.i64_array("slice_sizes");
  const size_t indices = context.operand_count() - 1;
  if (sizes.size() != operand.rank() || indices != operand.rank()) {
    return context.Fail(Constraint::kDynamicSliceC2,
                        sizes.size() != operand.rank() ? At::Attribute("slice_sizes") : At(),
                        At::Operand(0),
                        Say("there are ", indices, " start indices, ", sizes.size(),
                            " sizes and the rank is ", operand.rank()));
  }
  if (!CheckSameIndexTypes(context, Constraint::kDynamicSliceC3, 1)) return Failed();
  if (!CheckWithinShape(context, Constraint::kDynamicSliceC4, At::Attribute("slice_sizes"), sizes,
                        operand)) {
    return Failed();
  }
  TensorType result;
  result.element = operand.element;
  for (int64_t size : sizes) result.shape.push_back({size});
  return InferredTypes{
      context.Infer(result, Constraint::kDynamicSliceC5, Constraint::kDynamicSliceC1)};
}

CheckResult CheckDynamicUpdateSlice(CheckContext& context) {
  const TensorType operand = context.operand(0);
  const TensorType update = context.operand(1);
  if (!SameBaseline(update.element, operand.element)) {
    return context.Fail(Constraint::kDynamicUpdateSliceC2, At::Operand(1), At::Operand(0),
                        Say("update has ", update.element, " and operand ", operand.element));
  }
  if (update.rank() != operand.rank()) {
    return context.Fail(
        Constraint::kDynamicUpdateSliceC3, At::Operand(1), At::Operand(0),
        Say("rank(update) = ", update.rank(), " and rank(operand) = ", operand.rank()));
  }
  if (context.operand_count() - 2 != operand.rank()) {
    return context.Fail(
        Constraint::kDynamicUpdateSliceC4, At(),
        Say("there are ", context.operand_count() - 2, " and rank(operand) = ", operand.rank()));
  }
  if (!CheckSameIndexTypes(context, Constraint::kDynamicUpdateSliceC5, 2)) return Failed();
  for (size_t i = 0; i < update.rank(); ++i) {
    const int64_t most = operand.shape[i].limit();
    if (!update.shape[i].is_static() || most == kDynamic || update.shape[i].size <= most) continue;
    return context.Fail(Constraint::kDynamicUpdateSliceC6, At::Operand(1), At::Operand(0),
                        Say("dim(update, ", i, ") = ", update.shape[i], " and dim(operand, ", i,
                            ") = ", operand.shape[i]));
  }
  return InferredTypes{
      context.Infer(operand, Constraint::kDynamicUpdateSliceC1, Constraint::kDynamicUpdateSliceC1)};
}

}  // namespace paddock
