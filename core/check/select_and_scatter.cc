// Checks of select_and_scatter.
#include "core/check/context.h"
#include "core/check/reducer.h"
#include "core/check/tensor_type.h"
#include "core/check/window_rules.h"

namespace paddock {
namespace {

// Checks C9: two scalars of the operand's element type (or any float if it is one) to one boolean.
bool CheckSelectBody(CheckContext& context, Type element) {
  const auto arguments = context.argument_types(0);
  const auto returned = context.returned_types(0);
  const auto is_scalar = [](Type type) { return type.is_tensor() && type.rank() == 0; };
  bool is_exact = true;
  bool fits = arguments.size() == 2 && returned.size() == 1 && is_scalar(returned[0]) &&
              IsBoolean(returned[0].element());
  for (Type argument : arguments) {
    const bool both_float = is_scalar(argument) && IsFloat(argument.element()) && IsFloat(element);
    fits = fits && is_scalar(argument) && (SameBaseline(argument.element(), element) || both_float);
    is_exact = is_exact && fits && SameBaseline(argument.element(), element);
  }
  const std::string detail =
      Say("it takes ", arguments, " and returns ", returned, ", E is ", element);
  if (!fits) {
    context.Fail(Constraint::kSelectAndScatterC9, At::Region(0), detail);
    return false;
  }
  return is_exact || context.Warn(Constraint::kSelectAndScatterC9, At::Region(0), detail);
}

// Checks C1 and C3: equal element types. Two floats only cause a warning.
bool CheckSourceElements(CheckContext& context, Type element) {
  for (const size_t i : {size_t{1}, size_t{2}}) {
    const Constraint rule =
        i == 1 ? Constraint::kSelectAndScatterC1 : Constraint::kSelectAndScatterC3;
    const Type other = context.operand(i).element;
    if (SameBaseline(other, element)) continue;
    const std::string detail =
        Say("the operand has ", element, " and ", context.NameOf(At::Operand(i)), " ", other);
    if (!IsPromotable(other, element) && !IsPromotable(element, other)) {
      context.Fail(rule, At::Operand(i), detail);
      return false;
    }
    if (!context.Warn(rule, At::Operand(i), detail)) return false;
  }
  return true;
}

}  // namespace

CheckResult CheckSelectAndScatter(CheckContext& context) {
  const TensorType operand = context.operand(0);
  const TensorType source = context.operand(1);
  if (!CheckSourceElements(context, operand.element)) return Failed();
  if (!CheckSelectBody(context, operand.element)) return Failed();
  constexpr WindowRules kRules = {
      {Constraint::kSelectAndScatterC4, Constraint::kSelectAndScatterC5},
      {Constraint::kSelectAndScatterC6, Constraint::kSelectAndScatterC7},
      {Constraint::kSelectAndScatterC6, Constraint::kSelectAndScatterC7},
      {Constraint::kSelectAndScatterC6, Constraint::kSelectAndScatterC7},
      Constraint::kSelectAndScatterC8,
      Constraint::kSelectAndScatterC2};
  const auto windows = WindowsOf(context, operand.rank(), {}, kRules);
  if (!windows) return Failed();
  const auto shape = WindowedShape(context, operand.shape, *windows, kRules.result);
  if (!shape) return Failed();
  if (!Agree(source.shape, *shape)) {
    return context.Fail(Constraint::kSelectAndScatterC2, At::Operand(1), At::Operand(0),
                        Say("shape(source) = ", source.shape, " and num_windows = ", *shape));
  }
  const std::vector<TensorType> inputs = {operand};
  const std::vector<TensorType> inits = {context.operand(2)};
  const auto elements =
      CheckReducer(context, 1, inputs, inits, {}, Constraint::kSelectAndScatterC10);
  if (!elements) return Failed();
  TensorType result = operand;
  result.element = (*elements)[0];
  return InferredTypes{
      context.Infer(result, Constraint::kSelectAndScatterC11, Constraint::kSelectAndScatterC12)};
}

}  // namespace paddock
