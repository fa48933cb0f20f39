// Checks of reduce.
#include "core/check/context.h"
#include "core/check/gather_rules.h"
#include "core/check/index_rules.h"
#include "core/check/reducer.h"

namespace paddock {

CheckResult CheckReduce(CheckContext& context) {
  const auto found = CheckReducedInputs(context, Constraint::kReduceC3, Constraint::kReduceC1,
                                        Constraint::kReduceC2);
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

}  // namespace paddock
