// Checks of operations that fold or sort with the function in a region.
#include <algorithm>

#include "core/check/context.h"
#include "core/check/element_rules.h"
#include "core/check/gather_rules.h"
#include "core/check/index_rules.h"
#include "core/check/reducer.h"
#include "core/check/window_rules.h"

namespace paddock {
namespace {

std::vector<TensorType> TensorsOf(std::span<const Type> types) {
  std::vector<TensorType> tensors;
  for (Type type : types) tensors.push_back(TensorType::Of(type));
  return tensors;
}

struct Inputs {
  std::vector<TensorType> inputs;
  std::vector<TensorType> inits;
};

// Requires equal numbers of inputs, initial values and results, of one shape.
Result<Inputs> CheckInputs(CheckContext& context, Constraint count, Constraint shape,
                           Constraint element) {
  Inputs found = {TensorsOf(context.operand_types(0)), TensorsOf(context.operand_types(1))};
  if (found.inputs.empty() || found.inputs.size() != context.result_count()) {
    return context.Fail(
        count, At(),
        Say("there are ", found.inputs.size(), " inputs and ", context.result_count(), " results"));
  }
  if (!MergeShapes(context, found.inputs, Info(shape))) return Failed();
  for (size_t i = 0; i < found.inputs.size(); ++i) {
    const Type x = found.inputs[i].element;
    const Type y = found.inits[i].element;
    if (x != y && !context.Warn(element, At::Operand(found.inputs.size() + i),
                                Say("inputs[", i, "] has ", x, " and init_values[", i, "] ", y))) {
      return Failed();
    }
  }
  return found;
}

}  // namespace

CheckResult CheckReduce(CheckContext& context) {
  const auto found =
      CheckInputs(context, Constraint::kReduceC3, Constraint::kReduceC1, Constraint::kReduceC2);
  if (!found) return Failed();
  const auto dimensions = context.i64_array("dimensions");
  const At at = At::Attribute("dimensions");
  const size_t rank = found->inputs[0].rank();
  if (!CheckInRange(context, Constraint::kReduceC4, at, dimensions, rank) ||
      !CheckUnique(context, Constraint::kReduceC5, at, dimensions)) {
    return Failed();
  }
  const std::vector<Dimension> kept = SizesExcept(found->inputs[0].shape, dimensions);
  const auto elements =
      CheckReducer(context, 0, found->inputs, found->inits, kept, Constraint::kReduceC6);
  if (!elements) return Failed();
  InferredTypes results;
  for (size_t i = 0; i < found->inputs.size(); ++i) {
    TensorType result;
    result.shape = SizesExcept(found->inputs[i].shape, dimensions);
    result.element = (*elements)[i];
    results.push_back(context.Infer(result, Constraint::kReduceC7, Constraint::kReduceC8));
  }
  return results;
}

CheckResult CheckReduceWindow(CheckContext& context) {
  const auto found = CheckInputs(context, Constraint::kReduceWindowC1, Constraint::kReduceWindowC2,
                                 Constraint::kReduceWindowC3);
  if (!found) return Failed();
  const TensorType& first = found->inputs[0];
  constexpr WindowRules kRules = {{Constraint::kReduceWindowC4, Constraint::kReduceWindowC5},
                                  {Constraint::kReduceWindowC6, Constraint::kReduceWindowC7},
                                  {Constraint::kReduceWindowC8, Constraint::kReduceWindowC9},
                                  {Constraint::kReduceWindowC10, Constraint::kReduceWindowC11},
                                  Constraint::kReduceWindowC12,
                                  Constraint::kReduceWindowC15};
  const auto windows = WindowsOf(context, first.rank(), {}, kRules);
  if (!windows) return Failed();
  const auto shape = WindowedShape(context, first.shape, *windows, kRules.result);
  if (!shape) return Failed();
  std::vector<Dimension> window_sizes;
  for (int64_t size : windows->dimensions) window_sizes.push_back({size});
  const auto elements = CheckReducer(context, 0, found->inputs, found->inits, window_sizes,
                                     Constraint::kReduceWindowC13);
  if (!elements) return Failed();
  InferredTypes results;
  for (const Type element : *elements) {
    TensorType result;
    result.shape = *shape;
    result.element = element;
    results.push_back(
        context.Infer(result, Constraint::kReduceWindowC15, Constraint::kReduceWindowC16));
  }
  return results;
}

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

CheckResult CheckSort(CheckContext& context) {
  const std::vector<TensorType> inputs = context.operands();
  if (inputs.empty()) return context.Fail(Constraint::kSortC1, At(), "there are no inputs");
  if (inputs.size() != context.result_count()) {
    return context.Fail(
        Constraint::kSortC2, At(),
        Say("there are ", inputs.size(), " inputs and ", context.result_count(), " results"));
  }
  if (!MergeShapes(context, inputs, Info(Constraint::kSortC3))) return Failed();
  const int64_t dimension = context.i64("dimension", -1);
  const auto rank = static_cast<int64_t>(inputs[0].rank());
  if (dimension < -rank || dimension >= rank) {
    return context.Fail(Constraint::kSortC4, At::Attribute("dimension"),
                        Say("dimension = ", dimension, " and R = ", rank));
  }
  const auto arguments = context.argument_types(0);
  const auto returned = context.returned_types(0);
  const Type boolean = context.types().GetTensor({}, ElementType::kI1);
  bool fits =
      arguments.size() == 2 * inputs.size() && returned.size() == 1 && returned[0] == boolean;
  for (size_t i = 0; fits && i < arguments.size(); ++i) {
    fits = arguments[i] == context.types().GetTensor({}, inputs[i / 2].element);
  }
  if (!fits) {
    return context.Fail(Constraint::kSortC5, At::Region(0),
                        Say("it takes ", arguments, " and returns ", returned));
  }
  InferredTypes results;
  for (const TensorType& input : inputs) {
    results.push_back(context.Infer(input, Constraint::kSortC3, Constraint::kSortC2));
  }
  return results;
}

}  // namespace paddock
