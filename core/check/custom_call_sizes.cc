// The results of custom_call: sizes that it leaves open are those of the operands that
// `indices_of_shape_operands` names, of the operand that an annotation passes on, or what the
// operands of a dynamic target say, which JAX writes where an operation takes sizes as attributes
// and the program has none.
#include <algorithm>

#include "core/base/overflow.h"
#include "core/check/custom_call_rules.h"
#include "core/check/window_rules.h"

namespace paddock {
namespace {

bool IsTopK(std::string_view target) { return target == "TopK" || target == "mhlo.topk"; }

bool IsSizeList(Type type, size_t count) {
  return type.is_tensor() && type.has_static_shape() && !type.is_quantized() &&
         IsInteger(type.element()) && CheckedProduct(type.shape()) == static_cast<int64_t>(count);
}

// Operand `from` says the sizes of result `i`.
bool ApplySizes(CheckContext& context, size_t from, size_t i, TensorType& result) {
  bool fits =
      from < context.operand_count() && IsSizeList(context.operand_type(from), result.rank());
  if (!fits) {
    context.Fail(
        Constraint::kCustomCallX5, At(),
        Say("operand ", from, " says no sizes of result ", i, ", ", context.result_type(i)));
    return false;
  }
  const auto sizes = context.ConstantOperand(from);
  for (size_t d = 0; sizes && d < result.rank(); ++d) {
    const Dimension size = {(*sizes)[d]};
    fits = fits && (*sizes)[d] >= 0 && Agree(result.shape[d], size);
    result.shape[d] = size;
  }
  if (!fits) {
    context.Fail(Constraint::kCustomCallX5, At::Operand(from),
                 Say("the sizes are ", *sizes, " and result ", i, " is ", context.result_type(i)));
  }
  return fits;
}

// What passes an operand on has its sizes; of how many a top-k is only its own type tells.
void TakeOperandSizes(const CheckContext& context, std::string_view target, size_t i,
                      TensorType& result) {
  const size_t from = i < context.operand_count() ? i : 0;
  if (!IsAnnotationTarget(target) && !IsTopK(target) && !target.starts_with("mhlo.")) return;
  const size_t operand_index = IsAnnotationTarget(target) ? from : 0;
  if (context.operand_count() == 0 || !context.operand_type(operand_index).is_tensor()) return;
  const TensorType operand = context.operand(operand_index);
  if (operand.rank() != result.rank()) return;
  const size_t count = result.rank() - (IsTopK(target) && result.rank() != 0 ? 1 : 0);
  for (size_t d = 0; d < count; ++d) {
    if (!result.shape[d].is_static()) result.shape[d] = operand.shape[d];
  }
}

std::unexpected<Failure> FailOperands(CheckContext& context, std::string_view wanted) {
  return context.Fail(Constraint::kCustomCallX6, At(),
                      Say(context.text("call_target_name"), " ", wanted));
}

bool HasOnlyTensors(const CheckContext& context) {
  const auto is_tensor = [](Type type) { return type.is_tensor() && !type.is_quantized(); };
  for (size_t i = 0; i < context.operand_count(); ++i) {
    if (!is_tensor(context.operand_type(i))) return false;
  }
  for (size_t i = 0; i < context.result_count(); ++i) {
    if (!is_tensor(context.result_type(i))) return false;
  }
  return true;
}

InferredType Sized(const CheckContext& context, const TensorType& type) {
  return context.Infer(type, Constraint::kCustomCallX6, Constraint::kCustomCallX6);
}

// stablehlo.dynamic_top_k: operand, k.
CheckResult TopResults(CheckContext& context) {
  const bool fits = context.operand_count() == 2 && context.result_count() == 2 &&
                    HasOnlyTensors(context) && context.operand(0).rank() != 0 &&
                    !IsComplex(context.operand(0).element) &&
                    IsSizeList(context.operand_type(1), 1);
  if (!fits) return FailOperands(context, "takes a tensor and k, and gives values and indices");
  TensorType values = context.operand(0);
  const Dimension last = values.shape.back();
  values.shape.back() = {};
  if (const auto k = context.ConstantOperand(1)) {
    values.shape.back() = {k->front()};
    if (k->front() < 0 || (last.limit() != kDynamic && k->front() > last.limit())) {
      return context.Fail(Constraint::kCustomCallX6, At::Operand(1),
                          Say("k = ", k->front(), " and dim(operand, -1) = ", last));
    }
  }
  TensorType indices = values;
  indices.element = context.types().GetScalar(ElementType::kI32);
  return InferredTypes{Sized(context, values), Sized(context, indices)};
}

// stablehlo.dynamic_rng_bit_generator: state, sizes of the output.
CheckResult RandomResults(CheckContext& context) {
  const std::string_view algorithm = context.text("rng_algorithm");
  const bool fits = context.operand_count() == 2 && context.result_count() == 2 &&
                    HasOnlyTensors(context) &&
                    (IsInteger(context.result(1).element) || IsFloat(context.result(1).element)) &&
                    (algorithm == "DEFAULT" || algorithm == "THREE_FRY" || algorithm == "PHILOX");
  if (!fits) {
    return FailOperands(
        context, "takes a state and sizes, has an rng_algorithm, and gives a state and numbers");
  }
  TensorType numbers = context.result(1);
  if (!ApplySizes(context, 1, 1, numbers)) return Failed();
  return InferredTypes{Sized(context, context.operand(0)), Sized(context, numbers)};
}

// stablehlo.dynamic_reduce_window: inputs, inits, then the lists that are attributes elsewhere.
CheckResult WindowResults(CheckContext& context) {
  const size_t count = context.result_count();
  const Attribute* body = context.attribute("called_computations");
  const bool has_operands = count != 0 && context.operand_count() == 2 * count + 5 &&
                            HasOnlyTensors(context) && body != nullptr &&
                            body->elements.size() == 1;
  const size_t rank = has_operands ? context.operand(0).rank() : 0;
  Windows windows;
  std::vector<int64_t> padding;
  std::vector<int64_t>* const lists[] = {&windows.dimensions, &windows.strides,
                                         &windows.base_dilations, &windows.window_dilations,
                                         &padding};
  bool fits = has_operands, is_known = true;
  for (size_t k = 0; fits && k < 5; ++k) {
    const bool is_padding = k == 4;
    fits = IsSizeList(context.operand_type(2 * count + k), is_padding ? 2 * rank : rank);
    const auto known = fits ? context.ConstantOperand(2 * count + k) : std::nullopt;
    is_known = is_known && known;
    if (!known) continue;
    *lists[k] = *known;
    fits = is_padding || std::ranges::all_of(*known, [](int64_t entry) { return entry > 0; });
  }
  if (!fits) {
    return FailOperands(context,
                        "takes inputs and as many inits, window_dimensions, window_strides, "
                        "base_dilations, window_dilations and padding, and calls a function");
  }
  std::vector<Dimension> shape(rank);
  if (is_known) {
    for (size_t d = 0; d < rank; ++d) {
      windows.padding_low.push_back(padding[2 * d]);
      windows.padding_high.push_back(padding[2 * d + 1]);
    }
    auto found =
        WindowedShape(context, context.operand(0).shape, windows, Constraint::kCustomCallX6);
    if (!found) return Failed();
    shape = *std::move(found);
  }
  InferredTypes results;
  for (size_t i = 0; i < count; ++i) {
    TensorType result = context.result(i);
    result.shape = shape;
    results.push_back(Sized(context, result));
  }
  return results;
}

}  // namespace

bool IsAnnotationTarget(std::string_view target) {
  static constexpr std::string_view kTargets[] = {
      "LayoutConstraint",
      "MoveToDevice",
      "MoveToHost",
      "Pin",
      "Sharding",
      "Unpin",
      "annotate_device_placement",
      "stablehlo.shape_refinement_operand_wrapper",
      "xla.sdy.FuncResultSharding",
      "xla.sdy.GlobalToLocalShape",
      "xla.sdy.LocalToGlobalShape",
      "xla.sdy.ShardingGroup",
  };
  return std::ranges::find(kTargets, target) != std::end(kTargets);
}

CheckResult CustomCallResults(CheckContext& context) {
  const std::string_view target = context.text("call_target_name");
  if (target == "stablehlo.dynamic_reduce_window") return WindowResults(context);
  if (target == "stablehlo.dynamic_rng_bit_generator") return RandomResults(context);
  if (target == "stablehlo.dynamic_top_k") return TopResults(context);
  InferredTypes results = context.Declared();
  const std::vector<int64_t> said = context.i64_array("indices_of_shape_operands");
  const auto is_tuple = [](const InferredType& result) { return result.type.is(TypeKind::kTuple); };
  if (std::ranges::any_of(results, is_tuple)) return results;
  if (!said.empty() && said.size() != results.size()) {
    return context.Fail(Constraint::kCustomCallX5, At::Attribute("indices_of_shape_operands"),
                        Say("there are ", said.size(), " for ", results.size(), " results"));
  }
  for (size_t i = 0; i < results.size(); ++i) {
    if (!context.result_type(i).is_tensor()) continue;
    TensorType result = context.result(i);
    if (said.empty()) {
      TakeOperandSizes(context, target, i, result);
    } else if (!ApplySizes(context, static_cast<size_t>(said[i]), i, result)) {
      return Failed();
    }
    const auto is_static = [](const Dimension& size) { return size.is_static(); };
    if (context.is_run() && said.empty() && !std::ranges::all_of(result.shape, is_static)) {
      return context.Fail(
          Constraint::kCustomCallX5, At(),
          Say("nothing says the sizes of result ", i, ", ", context.result_type(i)));
    }
    results[i] = context.Infer(result, Constraint::kCustomCallX5, Constraint::kCustomCallX5);
  }
  return results;
}

}  // namespace paddock
