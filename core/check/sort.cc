// Checks of sort and top_k.
#include "core/check/context.h"
#include "core/check/element_rules.h"

namespace paddock {

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

CheckResult CheckTopK(CheckContext& context) {
  TensorType values = context.operand(0);
  const int64_t k = context.i64("k");
  if (values.is_ranked && values.rank() == 0) {
    return context.Fail(Constraint::kChloTopKX1, At::Operand(0), "rank(operand) = 0");
  }
  const int64_t most = values.is_ranked ? values.shape.back().limit() : kDynamic;
  if (k < 0 || (most != kDynamic && k > most)) {
    return context.Fail(
        Constraint::kChloTopKX2, At::Attribute("k"),
        Say("k = ", k,
            values.is_ranked ? Say(" and dim(operand, -1) = ", values.shape.back()) : ""));
  }
  if (values.is_ranked) values.shape.back() = {k};
  TensorType indices = values;
  indices.element = context.types().GetScalar(ElementType::kI32);
  return InferredTypes{context.Infer(values, Constraint::kChloTopKX3, Constraint::kChloTopKX4),
                       context.Infer(indices, Constraint::kChloTopKX3, Constraint::kChloTopKX3)};
}

}  // namespace paddock
