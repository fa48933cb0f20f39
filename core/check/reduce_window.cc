// Checks of reduce_window.
#include "core/check/context.h"
#include "core/check/reducer.h"
#include "core/check/window_rules.h"

namespace paddock {

CheckResult CheckReduceWindow(CheckContext& context) {
  const auto found = CheckReducedInputs(context, Constraint::kReduceWindowC1,
                                        Constraint::kReduceWindowC2, Constraint::kReduceWindowC3);
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

}  // namespace paddock
